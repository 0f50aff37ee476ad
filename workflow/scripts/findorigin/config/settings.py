"""The configuration but for its tasks and models: whom to ask, for how much, where the store is."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from findorigin.config.base import Count, Names, Section, Text, Usd


def _distinct(values: list[int]) -> list[int]:
    return sorted(set(values))


class StatisticsSettings(Section):
    """How the tables of effective lengths, comparisons and intervals are made."""

    base_tokens: Count = 1300
    """Prompts of up to this many tokens make the base that L85 is 85 % of; at least 10 cells, or there is no
    L85."""
    other_base_tokens: Annotated[list[Count], AfterValidator(_distinct)] = [650, 2600]
    """Further bases, for the table that shows how far L85 depends on this choice."""
    threshold: Annotated[float | None, Field(gt=0, le=1)] = 0.856
    """Accuracy that the absolute effective length asks for (RULER's is 0.856); null leaves that length
    out."""
    draws: Annotated[int, Field(ge=1000)] = 10000
    """Bootstrap draws of each interval. Few puzzles need many: over 5 of them each tail holds 1 draw in
    1,000."""
    seed: Annotated[int, Field(ge=0)] = 1
    """Seed of the bootstrap draws."""


class Settings(Section):
    """The keys of the configuration beside those of the tasks."""

    registry: Text = "config/models.yaml"
    """The model registry, a YAML file."""
    models: dict[str, dict[str, Any]] = {}
    """Models written into this file, by slug. A new slug adds a model; a slug of the registry replaces the
    keys given here and keeps the others."""
    controls: Names = ["oracle", "guess"]
    """Controls that run over every sweep beside its models."""
    store: Text = "store"
    """Folder of the stored responses. The workflow adds to it and never deletes from it."""
    upstream_folder: str | None = None
    """Folder that holds the published inputs (`vertices.txt`, and each `<task>_long.txt`, there or in its
    folder `long_prompts`); null fetches each from its pinned address. Needed for puzzle 0 and for the
    published variants of the other tasks only."""
    max_cost_usd: Usd = 0.0
    """Most USD that the whole store may have cost. Nothing paid is sent while the estimate for the missing
    cells goes beyond it; 0 means that nothing paid happens. `snakemake plan` shows what to set; see
    docs/cost.md."""
    unavailable: Literal["skip", "error"] = "skip"
    """What to do about models that can't be asked any more, because they are `retired` or their vendor does
    not know them: `skip` marks their missing cells unavailable and says so, `error` fails the run, and for a
    retired one before anything is spent."""
    published: bool = True
    """Whether the paper's published outcomes stand in for the cells of its models that were not measured."""
    vllm_python: Text | None = None
    """Python of an environment that has vLLM, such as `/opt/vllm/bin/python`; null is the Python that runs
    the job, as with `--sdm conda`."""
    figures: Text | None = "config/figures.yaml"
    """The table of figures to draw, a YAML file; null draws none of them."""
    statistics: StatisticsSettings = StatisticsSettings()
    """How the tables of effective lengths, comparisons and intervals are made."""
