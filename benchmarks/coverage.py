"""How often the intervals of the tables hold the truth: simulated models whose truth is known.

    python benchmarks/coverage.py [runs] [runs of each grid] [spread]

Puzzles: one cell a puzzle at each of ten lengths from 200 to 102,400 tokens. A puzzle shifts L50 by a normal
number of `spread` doublings; two models meet the same puzzles, the second with half the L50 of the first.
Grid: one puzzle and 117 lengths, one cell each, as in the paper's figures. The functions that make the tables
make the intervals, with default settings.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "workflow" / "scripts"))

from findorigin.statistics.areas import area_row, common_range
from findorigin.statistics.bootstrap import clustered
from findorigin.statistics.comparisons import compare
from findorigin.statistics.curves import curve_of
from findorigin.statistics.effective import kept_length, l50
from findorigin.statistics.lengths import KEPT_SHARE, area

DRAWS, SEED, BASE_TOKENS = 10_000, 1, 1300
TOKENS = 200 * 2 ** np.arange(10)
GRID = 287 + 84 * np.arange(117)
SLOPE = 1.2
GRID_SLOPE = 2.0

Span = tuple[float, float] | None


def chances(tokens: np.ndarray, log2_half: float, shifts: np.ndarray, slope: float) -> np.ndarray:
    """Return the chance of a right answer, puzzles x lengths."""
    return 1 / (1 + np.exp(slope * (np.log2(tokens) - log2_half - shifts[:, None])))


def expected(log2_half: float, spread: float) -> np.ndarray:
    """Return the accuracy at each length over all puzzles that could be drawn (Gauss-Hermite quadrature)."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    return (weights / weights.sum()) @ chances(TOKENS, log2_half, spread * nodes, SLOPE)


def cells_of(right: np.ndarray, tokens: np.ndarray) -> list[dict[str, int]]:
    """Return the cells of answers (puzzles x lengths) as the statistics read them."""
    return [
        {"puzzle": puzzle, "tokens": length, "n_lines": length, "repeat": 1, "is_right": int(is_right)}
        for puzzle, answers in enumerate(right)
        for length, is_right in zip(tokens.tolist(), answers, strict=True)
    ]


def true_kept(tokens: np.ndarray, accuracy: np.ndarray) -> float:
    """Return the true L85: infinite where it is below or above the tested lengths."""
    threshold = KEPT_SHARE * accuracy[tokens <= BASE_TOKENS].mean()
    kept = int((accuracy >= threshold).sum())
    return np.inf if kept == len(tokens) else float(tokens[kept - 1]) if kept else -np.inf


def span(row: dict[str, Any]) -> Span:
    """Return the interval of an effective length, open where it is censored; None where there is none."""
    if row["low"] is None:
        return None
    infinite = {"<": -np.inf, ">": np.inf}
    return tuple(infinite.get(row[f"{end}_relation"], row[end]) for end in ("low", "high"))


def puzzles_run(random: np.random.Generator, n_puzzles: int, spread: float) -> dict[str, tuple[Span, float]]:
    """Return the interval and the truth of each statistic in one run."""
    half = random.uniform(9.5, 14.5)
    shifts = random.normal(0, spread, n_puzzles)
    cells, truths = [], []
    for log2_half in (half, half - 1):
        chance = chances(TOKENS, log2_half, shifts, SLOPE)
        cells.append(cells_of(random.random(chance.shape) < chance, TOKENS))
        truths.append(expected(log2_half, spread))
    curve = curve_of(cells[0])
    drawn = curve.draws(DRAWS, SEED)
    under = area_row(curve, common_range([curve]), None, DRAWS, SEED)
    share = clustered(*([cell[name] for cell in cells[0]] for name in ("puzzle", "is_right")), DRAWS, SEED)
    pair = compare(*cells, DRAWS, SEED)
    return {
        "L50": (span(l50(curve, drawn)), 2**half),
        "L85": (span(kept_length(curve, drawn, BASE_TOKENS)), true_kept(TOKENS, truths[0])),
        "area": (
            _pair(under["area_low"], under["area_high"]),
            float(area(TOKENS, truths[0][None], TOKENS[0], TOKENS[-1])[0]),
        ),
        "accuracy of a condition": (_pair(share["low"], share["high"]), float(truths[0].mean())),
        "paired difference": (
            _pair(pair.difference_low, pair.difference_high),
            float((truths[0] - truths[1]).mean()),
        ),
    }


def grid_run(random: np.random.Generator, half_tokens: float) -> dict[str, tuple[Span, float]]:
    """Return the intervals and truths of one run of a grid like the paper's."""
    chance = chances(GRID, np.log2(half_tokens), np.zeros(1), GRID_SLOPE)
    curve = curve_of(cells_of(random.random(chance.shape) < chance, GRID))
    drawn = curve.draws(DRAWS, SEED)
    return {
        "L50": (span(l50(curve, drawn)), half_tokens),
        "L85": (span(kept_length(curve, drawn, BASE_TOKENS)), true_kept(GRID, chance[0])),
    }


def _pair(low: float | None, high: float | None) -> Span:
    return None if low is None or high is None else (low, high)


def coverage(design: str, runs: list[dict[str, tuple[Span, float]]]) -> None:
    """Print how many of the intervals of each statistic hold the truth."""
    held, given = Counter(), Counter()
    for run in runs:
        for name, (found, truth) in run.items():
            given[name] += found is not None
            held[name] += found is not None and found[0] <= truth <= found[1]
    for name in runs[0]:
        share = held[name] / given[name]
        error = np.sqrt(share * (1 - share) / given[name])
        print(
            f"| {design} | {name} | {len(runs)} | {given[name]} | {held[name]} | {share:.1%} | {error:.1%} |",
            flush=True,
        )


def main(runs: int = 2000, grid_runs: int = 400, spread: float = 0.5) -> None:
    """Print a row a design and statistic."""
    print("| design | statistic | runs | intervals | hold the truth | share | standard error |")
    print("|---|---|---|---|---|---|---|")
    random = np.random.default_rng(7)
    for n_puzzles in (5, 10, 20):
        coverage(f"{n_puzzles} puzzles", [puzzles_run(random, n_puzzles, spread) for _ in range(runs)])
    for half in (1000.0, 2000.0, 4000.0):
        coverage(f"grid, L50 {half:.0f}", [grid_run(random, half) for _ in range(grid_runs)])


if __name__ == "__main__":
    main(*(kind(text) for kind, text in zip((int, int, float), sys.argv[1:], strict=False)))
