"""Accuracy as a logistic function of log2 tokens, and L50: the length at which it falls to one half.

log(p / (1 - p)) = a + b log2(tokens), fitted by maximum likelihood (Newton's method); L50 = 2^(-a/b). Source:
P. McCullagh, J. A. Nelder, "Generalized Linear Models" (1989), chapter 4. Where right and wrong answers don't
overlap in length (separation) the likelihood has no maximum, and L50 is an interval: A. Albert, J. A.
Anderson, Biometrika 71 (1984).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from findorigin.statistics.bootstrap import Floats
from findorigin.statistics.lengths import Length

NOT_FALLING = "accuracy does not fall with length"

STEPS = 40
# Drawn values are only ordered: their last digits don't matter.
DRAWN_ACCURACY = 1e-3
_FARTHEST = 60.0


def fit(
    tokens: Floats, right: Floats, n: Floats, start: tuple[float, float] = (0.0, 0.0), accuracy: float = 1e-8
) -> tuple[Floats, Floats]:
    """Return a and b for every row of `right` and `n` (rows x lengths); NaN where the fit does not converge.

    Newton's method from `start` (a and b), until no step is longer than `accuracy`.

    Separated rows have no fit: look at `half_length` for them.
    """
    x = np.log2(tokens)
    centre = x.mean()
    z = x - centre
    a, b = np.full(len(right), start[0] + start[1] * centre), np.full(len(right), start[1])
    working, hits, cells = np.arange(len(right)), right, n
    done = np.zeros(len(right), dtype=bool)
    for _ in range(STEPS):
        eta = b[working, None] * z
        eta += a[working, None]
        np.clip(eta, -_FARTHEST, _FARTHEST, out=eta)
        p = 1 / (1 + np.exp(-eta))
        expected = cells * p
        information = expected * (1 - p)
        residual = hits - expected
        s0, g0 = information.sum(1), residual.sum(1)
        s1, s2, g1 = _times(information, z), _times(information, z * z), _times(residual, z)
        determinant = s0 * s2 - s1 * s1
        usable = determinant > 1e-12
        safe = np.where(usable, determinant, 1.0)
        step_a = np.where(usable, (s2 * g0 - s1 * g1) / safe, 0.0)
        step_b = np.where(usable, (s0 * g1 - s1 * g0) / safe, 0.0)
        # Long steps are cut: from a flat start the first one may overshoot.
        longest = np.maximum(np.abs(step_a), np.abs(step_b))
        shrink = np.minimum(1.0, 4.0 / np.maximum(longest, 1e-300))
        a[working] += step_a * shrink
        b[working] += step_b * shrink
        settled = usable & (longest < accuracy)
        done[working[settled]] = True
        going_on = usable & ~settled
        if not going_on.all():
            working, hits, cells = working[going_on], hits[going_on], cells[going_on]
        if len(working) == 0:
            break
    a, b = np.where(done, a, np.nan), np.where(done, b, np.nan)
    return a - b * centre, b


def _times(rows: Floats, values: Floats) -> Floats:
    """Return rows @ values, without the threads that cost more than they save here."""
    product: Floats = np.einsum("ij,j->i", rows, values)
    return product


def _ends(tokens: Floats, answers: Floats) -> tuple[Floats, Floats]:
    """Return for every row the shortest and the longest length with such answers."""
    seen = answers > 0
    return np.where(seen, tokens, np.inf).min(axis=1), np.where(seen, tokens, -np.inf).max(axis=1)


def _rises(tokens: Floats, right: Floats, n: Floats) -> npt.NDArray[np.bool_]:
    """Return for every row whether no wrong answer is longer than a right one: its fit has no maximum."""
    rises: npt.NDArray[np.bool_] = _ends(tokens, n - right)[1] <= _ends(tokens, right)[0]
    return rises


def half_length(tokens: Floats, right: Floats, n: Floats) -> Length:
    """Return L50 of one curve (arrays over ascending lengths, n positive).

    All right: ``>`` the longest length; all wrong: ``<`` the shortest. Separated: ``between`` two tested
    lengths (of a single mixed length, its neighbours). A curve that doesn't fall is above or below one half
    throughout. A value beyond the tested lengths is censored: the curve is not continued.
    """
    if n.sum() == 0:
        return Length(reason="no cells")
    shortest, longest = float(tokens[0]), float(tokens[-1])
    if right.sum() == n.sum():
        return Length(longest, ">", "all correct")
    if right.sum() == 0:
        return Length(shortest, "<", "none correct")
    (last_right,), (first_wrong,) = _ends(tokens, right[None])[1], _ends(tokens, (n - right)[None])[0]
    if last_right <= first_wrong:
        low, high = _bracket(tokens, last_right, first_wrong)
        reason = f"right and wrong answers do not overlap: between {low:.0f} and {high:.0f} tokens"
        return Length(None, "between", reason, (low, high))
    (a,), (b,) = fit(tokens, right[None], n[None])
    (rises,) = _rises(tokens, right[None], n[None])
    if np.isnan(b) and not rises:
        return Length(reason="the logistic fit does not converge")
    if rises or b >= 0:
        above = right.sum() / n.sum() >= 0.5
        return Length(longest, ">", NOT_FALLING) if above else Length(shortest, "<", NOT_FALLING)
    half = -a / b
    if half > np.log2(longest):
        return Length(longest, ">")
    if half < np.log2(shortest):
        return Length(shortest, "<")
    return Length(float(2**half), "=")


def _bracket(tokens: Floats, last_right: float, first_wrong: float) -> tuple[float, float]:
    """Return the tested lengths between which a separated curve crosses one half."""
    if last_right < first_wrong:
        return float(last_right), float(first_wrong)
    place = int(np.searchsorted(tokens, last_right))
    return float(tokens[max(place - 1, 0)]), float(tokens[min(place + 1, len(tokens) - 1)])


def half_length_drawn(tokens: Floats, right: Floats, n: Floats) -> Floats:
    """Return `half_length` of every draw (draws x lengths): -inf for ``<``, inf for ``>``, NaN without cells
    and where the fit does not converge.

    A separated draw counts with the geometric mean of its two lengths.
    """
    total, hits = n.sum(axis=1), right.sum(axis=1)
    mostly_right = np.where(hits / np.maximum(total, 1) >= 0.5, np.inf, -np.inf)
    last_right, first_wrong = _ends(tokens, right)[1], _ends(tokens, n - right)[0]
    mixed = (hits > 0) & (hits < total)
    separated = mixed & (last_right <= first_wrong)
    half = mostly_right  # holds for all right, all wrong, and a curve that doesn't fall
    half[separated] = (np.log2(last_right[separated]) + np.log2(first_wrong[separated])) / 2
    fitted = np.flatnonzero(mixed & ~separated)
    if len(fitted):
        a, b = fit(tokens, right[fitted], n[fitted], _start(tokens, right, n), DRAWN_ACCURACY)
        falls = b < 0
        half[fitted[falls]] = -a[falls] / b[falls]
        failed = fitted[np.isnan(b)]
        half[failed[~_rises(tokens, right[failed], n[failed])]] = np.nan
    half[half > np.log2(tokens[-1])] = np.inf
    half[half < np.log2(tokens[0])] = -np.inf
    drawn = np.where(half == -np.inf, -np.inf, np.exp2(half))
    return np.where(total == 0, np.nan, drawn)


def _start(tokens: Floats, right: Floats, n: Floats) -> tuple[float, float]:
    """Return where to begin fitting draws: at the fit of all draws together, or flat."""
    (a,), (b,) = fit(tokens, right.sum(axis=0)[None], n.sum(axis=0)[None])
    return (float(a), float(b)) if b < 0 else (0.0, 0.0)
