"""Sweeps: what a configuration asks for, as plain products of lists, and the cells these products plan.

A *normalised sweep* is a pure product: every combination of its lists is one planned question. It holds plain
JSON values only, sorted, so that it can be a rule's parameter and change only when the question changes::

    {"arrangement": "structured", "d": [1, 15], "hops": [2], "depth": [50], "puzzles": [1, 2],
     "word_form": "word", "n_lines": [4, 8], "target_tokens": None, "repeats": 1, "models": ["guess"]}

The sweeps of the tasks without d have a `task` and another shape; see `task_sweeps`.

Used while the workflow is parsed and inside scripts; needs the standard library only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from findorigin.common.cells import CELL_KEY, sort_value
from findorigin.common.errors import UserError
from findorigin.config.task_sweeps import (
    check_one_setting,
    parts_of_task_sweep,
    sweeps_of_task_prompts,
    task_prompt_files,
    task_prompt_keys,
)
from findorigin.tasks.find_the_origin.bounds import n_lines_for_tokens

TASK = "find_the_origin"

# A list longer than this is a slip of the pen, not a plan.
MOST_VALUES = 100_000

Sweep = dict[str, Any]


def normalise_sweeps(find_the_origin: Mapping[str, Any], controls: Sequence[str] = ()) -> list[Sweep]:
    """Return the normalised sweeps of a configuration's section, sorted, each once.

    Every key of a sweep must be present (defaults filled in). Lists, scalars and ``{start, stop, step}``
    (stop inclusive) become sorted lists. Three kinds of question become sweeps of their own, so that each
    stays a pure product: each arrangement, hops 1 (whose d is 0, once, whatever the sweep's d) and puzzle 0
    (whose words are the paper's). `controls` are added to the models of every sweep.

    Raises UserError, naming the key, for a contradiction within a sweep.
    """
    sweeps = [
        part
        for index, sweep in enumerate(find_the_origin["sweeps"])
        for part in parts_of_sweep(sweep, f"{TASK}.sweeps[{index}]", controls)
    ]
    return _distinct(sweeps)


def normalise_task_sweeps(
    config: Mapping[str, Any], tasks: Iterable[str], controls: Sequence[str], added: Sequence[str] = ()
) -> list[Sweep]:
    """Return the normalised sweeps of the tasks without d, sorted, each once.

    `controls` are the slugs of all controls, `added` those that run beside the models of every sweep.
    Raises UserError, naming the key, for a contradiction.
    """
    sweeps = [
        part
        for task in tasks
        for index, sweep in enumerate(config[task]["sweeps"])
        for part in parts_of_task_sweep(
            task, config[task], index, _task_lists(sweep, f"{task}.sweeps[{index}]"), controls, added
        )
    ]
    check_one_setting(sweeps)
    return _distinct(sweeps)


def parts_of_sweep(sweep: Mapping[str, Any], where: str, controls: Sequence[str] = ()) -> Iterator[Sweep]:
    """Yield the pure products that one sweep of a configuration stands for; `where` names it in errors."""
    lists = {name: values(sweep[name], f"{where}.{name}") for name in ("d", "hops", "depth", "puzzles")}
    lengths = _lengths(sweep, where)
    models = sorted({*sweep["models"], *controls})
    more_hops = [hops for hops in lists["hops"] if hops > 1]
    generated = [puzzle for puzzle in lists["puzzles"] if puzzle > 0]
    if 0 in lists["d"] and more_hops:
        raise UserError(
            f"{where}.d: 0 is not allowed with hops {more_hops[0]}; only hops 1 has d 0, by itself"
        )
    if "shuffled" in _listed(sweep["arrangement"]) and 1 in lists["hops"]:
        raise UserError(
            f"{where}.arrangement: 'shuffled' is not allowed with hops 1; hops 1 is structured only"
        )

    hops_and_d = [([1], [0])] if 1 in lists["hops"] else []
    hops_and_d += [(more_hops, lists["d"])] if more_hops else []
    puzzles_and_form = [([0], "paper")] if 0 in lists["puzzles"] else []
    puzzles_and_form += [(generated, sweep["word_form"])] if generated else []
    for arrangement, (hops, d), (puzzles, word_form) in product(
        _listed(sweep["arrangement"]), hops_and_d, puzzles_and_form
    ):
        yield {
            "arrangement": arrangement,
            "d": d,
            "hops": hops,
            "depth": lists["depth"],
            "puzzles": puzzles,
            "word_form": word_form,
            **lengths,
            "repeats": int(sweep["repeats"]),
            "models": models,
        }


def sweeps_of_model(sweeps: Iterable[Sweep], model: str) -> list[Sweep]:
    """Return the sweeps that ask `model`, without the other models: they change only when its cells do."""
    return _distinct({**sweep, "models": [model]} for sweep in sweeps if model in sweep["models"])


def sweeps_of_prompts(sweeps: Iterable[Sweep], arrangement: str, d: int) -> list[Sweep]:
    """Return what one prompt file must hold, without models and repeats: prompts depend on neither."""
    return _distinct(
        {**sweep, "d": [d], "models": [], "repeats": 1}
        for sweep in sweeps
        if sweep.get("arrangement") == arrangement and d in sweep["d"]
    )


def prompt_keys(sweeps: Iterable[Sweep], arrangement: str, d: int) -> list[dict[str, Any]]:
    """Return the prompts of one arrangement and d: PROMPT_KEY columns + target_tokens (int or None).

    Each prompt once, sorted. A length asked for both in lines and in tokens keeps its target_tokens.
    """
    prompts = sweeps_of_prompts(sweeps, arrangement, d)
    return _distinct_keys(key for sweep in prompts for key in _prompt_keys_of(sweep))


def sweeps_of_prompt_table(sweeps: Iterable[Sweep], task: str, variant: str) -> list[Sweep]:
    """Return what one table of prompts of a task without d must hold; prompts depend on neither model nor
    repeat.
    """
    return _distinct(sweeps_of_task_prompts(sweeps, task, variant))


def prompt_keys_of_table(sweeps: Iterable[Sweep], task: str, variant: str) -> list[dict[str, Any]]:
    """Return the prompts of one variant of a task without d, as `prompt_keys` does for Find the Origin."""
    tables = sweeps_of_prompt_table(sweeps, task, variant)
    return _distinct_keys(key for sweep in tables for key in task_prompt_keys(sweep))


def planned_cells(sweeps: Iterable[Sweep], model: str) -> list[dict[str, Any]]:
    """Return the planned cells of a model: the CELL_KEY columns, sorted, each once.

    The same prompt asked for by two sweeps gets the greater number of repeats.
    """
    cells = _distinct_keys(
        {"model": model, **key, "repeat": repeat}
        for sweep in sweeps_of_model(sweeps, model)
        for key in _prompt_keys_of(sweep)
        for repeat in range(1, sweep["repeats"] + 1)
    )
    return [{name: cell[name] for name in CELL_KEY} for cell in cells]


def prompt_files(sweeps: Iterable[Sweep], model: str | None = None) -> list[str]:
    """Return the prompt files of all sweeps, or of those that ask `model`, sorted."""
    asked = [sweep for sweep in sweeps if model is None or model in sweep["models"]]
    pairs = {(sweep["arrangement"], d) for sweep in asked if "task" not in sweep for d in sweep["d"]}
    files = [f"results/prompts/{TASK}/{arrangement}/d{d}.parquet" for arrangement, d in sorted(pairs)]
    return files + sorted({path for sweep in asked if "task" in sweep for path in task_prompt_files(sweep)})


def planned_models(sweeps: Iterable[Sweep]) -> list[str]:
    """Return the slugs of every model that some sweep asks, sorted."""
    return sorted({model for sweep in sweeps for model in sweep["models"]})


def uses_puzzle_0(sweeps: Iterable[Sweep]) -> bool:
    """Return whether some sweep needs the paper's own list of words."""
    return any(0 in sweep["puzzles"] for sweep in sweeps)


def values(value: int | list[int] | Mapping[str, int], where: str) -> list[int]:
    """Return the sorted distinct integers that a scalar, a list or ``{start, stop, step}`` stands for.

    Raises UserError, naming `where`, for a range that is empty or absurdly long.
    """
    if isinstance(value, Mapping):
        start, stop, step = (int(value[name]) for name in ("start", "stop", "step"))
        if start > stop:
            raise UserError(
                f"{where}: start {start} is greater than stop {stop}; allowed: a start up to stop"
            )
        count = (stop - start) // step + 1
        if count > MOST_VALUES:
            raise UserError(f"{where}: stands for {count} values; allowed: at most {MOST_VALUES}")
        return list(range(start, stop + 1, step))
    return sorted({int(item) for item in _listed(value)})


def _listed(value: Any) -> list[Any]:  # noqa: ANN401
    return list(value) if isinstance(value, list) else [value]


def _lengths(sweep: Mapping[str, Any], where: str) -> dict[str, list[int] | None]:
    given = [name for name in ("n_lines", "target_tokens") if sweep[name] is not None]
    if not given:
        raise UserError(f"{where}: has neither n_lines nor target_tokens; give one of them")
    if len(given) == 2:
        raise UserError(f"{where}: has both n_lines and target_tokens; give one of them")
    (name,) = given
    return {"n_lines": None, "target_tokens": None, name: values(sweep[name], f"{where}.{name}")}


def _task_lists(sweep: Mapping[str, Any], where: str) -> dict[str, list[int] | None]:
    return {
        name: None if sweep[name] is None else values(sweep[name], f"{where}.{name}")
        for name in ("target_tokens", "puzzles", "depth")
    }


def _prompt_keys_of(sweep: Sweep) -> Iterator[dict[str, Any]]:
    if "task" in sweep:
        yield from task_prompt_keys(sweep)
        return
    for d, hops in product(sweep["d"], sweep["hops"]):
        if sweep["target_tokens"] is None:
            lengths = [(n_lines, None) for n_lines in sweep["n_lines"]]
        else:
            lengths = [
                (n_lines_for_tokens(target, d, hops, sweep["word_form"]), target)
                for target in sweep["target_tokens"]
            ]
        for depth, puzzle, (n_lines, target) in product(sweep["depth"], sweep["puzzles"], lengths):
            yield {
                "task": TASK,
                "variant": None,
                "arrangement": sweep["arrangement"],
                "d": d,
                "hops": hops,
                "depth": depth,
                "puzzle": puzzle,
                "word_form": sweep["word_form"],
                "n_lines": n_lines,
                "target_tokens": target,
            }


def _distinct(sweeps: Iterable[Sweep]) -> list[Sweep]:
    by_text = {json.dumps(sweep, sort_keys=True): sweep for sweep in sweeps}
    return [by_text[text] for text in sorted(by_text)]


def _distinct_keys(keys: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the keys sorted, each once; of equal ones the one with the least target_tokens, if any."""
    distinct: dict[tuple, dict[str, Any]] = {}
    for key in keys:
        place = sort_value(key)
        kept = distinct.get(place)
        if kept is None or _target_rank(key) < _target_rank(kept):
            distinct[place] = key
    return [distinct[place] for place in sorted(distinct)]


def _target_rank(key: Mapping[str, Any]) -> tuple[bool, int]:
    target = key["target_tokens"]
    return target is None, target or 0
