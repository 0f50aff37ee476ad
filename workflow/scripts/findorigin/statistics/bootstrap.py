"""The cluster bootstrap: whole puzzles are drawn with replacement, never single cells of them.

Source: A. C. Davison, D. V. Hinkley, "Bootstrap Methods and their Application" (1997), chapter 3.8;
percentile intervals, chapter 5.3, corrected for few puzzles (`percentile_interval`). With fewer than five
puzzles cells are drawn instead: such an interval holds for these puzzles only. Every series starts from the
same seed, so that neither the order of rows nor other series change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from findorigin.statistics.intervals import CONFIDENCE, LEAST_PUZZLES, REACH

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

PUZZLES_DRAWN = "95 % bootstrap over puzzles"
CELLS_DRAWN = "95 % bootstrap over cells, conditional on these puzzles"

# Ten cells for each of the two numbers that an effective length rests on: level and slope of a logistic
# curve, accuracy of the base and beyond it. Draws of a handful of cells are mostly alike, whatever the truth.
LEAST_CELLS = 20
ALIKE = "none: (nearly) all draws are alike"
# Draws that give no value (a base that is never right, no cells) are not a random part of all draws.
LEAST_USED = 0.95


@dataclass(frozen=True)
class Draws:
    """How often each unit was drawn (draws x units), what the units are, and the unit of each cell."""

    weights: Floats
    unit_of_cell: Places
    rule: str

    @property
    def n_units(self) -> int:
        """Return how many puzzles or cells there are to draw."""
        return int(self.weights.shape[1])

    def totals(self, values: Floats, columns: Places | None = None, n_columns: int = 1) -> Floats:
        """Return the sums of the cells' `values` in every draw: draws x n_columns, by each cell's column."""
        places = np.zeros(len(values), dtype=int) if columns is None else columns
        if np.array_equal(places, self.unit_of_cell):
            # Every unit is one column's: no need to multiply matrices.
            return self.weights * np.bincount(places, weights=values)
        by_unit = np.zeros((self.weights.shape[1], n_columns))
        np.add.at(by_unit, (self.unit_of_cell, places), values)
        return self.weights @ by_unit


def draw_cells(puzzles: Sequence[int] | npt.NDArray[Any], n_draws: int, seed: int) -> Draws:
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
    return Draws(_weights(n_units, n_draws, seed), unit_of_cell, rule)


@lru_cache(maxsize=4)
def _weights(n_units: int, n_draws: int, seed: int) -> Floats:
    random = np.random.default_rng(seed)
    weights = random.multinomial(n_units, np.full(n_units, 1 / n_units), size=n_draws).astype(np.float64)
    weights.flags.writeable = False  # shared by all series with as many units
    return weights


def percentile_interval(
    values: Floats, estimate: float, n_units: int, limits: tuple[float, float] | None = None
) -> tuple[float | None, float | None]:
    """Return the 95 % interval of drawn values (infinities allowed, NaN left out), corrected for few units.

    `n_units` is the number of puzzles or cells drawn from. The percentiles are the expanded ones, since
    draws of few units spread too little: in each tail Phi(-sqrt(n/(n-1)) t), where t is the 97.5 % quantile
    of Student's t with n-1 degrees of freedom (T. Hesterberg, "What Teachers Should Know About the
    Bootstrap", The American Statistician 69, 2015). But no percentile lies beyond the draws, and those of
    five puzzles reach too little far. So where values may be any number within `limits`, the distances of
    the ordinary percentiles from `estimate`, times sqrt(n/(n-1)) t/z, count where they reach farther: if
    draws spread normally, that is the t interval with the bootstrap's standard error (same paper). Without
    `limits` the ends are drawn values.

    The interval holds `estimate`. (None, None) without values, and with fewer than two units.
    """
    known = np.sort(values[~np.isnan(values)])
    if len(known) == 0 or n_units < 2:
        return None, None
    low, high = _percentiles(known, _tail(n_units))
    if limits is not None and np.isfinite(estimate):
        factor = _widening(n_units) / REACH
        near, far = _percentiles(known, (1 - CONFIDENCE) / 2)
        low = max(limits[0], min(low, estimate - factor * (estimate - near)))
        high = min(limits[1], max(high, estimate + factor * (far - estimate)))
    return min(low, estimate), max(high, estimate)


@cache
def _widening(n_units: int) -> float:
    """Return how many standard errors of the draws the interval reaches on each side; 1.96 without end."""
    from scipy.special import stdtrit  # Student's t without scipy.stats, a second to import

    return float(np.sqrt(n_units / (n_units - 1)) * stdtrit(n_units - 1, (1 + CONFIDENCE) / 2))


def _tail(n_units: int) -> float:
    return NormalDist().cdf(-_widening(n_units))


def _percentiles(ordered: Floats, tail: float) -> tuple[float, float]:
    """Return the drawn values that leave `tail` of the draws on each side, rounded outwards."""
    last = len(ordered) - 1
    return float(ordered[int(np.floor(tail * last))]), float(ordered[int(np.ceil((1 - tail) * last))])


@dataclass(frozen=True)
class Interval:
    """An interval with the draws it was made from; without one, `rule` says why (``none: ...``)."""

    low: float | None
    high: float | None
    rule: str
    n_used: int


def interval_or_reason(
    values: Floats, estimates: Sequence[float], draws: Draws, limits: tuple[float, float] | None = None
) -> Interval:
    """Return the interval of a statistic's drawn values (NaN where a draw doesn't give it).

    It holds all `estimates`. There is none, but a reason, with fewer than 20 cells, where under 95 % of the
    draws give a value, and where the draws are alike: then they say nothing about the uncertainty.
    """
    n_used = int((~np.isnan(values)).sum())
    n_cells = len(draws.unit_of_cell)
    if n_cells < LEAST_CELLS:
        return Interval(None, None, f"none: {n_cells} cells; at least {LEAST_CELLS}", n_used)
    if n_used < LEAST_USED * len(values):
        return Interval(None, None, f"none: only {n_used} of {len(values)} draws give a value", n_used)
    first, last = _percentiles(np.sort(values[~np.isnan(values)]), _tail(draws.n_units))
    if first == last:
        return Interval(None, None, ALIKE, n_used)
    bounds = [percentile_interval(values, estimate, draws.n_units, limits) for estimate in estimates]
    lows = [low for low, _ in bounds if low is not None]
    highs = [high for _, high in bounds if high is not None]
    return Interval(min(lows), max(highs), draws.rule, n_used)


def clustered(
    puzzles: Sequence[int], right: Sequence[int], n_draws: int, seed: int
) -> dict[str, float | None]:
    """Return the cluster bootstrap interval and the clustered standard error of a share of right answers.

    `puzzles` and `right` have a value a cell. Null with fewer than five puzzles, and where draws don't vary
    (all answers right, all wrong, or every puzzle with the same share), which is no certainty. The standard
    error is the sandwich of a mean, G/(G-1) Σ (k_g - n_g p)² / n² (A. C. Cameron, D. L. Miller, Journal of
    Human Resources 50, 2015).
    """
    nothing: dict[str, float | None] = {"low": None, "high": None, "se": None}
    groups = len(set(puzzles))
    if groups < LEAST_PUZZLES:
        return nothing
    hits, n = by_puzzle(puzzles, right)
    share = float(hits.sum() / n.sum())
    if (hits * n.sum() == n * hits.sum()).all():
        return nothing
    se = float(np.sqrt(groups / (groups - 1) * ((hits - n * share) ** 2).sum()) / n.sum())
    weights = draw_cells(range(groups), n_draws, seed).weights
    low, high = percentile_interval((weights @ hits) / (weights @ n), share, groups, limits=(0.0, 1.0))
    return {"low": low, "high": high, "se": se}


def by_puzzle(puzzles: Sequence[int], values: Sequence[float]) -> tuple[Floats, Floats]:
    """Return for every puzzle, in their order, the sum of its cells' `values` and the number of its cells."""
    _, places = np.unique(np.asarray(puzzles, dtype=np.int64), return_inverse=True)
    return sums(places, values), sums(places, np.ones(len(puzzles)))


def sums(places: Places, values: Sequence[float] | Floats) -> Floats:
    """Return for each place, from 0 on, the sum of the values that belong to it."""
    return np.bincount(places, weights=values).astype(np.float64, copy=False)
