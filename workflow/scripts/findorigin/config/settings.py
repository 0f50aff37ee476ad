"""The configuration but for its tasks and models: whom to ask, for how much, where the store is."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from findorigin.config.base import Section
from findorigin.config.models import Count, Names, Text


def _distinct(values: list[int]) -> list[int]:
    return sorted(set(values))


class StatisticsSettings(Section):
    """How the tables of effective lengths, comparisons and intervals are made."""

    base_tokens: Annotated[
        int,
        Field(
            ge=1,
            description="Prompts of up to this many tokens make the base that L85 is 85 % of; at least 10 "
            "cells, or there is no L85.",
        ),
    ] = 1300
    other_base_tokens: Annotated[
        list[Count],
        AfterValidator(_distinct),
        Field(description="Further bases, for the table that shows how far L85 depends on this choice."),
    ] = [650, 2600]
    threshold: Annotated[
        float | None,
        Field(
            gt=0,
            le=1,
            description="Accuracy that the absolute effective length asks for (RULER's is 0.856); null "
            "leaves that length out.",
        ),
    ] = 0.856
    draws: Annotated[
        int,
        Field(
            ge=1000,
            description="Bootstrap draws of each interval. Few puzzles need many: over 5 of them each tail "
            "holds 1 draw in 1,000.",
        ),
    ] = 10000
    seed: Annotated[int, Field(ge=0, description="Seed of the bootstrap draws.")] = 1


class Settings(Section):
    """The keys of the configuration beside those of the tasks."""

    registry: Annotated[Text, Field(description="The model registry, a YAML file.")] = "config/models.yaml"
    models: Annotated[
        dict[str, dict[str, Any]],
        Field(
            description="Models written into this file, by slug. A new slug adds a model; a slug of the "
            "registry replaces the keys given here and keeps the others."
        ),
    ] = {}
    controls: Annotated[Names, Field(description="Controls that run over every sweep beside its models.")] = [
        "oracle",
        "guess",
    ]
    store: Annotated[
        Text,
        Field(
            description="Folder of the stored responses. The workflow adds to it and never deletes from it."
        ),
    ] = "store"
    upstream_folder: Annotated[
        str | None,
        Field(
            description="Folder that holds the published inputs (`vertices.txt`, and each `<task>_long.txt`, "
            "there or in its folder `long_prompts`); null fetches each from its pinned address. Needed for "
            "puzzle 0 and for the published variants of the other tasks only."
        ),
    ] = None
    max_cost_usd: Annotated[
        float,
        Field(
            ge=0,
            description="Most USD that the whole store may have cost. Nothing paid is sent while the "
            "estimate for the missing cells goes beyond it; 0 means that nothing paid happens. `snakemake "
            "plan` shows what to set; see docs/cost.md.",
        ),
    ] = 0.0
    unavailable: Annotated[
        Literal["skip", "error"],
        Field(
            description="What to do about models that can't be asked any more, because they are `retired` or "
            "their vendor does not know them: `skip` marks their missing cells unavailable and says so, "
            "`error` fails the run, and for a retired one before anything is spent."
        ),
    ] = "skip"
    published: Annotated[
        bool,
        Field(
            description="Whether the paper's published outcomes stand in for the cells of its models that "
            "were not measured."
        ),
    ] = True
    vllm_python: Annotated[
        Text | None,
        Field(
            description="Python of an environment that has vLLM, such as `/opt/vllm/bin/python`; null is the "
            "Python that runs the job, as with `--sdm conda`."
        ),
    ] = None
    figures: Annotated[
        Text | None,
        Field(description="The table of figures to draw, a YAML file; null draws none of them."),
    ] = "config/figures.yaml"
    statistics: Annotated[
        StatisticsSettings,
        Field(description="How the tables of effective lengths, comparisons and intervals are made."),
    ] = StatisticsSettings()
