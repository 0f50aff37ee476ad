"""Accuracy by length: the points of a curve, with their n and interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from findorigin.statistics.bootstrap import PUZZLES_DRAWN, Draws, clustered, draw_cells
from findorigin.statistics.evidence import LEAST_PUZZLES, plain
from findorigin.statistics.intervals import wilson_or_none
from findorigin.statistics.lengths import falling
from findorigin.statistics.shares import wilson_rule

# Lengths with one cell each are pooled with their neighbours until a point has this many cells.
POOLED_CELLS = 10


@dataclass(frozen=True)
class Curve:
    """The tested lengths of one condition, ascending: tokens, right answers and cells; and each cell's
    length.
    """

    tokens: np.ndarray
    right: np.ndarray
    n: np.ndarray
    length_of_cell: np.ndarray
    cells: pd.DataFrame

    def draws(self, n_draws: int, seed: int) -> DrawnCurve:
        """Return the curve in every bootstrap draw."""
        drawn = draw_cells(self.cells["puzzle"].to_numpy(dtype=np.int64), n_draws, seed)
        width = len(self.tokens)
        right = drawn.totals(self.cells["is_right"].to_numpy(dtype=float), self.length_of_cell, width)
        n = drawn.totals(np.ones(len(self.cells)), self.length_of_cell, width)
        return DrawnCurve(right, n, drawn)


@dataclass(frozen=True)
class DrawnCurve:
    """Right answers and cells of every bootstrap draw (draws x lengths), and the draws."""

    right: np.ndarray
    n: np.ndarray
    draws: Draws


def curve_of(cells: pd.DataFrame) -> Curve:
    """Return the curve of one condition's final cells (columns n_lines, tokens, puzzle, repeat, is_right)."""
    ordered = cells.sort_values(["tokens", "n_lines", "puzzle", "repeat"], ignore_index=True)
    by_length = ordered.groupby("tokens", sort=True)["is_right"].agg(["sum", "size"])
    tokens = by_length.index.to_numpy(dtype=float)
    places = np.searchsorted(tokens, ordered["tokens"].to_numpy(dtype=float))
    return Curve(
        tokens,
        by_length["sum"].to_numpy(dtype=float),
        by_length["size"].to_numpy(dtype=float),
        places,
        ordered,
    )


def curve_points(cells: pd.DataFrame, n_draws: int, seed: int) -> list[dict[str, Any]]:
    """Return the points that a picture of one condition shows, by ascending length.

    Where every length has one cell, neighbours are pooled until a point has at least ten. The interval is the
    bootstrap over puzzles where a point has several cells a puzzle and at least five puzzles, otherwise
    Wilson's, which holds for independent cells; none for a single cell. `isotonic` is the accuracy made
    non-increasing.
    """
    curve = curve_of(cells)
    points = [
        _point(group, n_draws, seed)
        for _, group in curve.cells.groupby(pooled(curve.n)[curve.length_of_cell], sort=True)
    ]
    shares, n = (np.array([point[name] for point in points]) for name in ("accuracy", "n_cells"))
    for point, share in zip(points, falling(shares, n.astype(float)), strict=True):
        point["isotonic"] = float(share)
    return points


def pooled(n: np.ndarray) -> np.ndarray:
    """Return the point to which each length belongs, from its number of cells.

    Every length is a point of its own, unless all have one cell: then at least ten neighbours make a point.
    """
    if (n > 1).any():
        return np.arange(len(n))
    n_points = max(1, len(n) // POOLED_CELLS)
    return np.concatenate(
        [np.full(len(part), point) for point, part in enumerate(np.array_split(n, n_points))]
    )


def _point(cells: pd.DataFrame, n_draws: int, seed: int) -> dict[str, Any]:
    n, right, n_puzzles = len(cells), int(cells["is_right"].sum()), int(cells["puzzle"].nunique())
    low, high = wilson_or_none(right, n)
    rule = wilson_rule(n, n_puzzles)
    if n > n_puzzles >= LEAST_PUZZLES:
        found = clustered(cells, n_draws, seed)
        if found["low"] is not None:
            low, high, rule = found["low"], found["high"], PUZZLES_DRAWN
    targets = cells["target_tokens"].unique()
    return {
        "tokens": round(float(np.exp(np.log(cells["tokens"].to_numpy(dtype=float)).mean()))),
        "tokens_min": int(cells["tokens"].min()),
        "tokens_max": int(cells["tokens"].max()),
        "target_tokens": plain(targets[0]) if len(targets) == 1 else None,
        "counted_by": cells["counted_by"].iloc[0],
        "n_lines_min": int(cells["n_lines"].min()),
        "n_lines_max": int(cells["n_lines"].max()),
        "n_cells": n,
        "n_puzzles": n_puzzles,
        "n_correct": right,
        "accuracy": right / n,
        "accuracy_low": low,
        "accuracy_high": high,
        "interval": rule,
    }
