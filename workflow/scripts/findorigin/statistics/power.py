"""What a planned number of questions can resolve: the smallest difference seen with 80 % power, before
spending.

Paired: the exact McNemar test. With n pairs of which a share `discordant` differs, the number of pairs that
speak for the better model is binomial; the power is summed exactly up to 200 pairs and approximated above (R.
J. Connor, Biometrics 43, 1987). Unpaired: two independent shares, the normal approximation (J. L. Fleiss,
"Statistical Methods for Rates and Proportions", 1981, chapter 3). Cells of one puzzle resemble each other: m
of them are worth m / (1 + (m - 1) icc) independent ones (L. Kish, "Survey Sampling", 1965).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import numpy as np

from findorigin.statistics.bootstrap import Floats
from findorigin.statistics.cells import PUBLISHED, Cell, CellSet, conditions, n_distinct, n_puzzles
from findorigin.statistics.columns import Row, columns, conditions_without
from findorigin.statistics.intervals import LEAST_PUZZLES

POWER = 0.80
ALPHA = 0.05
DISCORDANT = 0.30
ACCURACY = 0.80
CORRELATION = 0.10
MOST_EXACT = 200

ASSUMED: Row = {
    "power": POWER,
    "alpha": ALPHA,
    "discordant": DISCORDANT,
    "accuracy": ACCURACY,
    "correlation": CORRELATION,
}
CONDITION_COLUMNS = conditions_without("label", "variant")
COLUMNS = CONDITION_COLUMNS | columns(
    "int: n_puzzles n_lengths n_repeats n_cells; float: paired_at_one_length unpaired_at_one_length"
    f" paired_over_lengths unpaired_over_lengths {' '.join(ASSUMED)}"
)


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield the smallest differences that the planned cells of each condition can resolve."""
    planned = (cell for cell in cells.compared if cell["evidence"] != PUBLISHED)
    for named, group in conditions(planned, tuple(CONDITION_COLUMNS)):
        yield named | _row(group)


def _row(cells: Sequence[Cell]) -> Row:
    """Return counts and smallest differences of the planned cells of one condition.

    At one length a puzzle counts with its repeats; over the lengths with all its cells.
    """
    puzzles, lengths = n_puzzles(cells), n_distinct(cells, lambda cell: cell["n_lines"])
    at_one_length, over_lengths = max(1, len(cells) // (puzzles * lengths)), max(1, len(cells) // puzzles)
    return {
        "n_puzzles": puzzles,
        "n_lengths": lengths,
        "n_repeats": n_distinct(cells, lambda cell: cell["repeat"]),
        "n_cells": len(cells),
        "paired_at_one_length": smallest_difference(puzzles, at_one_length),
        "unpaired_at_one_length": smallest_difference(puzzles, at_one_length, paired=False),
        "paired_over_lengths": smallest_difference(puzzles, over_lengths),
        "unpaired_over_lengths": smallest_difference(puzzles, over_lengths, paired=False),
        **ASSUMED,
    }


def effective_pairs(n_puzzles: int, cells_per_puzzle: int = 1, correlation: float = CORRELATION) -> int:
    """Return how many independent cells `n_puzzles` puzzles of `cells_per_puzzle` cells each are worth."""
    if n_puzzles <= 0 or cells_per_puzzle <= 0:
        return 0
    return int(n_puzzles * cells_per_puzzle / (1 + (cells_per_puzzle - 1) * correlation))


@lru_cache(maxsize=4096)
def smallest_difference(
    n_puzzles: int,
    cells_per_puzzle: int = 1,
    *,
    paired: bool = True,
    discordant: float = DISCORDANT,
    accuracy: float = ACCURACY,
    correlation: float = CORRELATION,
    power: float = POWER,
    alpha: float = ALPHA,
) -> float | None:
    """Return the smallest difference of two accuracies (a share) that is found with `power` at level `alpha`.

    `cells_per_puzzle` are the lengths and repeats pooled. Paired: `discordant` is the share of questions that
    the two series answer differently, at least (a greater difference needs more). Unpaired: `accuracy` is the
    better one's. None: no difference can be resolved with so few. To the nearest thousandth above. Paired,
    over five puzzles or more, the test is the sign-flip over puzzles: its p is at least 2^(1 - puzzles).
    """
    if paired and n_puzzles >= LEAST_PUZZLES and 2.0 ** (1 - n_puzzles) > alpha:
        return None
    n = effective_pairs(n_puzzles, cells_per_puzzle, correlation)

    def enough(thousandths: int) -> bool:
        difference = thousandths / 1000
        found = (
            paired_power(n, difference, discordant, alpha)
            if paired
            else unpaired_power(n, accuracy, accuracy - difference, alpha)
        )
        return found >= power

    thousandths = range(1, 1 + (1000 if paired else int(accuracy * 1000)))
    least = bisect_left(thousandths, True, key=enough) if n else len(thousandths)
    return thousandths[least] / 1000 if least < len(thousandths) else None


def paired_power(n: int, difference: float, discordant: float, alpha: float = ALPHA) -> float:
    """Return the power of the exact McNemar test with n pairs; `discordant` is raised to `difference` at
    least.
    """
    discordant = min(1.0, max(discordant, difference))
    better = (discordant + difference) / (2 * discordant)
    if n > MOST_EXACT:
        normal = NormalDist()
        spread = sqrt(discordant - difference**2)
        if spread == 0:
            return 1.0
        return normal.cdf((difference * sqrt(n) - normal.inv_cdf(1 - alpha / 2) * sqrt(discordant)) / spread)
    from scipy.special import bdtr, bdtrc  # scipy.stats.binom takes a second to import

    m = np.arange(n + 1)
    n_discordant = np.diff(bdtr(m.astype(float), n, discordant), prepend=0.0)
    # The greatest number of pairs on the rarer side at which m discordant pairs are significant.
    critical = _critical(n, alpha)
    some = critical >= 0
    m, critical = m[some], critical[some]
    found = bdtr(critical, m, better) + bdtrc(m - critical - 1.0, m, better)
    return float(n_discordant[some] @ found)


@lru_cache(maxsize=256)
def _critical(n: int, alpha: float) -> Floats:
    """Return for 0 to n discordant pairs the most on the rarer side that is significant; -1: none is."""
    from scipy.special import bdtr

    m = np.arange(n + 1)
    rarer = np.arange(n // 2 + 1)[:, None]
    tails = np.where(2 * rarer <= m, bdtr(np.minimum(rarer, m).astype(float), m, 0.5), 1.0)
    critical: Floats = (2 * tails < alpha).sum(axis=0) - 1.0
    return critical


def unpaired_power(n: int, better: float, worse: float, alpha: float = ALPHA) -> float:
    """Return the power to tell two accuracies apart, each of n independent cells."""
    difference = better - worse
    if n == 0 or difference <= 0:
        return 0.0
    normal = NormalDist()
    mean = (better + worse) / 2
    null = sqrt(2 * mean * (1 - mean))
    spread = sqrt(better * (1 - better) + worse * (1 - worse))
    if spread == 0:
        return 1.0
    return normal.cdf((difference * sqrt(n) - normal.inv_cdf(1 - alpha / 2) * null) / spread)
