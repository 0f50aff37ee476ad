"""How often the bootstrap interval of L50 holds the truth: simulated models with a known L50, 20 puzzles.

    python benchmarks/coverage.py [runs] [spread]

In every run each of 20 puzzles shifts L50 by a normal number of `spread` doublings; one cell a puzzle at each
of ten lengths from 200 to 102,400 tokens. Prints the share of intervals that hold the true L50.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "workflow" / "scripts"))

from findorigin.statistics.bootstrap import draw_cells, percentile_interval
from findorigin.statistics.logistic import half_length, half_length_drawn

TOKENS = 200.0 * 2 ** np.arange(10)
N_PUZZLES = 20
SLOPE = 1.2
DRAWS = 2000


def interval(random: np.random.Generator, log2_half: float, spread: float) -> tuple[float, float]:
    """Return the interval of one simulated run."""
    shift = random.normal(0, spread, N_PUZZLES)
    chance = 1 / (1 + np.exp(SLOPE * (np.log2(TOKENS) - log2_half - shift[:, None])))
    right = (random.random(chance.shape) < chance).astype(float)
    puzzles = np.arange(N_PUZZLES).repeat(len(TOKENS))
    lengths = np.tile(np.arange(len(TOKENS)), N_PUZZLES)
    draws = draw_cells(puzzles, DRAWS, seed=1)
    hits = draws.totals(right.ravel(), lengths, len(TOKENS))
    n = draws.totals(np.ones(right.size), lengths, len(TOKENS))
    estimate = half_length(TOKENS, right.sum(axis=0), np.full(len(TOKENS), float(N_PUZZLES)))
    low, high = percentile_interval(half_length_drawn(TOKENS, hits, n), estimate.value)
    return low, high


def main(runs: int = 1000, spread: float = 0.5) -> None:
    """Print the coverage over `runs` simulated runs."""
    random = np.random.default_rng(7)
    held = 0
    for _ in range(runs):
        log2_half = random.uniform(9.5, 14.5)
        low, high = interval(random, log2_half, spread)
        held += low <= 2**log2_half <= high
    error = np.sqrt(held / runs * (1 - held / runs) / runs)
    print(f"{held} of {runs} intervals hold the true L50: {held / runs:.1%} (standard error {error:.1%})")


if __name__ == "__main__":
    main(*(kind(text) for kind, text in zip((int, float), sys.argv[1:], strict=False)))
