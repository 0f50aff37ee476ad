"""Accuracy by length: the points of a curve, with their n and interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from findorigin.statistics.bootstrap import PUZZLES_DRAWN, Draws, Floats, Places, clustered, draw_cells, sums
from findorigin.statistics.cells import (
    CellSet,
    FinalCell,
    conditions,
    grader_of,
    n_distinct,
    n_puzzles,
    puzzle_of,
    values_of,
)
from findorigin.statistics.columns import CONDITION, CONDITION_COLUMNS, Row, columns
from findorigin.statistics.intervals import LEAST_PUZZLES, wilson_or_none, wilson_rule
from findorigin.statistics.lengths import isotonic_nonincreasing

COLUMNS = CONDITION_COLUMNS | columns(
    "str: grader; int: tokens tokens_min tokens_max target_tokens; str: counted_by;"
    "int: n_lines_min n_lines_max n_cells n_puzzles n_correct;"
    "estimate: accuracy; float: isotonic; str: interval; int: n_missing"
)

# Lengths with one cell each are pooled with their neighbours until a point has this many cells.
POOLED_CELLS = 10


@dataclass(frozen=True)
class Curve:
    """The tested lengths of one condition, ascending: tokens, right answers and cells; and each cell's
    length.
    """

    tokens: Floats
    right: Floats
    n: Floats
    length_of_cell: Places
    cells: Sequence[FinalCell]

    def draws(self, n_draws: int, seed: int) -> DrawnCurve:
        """Return the curve in every bootstrap draw."""
        drawn = draw_cells([puzzle_of(cell) for cell in self.cells], n_draws, seed)
        width = len(self.tokens)
        is_right = np.array([cell["is_right"] for cell in self.cells], dtype=np.float64)
        right = drawn.totals(is_right, self.length_of_cell, width)
        n = drawn.totals(np.ones(len(self.cells)), self.length_of_cell, width)
        return DrawnCurve(right, n, drawn)


@dataclass(frozen=True)
class DrawnCurve:
    """Right answers and cells of every bootstrap draw (draws x lengths), and the draws."""

    right: Floats
    n: Floats
    draws: Draws


@dataclass(frozen=True)
class CountedCurve:
    """The curve of one condition, with the condition's values and the counts that its rows begin with."""

    named: Row
    counts: Row
    curve: Curve
    # Whether the condition has one cell a length by plan, so that its lengths are pooled into points.
    is_single: bool


def curve_of(cells: Sequence[FinalCell]) -> Curve:
    """Return the curve of one condition's final cells, at least one."""
    ordered = sorted(
        cells, key=lambda cell: (cell["tokens"], cell["n_lines"] or 0, puzzle_of(cell), cell["repeat"])
    )
    tokens, places = np.unique([cell["tokens"] for cell in ordered], return_inverse=True)
    return Curve(
        tokens.astype(np.float64),
        sums(places, [cell["is_right"] for cell in ordered]),
        sums(places, np.ones(len(ordered))),
        places,
        ordered,
    )


@lru_cache(maxsize=1)
def counted_curves(cells: CellSet) -> list[CountedCurve]:
    """Return the curves of all conditions of which something is final."""
    planned = {tuple(named.values()): group for named, group in conditions(cells.compared)}
    # What differs in nothing but depth is one question: its lengths are read across the depths.
    but_depth = [name for name in CONDITION if name != "depth"]
    n_depths = {
        tuple(named.values()): n_distinct(group, lambda cell: cell["depth"])
        for named, group in conditions(cells.compared, but_depth)
    }
    found = []
    for named, group in conditions(cells.final):
        asked = planned[tuple(named.values())]
        curve = curve_of(group)
        counts: Row = {
            "grader": grader_of(named["evidence"]),
            "n_cells": len(group),
            "n_puzzles": n_puzzles(group),
            "n_lengths": len(curve.tokens),
            "n_missing": len(asked) - len(group),
            "counted_by": "/".join(sorted({cell["counted_by"] for cell in group})),
        }
        is_single = (
            n_puzzles(asked) == 1
            and n_distinct(asked, lambda cell: cell["repeat"]) == 1
            and n_depths[values_of(group[0], but_depth)] == 1
        )
        found.append(CountedCurve(named, counts, curve, is_single))
    return found


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield the points that pictures of the conditions show."""
    for counted in counted_curves(cells):
        points = curve_points(counted.curve, counted.is_single, cells.settings.draws, cells.settings.seed)
        yield from (counted.named | counted.counts | point for point in points)


def curve_points(curve: Curve, is_single: bool, n_draws: int, seed: int) -> list[Row]:
    """Return the points that a picture of one condition shows, by ascending length.

    Where every length has one cell because the condition has one puzzle, depth and repeat (`is_single`),
    neighbours are pooled until a point has at least ten. The interval is the bootstrap over puzzles where a
    point has several cells a puzzle and at least five puzzles, otherwise Wilson's, which holds for
    independent cells; none for a single cell. `isotonic` is the accuracy made non-increasing.
    """
    point_of_length = pooled(curve.n) if is_single else np.arange(len(curve.n))
    groups: list[list[FinalCell]] = [[] for _ in range(int(point_of_length.max()) + 1)]
    for place, cell in zip(curve.length_of_cell, curve.cells, strict=True):
        groups[point_of_length[place]].append(cell)
    points = [_point(group, n_draws, seed) for group in groups]
    n = np.array([len(group) for group in groups], dtype=np.float64)
    accuracy = np.array([point["accuracy"] for point in points], dtype=np.float64)
    for point, share in zip(points, isotonic_nonincreasing(accuracy, n), strict=True):
        point["isotonic"] = float(share)
    return points


def pooled(n: Floats) -> Places:
    """Return the point to which each length belongs, from its number of cells.

    Every length is a point of its own, unless all have one cell: then at least ten neighbours make a point.
    """
    if (n > 1).any():
        return np.arange(len(n))
    n_points = max(1, len(n) // POOLED_CELLS)
    return np.concatenate(
        [np.full(len(part), point) for point, part in enumerate(np.array_split(n, n_points))]
    )


def _point(cells: Sequence[FinalCell], n_draws: int, seed: int) -> Row:
    n, right, puzzles = len(cells), sum(cell["is_right"] for cell in cells), n_puzzles(cells)
    low, high = wilson_or_none(right, n)
    rule = wilson_rule(n, puzzles)
    if n > puzzles >= LEAST_PUZZLES:
        found = clustered(
            [puzzle_of(cell) for cell in cells], [cell["is_right"] for cell in cells], n_draws, seed
        )
        if found["low"] is not None:
            low, high, rule = found["low"], found["high"], PUZZLES_DRAWN
    targets = {cell["target_tokens"] for cell in cells}
    lengths = [cell["tokens"] for cell in cells]
    lines = [cell["n_lines"] for cell in cells if cell["n_lines"] is not None]
    return {
        "tokens": round(float(np.exp(np.log(lengths).mean()))),
        "tokens_min": min(lengths),
        "tokens_max": max(lengths),
        "target_tokens": targets.pop() if len(targets) == 1 else None,
        "counted_by": cells[0]["counted_by"],
        "n_lines_min": min(lines),
        "n_lines_max": max(lines),
        "n_cells": n,
        "n_puzzles": puzzles,
        "n_correct": right,
        "accuracy": right / n,
        "accuracy_low": low,
        "accuracy_high": high,
        "interval": rule,
    }
