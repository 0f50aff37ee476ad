"""Shares and differences of independent cells: intervals, the words for their rules, a test."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
# The standard errors that such an interval reaches on each side, 1.96.
REACH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
# With fewer cells there is no interval: a single right or wrong answer says nothing about a rate.
LEAST_INTERVAL_CELLS = 2
# With fewer puzzles than this an interval says nothing about other puzzles.
LEAST_PUZZLES = 5

WILSON = "95 % Wilson, cells taken as independent"
WILSON_CONDITIONAL = f"{WILSON}, conditional on these puzzles"
NEWCOMBE = "95 % Newcombe, cells taken as independent"
NEWCOMBE_CONDITIONAL = f"{NEWCOMBE}, conditional on these puzzles"
FISHER = "Fisher's exact test"


@lru_cache(maxsize=4096)
def wilson_interval(successes: int, n: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of `successes` out of `n`, at least one, in shares.

    Formula: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    JASA 22 (1927).
    """
    share, square = successes / n, REACH**2
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = REACH * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    # The ends 0 and 1 are exact; the formula misses them, and so the share, by a rounding error.
    return (centre - half if successes else 0.0), (centre + half if successes < n else 1.0)


def wilson_or_none(successes: int, n: int) -> tuple[float | None, float | None]:
    """Return Wilson's interval as the tables give it: (None, None) for fewer than two cells."""
    return wilson_interval(successes, n) if n >= LEAST_INTERVAL_CELLS else (None, None)


def wilson_rule(n: int | None, n_puzzles: int) -> str | None:
    """Return the rule of such an interval of `n` cells of `n_puzzles` puzzles; None where there is none."""
    if n is None or n < LEAST_INTERVAL_CELLS:
        return None
    return WILSON if n_puzzles >= LEAST_PUZZLES else WILSON_CONDITIONAL


def share_columns(name: str, successes: int | None, n: int | None) -> dict[str, float | None]:
    """Return the columns of a share: `name`, and `name`_low and `name`_high, its 95 % Wilson interval.

    All are null without cells, or where a number is not known; a single cell has no interval.
    """
    if not n or successes is None:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"))
    low, high = wilson_or_none(successes, n)
    return {name: successes / n, f"{name}_low": low, f"{name}_high": high}


def newcombe_interval(k1: int, n1: int, k2: int, n2: int) -> tuple[float | None, float | None]:
    """Return the 95 % interval of k1 / n1 - k2 / n2; (None, None) where a side has fewer than two cells.

    R. G. Newcombe, Statistics in Medicine 17 (1998), method 10.
    """
    if min(n1, n2) < LEAST_INTERVAL_CELLS:
        return None, None
    share1, share2 = k1 / n1, k2 / n2
    (low1, high1), (low2, high2) = wilson_interval(k1, n1), wilson_interval(k2, n2)
    difference = share1 - share2
    return difference - hypot(share1 - low1, high2 - share2), difference + hypot(
        high1 - share1, share2 - low2
    )


def newcombe_rule(n1: int, n2: int, n_puzzles: int) -> str | None:
    """Return the rule of such an interval; None where there is none."""
    if min(n1, n2) < LEAST_INTERVAL_CELLS:
        return None
    return NEWCOMBE if n_puzzles >= LEAST_PUZZLES else NEWCOMBE_CONDITIONAL


def fisher_p(k1: int, n1: int, k2: int, n2: int) -> float:
    """Return the two-sided p of Fisher's exact test of k1 of n1 against k2 of n2.

    R. A. Fisher, J. Royal Statistical Society 98 (1935).
    """
    from scipy.stats import fisher_exact  # a second to import, for a few runs only

    return float(fisher_exact([[k1, n1 - k1], [k2, n2 - k2]]).pvalue)
