"""The difference of two shares of independent cells."""

from __future__ import annotations

from math import hypot

from findorigin.statistics.intervals import LEAST_INTERVAL_CELLS, LEAST_PUZZLES, wilson_interval

NEWCOMBE = "95 % Newcombe, cells taken as independent"
NEWCOMBE_CONDITIONAL = f"{NEWCOMBE}, conditional on these puzzles"
FISHER = "Fisher's exact test"


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
