"""A share with its interval, and the words for the interval's rule."""

from __future__ import annotations

from findorigin.statistics.evidence import LEAST_PUZZLES
from findorigin.statistics.intervals import (
    LEAST_INTERVAL_CELLS,
    WILSON,
    WILSON_CONDITIONAL,
    wilson_or_none,
)


def share_columns(name: str, successes: int | None, n: int | None) -> dict[str, float | None]:
    """Return the columns of a share: `name`, and `name`_low and `name`_high, its 95 % Wilson interval.

    All are null without cells, or where a number is not known; a single cell has no interval.
    """
    if not n or successes is None:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"))
    low, high = wilson_or_none(successes, n)
    return {name: successes / n, f"{name}_low": low, f"{name}_high": high}


def wilson_rule(n: int | None, n_puzzles: int) -> str | None:
    """Return the rule of such an interval of `n` cells of `n_puzzles` puzzles; None where there is none."""
    if n is None or n < LEAST_INTERVAL_CELLS:
        return None
    return WILSON if n_puzzles >= LEAST_PUZZLES else WILSON_CONDITIONAL
