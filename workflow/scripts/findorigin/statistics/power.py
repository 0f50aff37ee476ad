"""What a planned number of questions can resolve: the smallest difference seen with 80 % power, before
spending.

Standard library only, so that a plan can say it while nothing but a configuration is read.

Paired: the exact McNemar test. With n pairs of which a share `discordant` differs, the number of pairs that
speak for the better model is binomial; the power is summed exactly up to 200 pairs and approximated above (R.
J. Connor, Biometrics 43, 1987). Unpaired: two independent shares, the normal approximation (J. L. Fleiss,
"Statistical Methods for Rates and Proportions", 1981, chapter 3). Cells of one puzzle resemble each other: m
of them are worth m / (1 + (m - 1) icc) independent ones (L. Kish, "Survey Sampling", 1965).
"""

from __future__ import annotations

from functools import cache
from math import comb, sqrt
from statistics import NormalDist

POWER = 0.80
ALPHA = 0.05
DISCORDANT = 0.30
ACCURACY = 0.80
CORRELATION = 0.10
MOST_EXACT = 200
# From so many puzzles on comparisons are tested over puzzles (statistics.evidence, which needs pandas).
LEAST_PUZZLES = 5


def effective_pairs(n_puzzles: int, cells_per_puzzle: int = 1, correlation: float = CORRELATION) -> int:
    """Return how many independent cells `n_puzzles` puzzles of `cells_per_puzzle` cells each are worth."""
    if n_puzzles <= 0 or cells_per_puzzle <= 0:
        return 0
    return int(n_puzzles * cells_per_puzzle / (1 + (cells_per_puzzle - 1) * correlation))


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

    least, most = 0, 1000 if paired else int(accuracy * 1000)
    if n == 0 or not enough(most):
        return None
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if enough(middle) else (middle, most)
    return most / 1000


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
    return sum(
        _binomial(m, n, discordant)
        * sum(
            _binomial(k, m, better)
            for k in range(m + 1)
            if k <= _critical(m, alpha) or m - k <= _critical(m, alpha)
        )
        for m in range(n + 1)
    )


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


def _binomial(k: int, n: int, p: float) -> float:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


@cache
def _critical(m: int, alpha: float) -> int:
    """Return the greatest number of pairs on the rarer side at which m discordant pairs are significant; -1:
    none.
    """
    tail, k = 0.0, -1
    while k + 1 <= m // 2:
        tail += comb(m, k + 1) * 0.5**m
        if 2 * tail >= alpha:
            break
        k += 1
    return k
