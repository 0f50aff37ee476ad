"""Effective length: up to how many tokens a model keeps its accuracy.

L85 is the longest tested length whose isotonic accuracy is at least 85 % of the accuracy on short prompts, as
NoLiMa defines it (A. Modarressi et al., 2025), after smoothing; the absolute rule takes a fixed threshold
instead, as RULER does with 85.6 % (C.-P. Hsieh et al., 2024). No value lies between two tested lengths.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from findorigin.statistics.bootstrap import Floats

KEPT_SHARE = 0.85
LEAST_BASE_CELLS = 10
_TINY = 1e-9


@dataclass(frozen=True)
class Length:
    """A length in tokens: `relation` is ``=``, ``<`` (below the shortest tested) or ``>`` (above the
    longest).

    ``between`` stands for an interval of two tested lengths, without a value. Value and relation are None
    where the length is unknown; `reason` says why, or what else there is to say.
    """

    value: float | None = None
    relation: str | None = None
    reason: str | None = None
    between: tuple[float, float] | None = None


@dataclass(frozen=True)
class Base:
    """Accuracy on the prompts of up to `base_tokens`, over `n` pooled cells; None where they are too few.

    `reason` says why it is no base to compare with.
    """

    accuracy: float | None
    n: int
    reason: str | None = None


def isotonic_nonincreasing(accuracy: Floats, n: Floats) -> Floats:
    """Return the accuracies made non-increasing, each length weighted with its n (all positive).

    Pool adjacent violators: R. E. Barlow et al., "Statistical Inference under Order Restrictions" (1972);
    scipy.
    """
    from scipy.optimize import isotonic_regression  # the slowest of the room's imports

    fitted: Floats = isotonic_regression(accuracy, weights=n, increasing=False).x
    return fitted


def base_accuracy(tokens: Floats, right: Floats, n: Floats, base_tokens: int) -> Base:
    """Return the base of a curve (arrays over its lengths): its cells of up to `base_tokens`, pooled."""
    short = tokens <= base_tokens
    cells, hits = int(n[short].sum()), float(right[short].sum())
    if cells < LEAST_BASE_CELLS:
        return Base(
            None, cells, f"base of {cells} cells up to {base_tokens} tokens; at least {LEAST_BASE_CELLS}"
        )
    if hits == 0:
        return Base(0.0, cells, f"none of the {cells} base cells is correct")
    return Base(hits / cells, cells)


def longest_kept(tokens: Floats, accuracy: Floats, n: Floats, threshold: float) -> Length:
    """Return the longest tested length whose isotonic accuracy is at least `threshold`.

    `tokens` ascend; `accuracy` and `threshold` share a unit; `n` are weights.
    """
    if len(tokens) == 0:
        return Length(reason="no cells")
    kept = int((isotonic_nonincreasing(accuracy, n) >= threshold - _TINY).sum())
    if kept == 0:
        return Length(float(tokens[0]), "<")
    if kept == len(tokens):
        return Length(float(tokens[-1]), ">")
    return Length(float(tokens[kept - 1]), "=")


def longest_kept_drawn(tokens: Floats, right: Floats, n: Floats, thresholds: Floats) -> Floats:
    """Return `longest_kept` of every draw: tokens, -inf for ``<``, inf for ``>``, NaN without cells or
    threshold.

    `right` and `n` are draws x lengths, `thresholds` one a draw. The lengths whose isotonic accuracy reaches
    c are the longest prefix with the greatest sum of (right - c n): T. Robertson, F. T. Wright, R. L.
    Dykstra, "Order Restricted Statistical Inference" (1988), chapter 1.4. So no draw needs its own
    regression.
    """
    gains = np.cumsum(right - thresholds[:, None] * n, axis=1)
    gains = np.concatenate([np.zeros((len(gains), 1)), gains], axis=1)
    best = gains >= gains.max(axis=1)[:, None] - _TINY
    longest = gains.shape[1] - 1
    kept = longest - np.argmax(best[:, ::-1], axis=1)
    # A length that a draw has no cells of is neither kept nor lost: go back to one that has.
    places = np.where(n > 0, np.arange(1, longest + 1, dtype=np.int32), np.int32(0))
    asked = np.maximum.accumulate(places, axis=1)
    last = asked[:, -1]
    kept = np.where(kept > 0, asked[np.arange(len(kept)), kept - 1], 0)
    lengths = np.concatenate([[-np.inf], tokens])[kept]
    lengths = np.where(kept == last, np.inf, lengths)
    return np.where((n.sum(axis=1) == 0) | np.isnan(thresholds), np.nan, lengths)


def area(tokens: Floats, accuracy: Floats, low: float, high: float) -> Floats:
    """Return the mean accuracy over the logarithm of length from `low` to `high` tokens, both within
    `tokens`, of every row of `accuracy` (rows x lengths).

    The area under the curve (trapezoids, log2 tokens) divided by its width. Between two tested lengths the
    curve is straight. Raises ValueError where the range is empty or reaches beyond the lengths.
    """
    if not tokens[0] <= low < high <= tokens[-1]:
        raise ValueError(f"no range from {low} to {high} within {tokens[0]} to {tokens[-1]} tokens")
    inside = tokens[(tokens > low) & (tokens < high)]
    places = np.log2(np.concatenate([[low], inside, [high]]))
    heights = np.array([np.interp(places, np.log2(tokens), row) for row in accuracy])
    means: Floats = np.trapezoid(heights, places, axis=1) / (places[-1] - places[0])
    return means
