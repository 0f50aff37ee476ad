"""Intervals for a proportion."""

from __future__ import annotations

from functools import lru_cache

from statsmodels.stats.proportion import proportion_confint

CONFIDENCE = 0.95


@lru_cache(maxsize=4096)
def wilson_interval(successes: int, n: int) -> tuple[float | None, float | None]:
    """Return the 95 % Wilson score interval of `successes` out of `n`, in shares; (None, None) if n is 0.

    Formula: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    JASA 22 (1927), as implemented by statsmodels.
    """
    if n == 0:
        return None, None
    low, high = proportion_confint(successes, n, alpha=1 - CONFIDENCE, method="wilson")
    return float(low), float(high)
