"""The cluster bootstrap: whole puzzles are drawn with replacement, never single cells of them.

Source: A. C. Davison, D. V. Hinkley, "Bootstrap Methods and their Application" (1997), chapter 3.8;
percentile intervals, chapter 5.3. With fewer than five puzzles cells are drawn instead: such an interval
holds for these puzzles only. Every series starts from the same seed, so that neither the order of rows nor
other series change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from findorigin.statistics.evidence import LEAST_PUZZLES
from findorigin.statistics.intervals import CONFIDENCE

PUZZLES_DRAWN = "95 % bootstrap over puzzles"
CELLS_DRAWN = "95 % bootstrap over cells, conditional on these puzzles"


@dataclass(frozen=True)
class Draws:
    """How often each unit was drawn (draws x units), what the units are, and the unit of each cell."""

    weights: np.ndarray
    unit_of_cell: np.ndarray
    rule: str

    def totals(self, values: np.ndarray, columns: np.ndarray | None = None, n_columns: int = 1) -> np.ndarray:
        """Return the sums of the cells' `values` in every draw: draws x n_columns, by each cell's column."""
        places = np.zeros(len(values), dtype=int) if columns is None else columns
        by_unit = np.zeros((self.weights.shape[1], n_columns))
        np.add.at(by_unit, (self.unit_of_cell, places), values)
        return self.weights @ by_unit


def draw_cells(puzzles: Sequence[int], n_draws: int, seed: int) -> Draws:
    """Return bootstrap draws of cells whose puzzles are `puzzles`: of puzzles if there are at least five.

    Without cells, the draws are empty. Cells count in the order given: sort them first where it must not
    matter.
    """
    names, unit_of_cell = np.unique(np.asarray(puzzles, dtype=np.int64), return_inverse=True)
    rule = PUZZLES_DRAWN
    if len(names) < LEAST_PUZZLES:
        unit_of_cell, rule = np.arange(len(unit_of_cell)), CELLS_DRAWN
    n_units = int(unit_of_cell.max()) + 1 if len(unit_of_cell) else 0
    if n_units == 0:
        return Draws(np.zeros((n_draws, 0)), unit_of_cell, rule)
    random = np.random.default_rng(seed)
    weights = random.multinomial(n_units, np.full(n_units, 1 / n_units), size=n_draws)
    return Draws(weights.astype(np.float64), unit_of_cell, rule)


def percentile_interval(
    values: np.ndarray, estimate: float | None = None
) -> tuple[float | None, float | None]:
    """Return the 95 % percentile interval of drawn values (infinities allowed, NaN left out), as drawn
    values.

    It is widened to hold `estimate`, which the percentiles of a small sample may miss. (None, None) without
    values.
    """
    known = np.sort(values[~np.isnan(values)])
    if len(known) == 0:
        return None, None
    tail = (1 - CONFIDENCE) / 2
    low = float(known[int(np.floor(tail * (len(known) - 1)))])
    high = float(known[int(np.ceil((1 - tail) * (len(known) - 1)))])
    return (low, high) if estimate is None else (min(low, estimate), max(high, estimate))


def clustered(cells: pd.DataFrame, n_draws: int, seed: int) -> dict[str, float | None]:
    """Return the cluster bootstrap interval and the clustered standard error of a share of right answers.

    `cells` has columns is_right and puzzle. Null with fewer than five puzzles, and, for the interval, where
    all answers are right or all wrong: draws of equal puzzles don't vary, which is no certainty. The standard
    error is the sandwich of a mean, G/(G-1) Σ (k_g - n_g p)² / n² (A. C. Cameron, D. L. Miller, Journal of
    Human Resources 50, 2015).
    """
    nothing: dict[str, float | None] = {"low": None, "high": None, "se": None}
    if cells["puzzle"].nunique() < LEAST_PUZZLES:
        return nothing
    by_puzzle = cells.groupby("puzzle")["is_right"].agg(["sum", "size"]).to_numpy(dtype=float)
    right, n = by_puzzle.T
    share = right.sum() / n.sum()
    groups = len(n)
    se = float(np.sqrt(groups / (groups - 1) * ((right - n * share) ** 2).sum()) / n.sum())
    if share in (0.0, 1.0):
        return nothing
    draws = draw_cells(np.arange(groups), n_draws, seed)
    shares = (draws.weights @ right) / (draws.weights @ n)
    low, high = percentile_interval(shares, share)
    return {"low": low, "high": high, "se": se}
