"""Intervals for a proportion."""

from __future__ import annotations

from functools import lru_cache

from statsmodels.stats.proportion import proportion_confint

CONFIDENCE = 0.95
# With fewer cells there is no interval: a single right or wrong answer says nothing about a rate.
LEAST_INTERVAL_CELLS = 2

WILSON = "95 % Wilson, cells taken as independent"
WILSON_CONDITIONAL = "95 % Wilson, cells taken as independent, conditional on these puzzles"


@lru_cache(maxsize=4096)
def wilson_interval(successes: int, n: int) -> tuple[float | None, float | None]:
    """Return the 95 % Wilson score interval of `successes` out of `n`, in shares; (None, None) if n is 0.

    Formula: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    JASA 22 (1927), as implemented by statsmodels.
    """
    if n == 0:
        return None, None
    low, high = proportion_confint(successes, n, alpha=1 - CONFIDENCE, method="wilson")
    # The ends 0 and 1 are exact; the formula misses them, and so the share, by a rounding error.
    return (float(low) if successes else 0.0), (float(high) if successes < n else 1.0)


def wilson_or_none(successes: int, n: int) -> tuple[float | None, float | None]:
    """Return Wilson's interval as the tables give it: (None, None) for fewer than two cells."""
    return wilson_interval(successes, n) if n >= LEAST_INTERVAL_CELLS else (None, None)
