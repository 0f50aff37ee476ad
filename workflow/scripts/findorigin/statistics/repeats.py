"""What repeating a question shows: how often the answer flips, and where the variance lies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from findorigin.statistics.cells import CellSet, FinalCell, conditions
from findorigin.statistics.columns import CONDITION_COLUMNS, Row, columns
from findorigin.statistics.intervals import share_columns, wilson_rule

COLUMNS = CONDITION_COLUMNS | columns(
    "int: n_prompts n_puzzles n_cells n_flipped; estimate: flip_rate; str: interval; int: n_answer_changed;"
    "float: variance_within variance_between share_between"
)


class Prompt(NamedTuple):
    """A prompt that was asked `size` times, with so many right answers and so many different ones."""

    n_lines: int | None
    puzzle: int | None
    size: int
    right: int
    n_answers: int


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield the conditions of which some prompt was asked at least twice."""
    for named, group in conditions(cells.asked):
        row = summarise_repeats(group)
        if row["n_prompts"]:
            yield named | row


def summarise_repeats(cells: Iterable[FinalCell]) -> Row:
    """Return the flip rate and the variance components of the final cells of one condition.

    A prompt flips if its repeats are not all right or all wrong. Variance of the grade: within a prompt (mean
    square of the repeats about their prompt), and between puzzles at the same length (mean square of the
    prompts about their length, less the share of the within one; not below 0). One-way random effects: G. W.
    Snedecor, W. G. Cochran, "Statistical Methods" (1989), chapter 13. Null without at least two prompts of
    one length with two repeats each.
    """
    groups: defaultdict[tuple[int | None, int | None], list[FinalCell]] = defaultdict(list)
    for cell in cells:
        groups[cell["n_lines"], cell["puzzle"]].append(cell)
    prompts = [
        Prompt(
            *key, len(group), sum(cell["is_right"] for cell in group), len({cell["answer"] for cell in group})
        )
        for key, group in sorted(groups.items())
        if len(group) >= 2
    ]
    n, n_puzzles = len(prompts), len({prompt.puzzle for prompt in prompts})
    flipped = sum(0 < prompt.right < prompt.size for prompt in prompts)
    return {
        "n_prompts": n,
        "n_puzzles": n_puzzles,
        "n_cells": sum(prompt.size for prompt in prompts),
        "n_flipped": flipped,
        **share_columns("flip_rate", flipped, n),
        "interval": wilson_rule(n, n_puzzles),
        "n_answer_changed": sum(prompt.n_answers > 1 for prompt in prompts),
        **variance_components(prompts),
    }


def variance_components(prompts: Sequence[Prompt]) -> dict[str, float | None]:
    """Return the variances of the grade within and between prompts."""
    lengths: defaultdict[int | None, list[Prompt]] = defaultdict(list)
    for prompt in prompts:
        lengths[prompt.n_lines].append(prompt)
    freedom_between = len(prompts) - len(lengths)
    freedom_within = sum(prompt.size - 1 for prompt in prompts)
    if freedom_between < 1 or freedom_within < 1:
        return dict.fromkeys(("variance_within", "variance_between", "share_between"))
    within = sum(prompt.right * (1 - prompt.right / prompt.size) for prompt in prompts) / freedom_within
    between_square, mean_size = 0.0, []
    for group in lengths.values():
        size, right = np.array([(prompt.size, prompt.right) for prompt in group], dtype=float).T
        total = size.sum()
        between_square += float((size * (right / size - right.sum() / total) ** 2).sum())
        if len(group) > 1:
            mean_size.append((total - (size**2).sum() / total) / (len(group) - 1))
    between = max(0.0, (between_square / freedom_between - within) / float(np.mean(mean_size)))
    variance = within + between
    return {
        "variance_within": within,
        "variance_between": between,
        "share_between": between / variance if variance > 0 else None,
    }
