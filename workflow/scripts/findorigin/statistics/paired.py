"""Paired comparisons: the same questions answered twice."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from findorigin.statistics.bootstrap import Floats
from findorigin.statistics.intervals import REACH

SIGNIFICANT = 0.05
MCNEMAR = "McNemar's exact test"
SIGN_FLIP = "sign-flip test over puzzles"
# Two series of answers agree in their rate if the whole interval of the difference lies within this margin.
MARGIN = 0.10
MOST_EXACT_PUZZLES = 14
FLIPS = 10_000
_ROUNDING = 1e-15


def mcnemar_exact(only_a: int, only_b: int) -> float:
    """Return the two-sided exact p value of McNemar's test from the numbers of discordant pairs.

    Under the null hypothesis only_a is binomial (only_a + only_b, 1/2); 1 where there are none. Source: Q.
    McNemar, Psychometrika 12 (1947); A. Agresti, "Categorical Data Analysis" (2013), section 11.1.
    """
    n = only_a + only_b
    # In whole numbers, so exact; scipy.stats.binomtest takes a second to import.
    tail = sum(math.comb(n, k) for k in range(min(only_a, only_b) + 1))
    return min(1.0, 2 * tail / int(2**n))


def cohen_kappa(
    both: int, only_a: int, only_b: int, neither: int
) -> tuple[float | None, float | None, float | None]:
    """Return Cohen's kappa of two series of right and wrong answers, and its 95 % interval.

    Kappa is null where chance alone would agree always. The interval is asymptotic (J. L. Fleiss, J. Cohen,
    B. S. Everitt, Psychological Bulletin 72, 1969) and null where its standard error is 0.
    Source: J. Cohen, Educational and Psychological Measurement 20 (1960).
    """
    n = both + only_a + only_b + neither
    if 0 in (n, only_a + only_b + neither, only_a + only_b + both):
        return None, None, None
    table = np.array([[both, only_a], [only_b, neither]]) / n
    of_a, of_b = table.sum(axis=1), table.sum(axis=0)
    by_chance = float(of_a @ of_b)
    agreeing, other = np.diag(table), 1 - by_chance
    kappa = float((agreeing.sum() - by_chance) / other)
    variance = (
        (agreeing * (1 - (of_a + of_b) * (1 - kappa)) ** 2).sum()
        + (1 - kappa) ** 2 * (table[0, 1] * (of_b[0] + of_a[1]) ** 2 + table[1, 0] * (of_b[1] + of_a[0]) ** 2)
        - (kappa - by_chance * (1 - kappa)) ** 2
    ) / (other**2 * n)
    if variance < _ROUNDING:
        return kappa, None, None
    half = REACH * float(np.sqrt(variance))
    return kappa, max(-1.0, kappa - half), min(1.0, kappa + half)


def paired_difference(only_a: int, only_b: int, n: int) -> tuple[float | None, float | None, float | None]:
    """Return the difference of two paired shares and its 95 % interval, for independent pairs; nulls if n is
    0.

    Interval: D. G. Bonett, R. M. Price, "Adjusted Wald confidence interval for a difference of binomial
    proportions based on paired data", J. Educational and Behavioral Statistics 37 (2012); it has a width even
    without discordant pairs.
    """
    if n == 0:
        return None, None, None
    difference = (only_a - only_b) / n
    up, down = (only_a + 1) / (n + 2), (only_b + 1) / (n + 2)
    half = REACH * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    low, high = max(-1.0, up - down - half), min(1.0, up - down + half)
    return difference, min(low, difference), max(high, difference)


def sign_flip(differences: Sequence[float] | Floats, seed: int) -> float:
    """Return the two-sided p value of a sign-flip test: puzzles, not cells, are exchanged between the series.

    `differences` are one a puzzle (right answers of the one minus the other's). All flips up to 14 puzzles,
    10,000 drawn ones (the observed one included) above: p is never below 2^(1 - puzzles), or 1/10,000.
    Source: R. A. Fisher, "The Design of Experiments" (1935), section 21. Ours, since sums of so few numbers
    are a product of two matrices; scipy's permutation_test takes a second to import.
    """
    values = np.sort(np.asarray(differences, dtype=float))
    n = len(values)
    if n <= MOST_EXACT_PUZZLES:
        signs = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    else:
        signs = np.random.default_rng(seed).choice([-1, 1], size=(FLIPS, n))
        signs[0] = 1
    sums = np.abs(signs @ values)
    return float((sums >= abs(values.sum()) - 1e-9).mean())


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p values of one family adjusted by Holm's method (S. Holm, Scand. J. Statistics 6, 1979)."""
    order = np.argsort(p_values, kind="stable")
    ranked = np.asarray(p_values, dtype=float)[order] * np.arange(len(order), 0, -1)
    adjusted = np.empty(len(order))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(ranked))
    return [float(p) for p in adjusted]


def verdict(p_adjusted: float | None, low: float | None, high: float | None) -> str:
    """Return whether a published row was reproduced.

    ``not reproduced``: the Holm-adjusted p of its test is below 0.05. ``reproduced``: it is not, and the
    whole 95 % interval of the difference lies within ± 10 percentage points. Otherwise ``cannot tell``.
    """
    if p_adjusted is None or low is None or high is None:
        return "cannot tell"
    if p_adjusted < SIGNIFICANT:
        return "not reproduced"
    return "reproduced" if low >= -MARGIN and high <= MARGIN else "cannot tell"
