"""Sweeps of the tasks without d: which of a task's prompts are asked, of whom, how often.

A task is known by its entry in the configuration's schema: what refers to ``#/$defs/task`` is one. A
normalised sweep of such a task is a pure product too::

    {"task": "caesar_clue", "variants": ["generated"], "target_tokens": [500], "puzzles": [1, 2],
     "depth": [50], "repeats": 1, "parameters": {"max_tokens": 256}, "models": ["smollm2-135m"]}

A published variant has no length, puzzle or depth of its own: these lists are then [None]. In the key of a
prompt the length of a generated one is part of its variant (`generated-500`), so that distinct lengths are
distinct prompts, each with a table of its own. Needs the standard library only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from findorigin.common.errors import UserError

GENERATED = "generated"
TASK_REFERENCE = "#/$defs/task"

Sweep = dict[str, Any]


@dataclass(frozen=True)
class TaskEntry:
    """A task as the schema knows it.

    title: its readable name. modules: the files of its folder. source: the upstream file that its published
    variants are made from; None where it has none.
    """

    title: str
    modules: tuple[str, ...]
    source: str | None


def task_entries(config_schema: Mapping[str, Any]) -> dict[str, TaskEntry]:
    """Return the tasks without d that the configuration's schema has, by name, sorted."""
    return {
        name: TaskEntry(entry["title"], tuple(sorted(entry["x-modules"])), entry.get("x-source"))
        for name, entry in sorted(config_schema["properties"].items())
        if entry.get("$ref") == TASK_REFERENCE
    }


def parts_of_task_sweep(
    task: str,
    section: Mapping[str, Any],
    index: int,
    lists: Mapping[str, list[int] | None],
    controls: Collection[str],
    added: Sequence[str],
) -> Iterator[Sweep]:
    """Yield the pure products that the sweep `index` of a task's section stands for.

    `lists` are its target_tokens, puzzles and depth as sorted lists; `controls` the slugs of all controls,
    `added` those that run beside every model. A control is nobody to set parameters for: it gets none, so
    that no setting of a model asks a control again. Raises UserError for generated prompts without a length.
    """
    sweep = section["sweeps"][index]
    named = sorted(set(sweep["variants"]) - {GENERATED})
    parts = (
        [{"variants": named, "target_tokens": [None], "puzzles": [None], "depth": [None]}] if named else []
    )
    if GENERATED in sweep["variants"]:
        if lists["target_tokens"] is None:
            raise UserError(
                f"{task}.sweeps[{index}].target_tokens: is missing; variant generated needs a length"
            )
        parts.append({"variants": [GENERATED], **lists})
    parameters = dict(sorted({**section["parameters"], **sweep["parameters"]}.items()))
    asked = sorted(set(sweep["models"]) - set(controls))
    checking = sorted({*sweep["models"], *added} & set(controls))
    for part, (models, settings) in product(parts, ((asked, parameters), (checking, {}))):
        if models:
            yield {
                "task": task,
                **part,
                "repeats": int(sweep["repeats"]),
                "parameters": settings,
                "models": models,
            }


def task_prompt_keys(sweep: Sweep) -> Iterator[dict[str, Any]]:
    """Yield the prompts of one normalised sweep: PROMPT_KEY columns + target_tokens (int or None)."""
    for variant, target, depth, puzzle in product(
        sweep["variants"], sweep["target_tokens"], sweep["depth"], sweep["puzzles"]
    ):
        yield {
            "task": sweep["task"],
            "variant": variant_name(variant, target),
            "arrangement": None,
            "d": None,
            "hops": None,
            "depth": depth,
            "puzzle": puzzle,
            "word_form": None,
            "n_lines": None,
            "target_tokens": target,
        }


def variant_name(variant: str, target_tokens: int | None) -> str:
    """Return a prompt's variant as its key has it: ``short``, or ``generated-500``."""
    return variant if target_tokens is None else f"{variant}-{target_tokens}"


def task_prompt_files(sweep: Sweep) -> set[str]:
    """Return the prompt tables of one normalised sweep."""
    return {
        f"results/prompts/{sweep['task']}/{variant_name(variant, target)}.parquet"
        for variant, target in product(sweep["variants"], sweep["target_tokens"])
    }


def sweeps_of_task_prompts(sweeps: Iterable[Sweep], task: str, variant: str) -> Iterator[Sweep]:
    """Yield what one table of prompts must hold, without models, repeats and parameters."""
    for sweep in sweeps:
        if sweep.get("task") != task:
            continue
        for plain, target in product(sweep["variants"], sweep["target_tokens"]):
            if variant_name(plain, target) == variant:
                one = {"variants": [plain], "target_tokens": [target]}
                yield {**sweep, **one, "repeats": 1, "parameters": {}, "models": []}


def parameters_by_task(sweeps: Iterable[Sweep]) -> dict[str, dict[str, Any]]:
    """Return the settings of each task without d among one model's sweeps."""
    return {sweep["task"]: sweep["parameters"] for sweep in sweeps if "task" in sweep}


def check_one_setting(sweeps: Iterable[Sweep]) -> None:
    """Raise UserError if one model is asked the same task with different settings."""
    known: dict[tuple[str, str], dict[str, Any]] = {}
    for sweep in sweeps:
        if "task" not in sweep:
            continue
        for model in sweep["models"]:
            settings = known.setdefault((sweep["task"], model), sweep["parameters"])
            if settings != sweep["parameters"]:
                raise UserError(
                    f"{sweep['task']}.sweeps: model '{model}' has parameters {settings} in one and "
                    f"{sweep['parameters']} in another; a model has one setting for a task, so give it a "
                    f"second"
                    " entry in the registry to compare settings"
                )
