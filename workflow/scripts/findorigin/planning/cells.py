"""From sweeps to cells: which prompts a configuration asks for, which cells of a model, where prompts lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from findorigin.common.cells import Cell, PromptKey
from findorigin.config.sweeps import Sweep, distinct, of_model
from findorigin.tasks.base import PlannedPrompt
from findorigin.tasks.catalog import TASKS


def prompts_of(sweeps: Iterable[Sweep]) -> list[PlannedPrompt]:
    """Return the prompts that sweeps ask for, sorted, each once.

    A length asked for both in lines and in tokens keeps the least of its target_tokens.
    """
    found: dict[PromptKey, PlannedPrompt] = {}
    for sweep in sweeps:
        for planned in TASKS[sweep.task].prompts(sweep):
            kept = found.get(planned.key)
            if kept is None or _target_rank(planned) < _target_rank(kept):
                found[planned.key] = planned
    return [found[key] for key in sorted(found, key=PromptKey.sort_key)]


def _target_rank(planned: PlannedPrompt) -> tuple[bool, int]:
    return planned.target_tokens is None, planned.target_tokens or 0


def planned_cells(sweeps: Iterable[Sweep], model: str) -> list[Cell]:
    """Return the planned cells of a model, sorted, each once.

    The same prompt asked for by two sweeps gets the greater number of repeats.
    """
    repeats: dict[PromptKey, int] = {}
    for sweep in of_model(sweeps, model):
        for planned in TASKS[sweep.task].prompts(sweep):
            repeats[planned.key] = max(sweep.repeats, repeats.get(planned.key, 0))
    cells = (Cell(model, key, repeat) for key, most in repeats.items() for repeat in range(1, most + 1))
    return sorted(cells, key=Cell.sort_key)


def table_of(key: PromptKey) -> str:
    """Return the file of a prompt."""
    return f"results/prompts/{key.task}/{TASKS[key.task].table(key)}.parquet"


def prompt_tables(sweeps: Iterable[Sweep], model: str | None = None) -> list[str]:
    """Return the files with the prompts of all sweeps, or of those that ask `model`, sorted."""
    asked = [sweep for sweep in sweeps if model is None or model in sweep.models]
    return sorted({table_of(planned.key) for sweep in asked for planned in _one_a_table(sweep)})


def sweeps_of_table(sweeps: Iterable[Sweep], task: str, table: str) -> list[Sweep]:
    """Return what one table of prompts must hold, without models, repeats and parameters.

    Prompts depend on none of these, so it changes with the questions, not with who is asked.
    """
    return distinct(
        part
        for sweep in sweeps
        if sweep.task == task
        for part in _parts(replace(sweep, models=(), repeats=1, parameters={}))
        if any(TASKS[task].table(planned.key) == table for planned in _one_a_table(part))
    )


def _parts(sweep: Sweep) -> Iterator[Sweep]:
    """Yield a sweep in parts whose prompts lie in one table each: a part for each value of TABLE_AXES."""
    parts = [sweep]
    for name in TASKS[sweep.task].table_axes:
        if name == "target_tokens":
            parts = [replace(part, target_tokens=(value,)) for part in parts for value in part.target_tokens]
        else:
            parts = [
                replace(part, axes={**part.axes, name: (value,)})
                for part in parts
                for value in part.axes[name]
            ]
    yield from parts


def _one_a_table(sweep: Sweep) -> Iterator[PlannedPrompt]:
    """Yield a prompt of each table that a sweep's prompts lie in; most of its product is left out."""
    table_axes = TASKS[sweep.task].table_axes
    axes = {name: values if name in table_axes else values[:1] for name, values in sweep.axes.items()}
    targets = sweep.target_tokens if "target_tokens" in table_axes else sweep.target_tokens[:1]
    yield from TASKS[sweep.task].prompts(replace(sweep, axes=axes, target_tokens=targets))


def needs_source(sweeps: Sequence[Sweep]) -> bool:
    """Return whether some prompt of the sweeps (of one task) is made from the task's upstream file."""
    return any(TASKS[planned.key.task].needs_source(planned.key) for planned in prompts_of(sweeps))
