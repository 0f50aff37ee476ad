"""Effective lengths of one condition with their bootstrap intervals, and ranks with their ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from findorigin.statistics.bootstrap import ALIKE, Draws, Interval, interval_or_reason
from findorigin.statistics.curves import Curve, DrawnCurve
from findorigin.statistics.evidence import LEAST_PUZZLES
from findorigin.statistics.intervals import wilson_interval
from findorigin.statistics.lengths import (
    KEPT_SHARE,
    Base,
    Length,
    base_accuracy,
    longest_kept,
    longest_kept_drawn,
)
from findorigin.statistics.logistic import half_length, half_length_drawn

ESTIMATE = ("tokens", "relation")
BETWEEN = ("between_low", "between_high")
# If all of so many cells are right, accuracy is above RULER's 85.6 % (Wilson).
END_CELLS = 30
END_RULE = f"95 % Wilson of the {END_CELLS} outermost cells or more, taken as independent"
END_CONDITIONAL = f"{END_RULE}, conditional on these puzzles"
BOUNDS = ("low", "low_relation", "high", "high_relation")


def kept_length(curve: Curve, drawn: DrawnCurve, base_tokens: int) -> dict[str, Any]:
    """Return L85 with its interval.

    The base is drawn too: its own uncertainty is part of the interval. A draw whose base has no right answer
    gives no L85.
    """
    base = base_accuracy(curve.tokens, curve.right, curve.n, base_tokens)
    described = _base_columns(base, base_tokens)
    if base.accuracy is None:
        return _without_value(base.reason) | described
    threshold = KEPT_SHARE * base.accuracy
    length = longest_kept(curve.tokens, curve.right / curve.n, curve.n, threshold)
    short = curve.tokens <= base_tokens
    hits, cells = drawn.right[:, short].sum(axis=1), drawn.n[:, short].sum(axis=1)
    thresholds = np.where(hits > 0, KEPT_SHARE * hits / np.maximum(cells, 1), np.nan)
    lengths = longest_kept_drawn(curve.tokens, drawn.right, drawn.n, thresholds)
    levels = tuple(KEPT_SHARE * bound for bound in wilson_interval(round(base.accuracy * base.n), base.n))
    return _row(curve, length, lengths, drawn.draws, levels) | described | {"threshold": threshold}


def absolute_length(curve: Curve, drawn: DrawnCurve, threshold: float) -> dict[str, Any]:
    """Return the longest tested length with an isotonic accuracy of at least `threshold`."""
    length = longest_kept(curve.tokens, curve.right / curve.n, curve.n, threshold)
    lengths = longest_kept_drawn(curve.tokens, drawn.right, drawn.n, np.full(len(drawn.n), threshold))
    row = _row(curve, length, lengths, drawn.draws, (threshold, threshold))
    return row | _base_columns(None, None) | {"threshold": threshold}


def l50(curve: Curve, drawn: DrawnCurve) -> dict[str, Any]:
    """Return L50 with its interval; that of a separated curve holds both lengths it lies between."""
    length = half_length(curve.tokens, curve.right, curve.n)
    lengths = half_length_drawn(curve.tokens, drawn.right, drawn.n)
    row = _row(curve, length, lengths, drawn.draws, (0.5, 0.5), anywhere=True)
    return row | _base_columns(None, None) | {"threshold": 0.5}


def _base_columns(base: Base | None, base_tokens: int | None) -> dict[str, Any]:
    return {
        "base_tokens": base_tokens,
        "n_base": None if base is None else base.n,
        "base_accuracy": None if base is None else base.accuracy,
        "threshold": None,
    }


def _row(
    curve: Curve,
    length: Length,
    lengths: np.ndarray,
    draws: Draws,
    levels: tuple[float, float],
    anywhere: bool = False,
) -> dict[str, Any]:
    """Return a length with the interval of its drawn values, on the logarithm of tokens.

    `levels` are the lowest and the highest accuracy that the length may be the crossing of; `anywhere` says
    that it may be any number of tokens, not only a tested one.
    """
    if length.relation is None:
        return _without_value(length.reason)
    estimates = length.between or (_position(length),)
    limits = (-np.inf, np.inf) if anywhere else None
    found = interval_or_reason(_log2(lengths), [float(_log2(value)) for value in estimates], draws, limits)
    if found.rule == ALIKE:
        found = _end_interval(curve, length.relation, levels, found)
    row = {"tokens": length.value, "relation": length.relation, "reason": length.reason}
    row |= {"interval": found.rule, "n_draws_used": found.n_used}
    row |= dict(zip(BETWEEN, length.between or (None, None), strict=True))
    for name, bound in (("low", found.low), ("high", found.high)):
        row |= dict(zip((name, f"{name}_relation"), censored(bound, curve.tokens), strict=True))
    return row


def _end_interval(curve: Curve, relation: str, levels: tuple[float, float], otherwise: Interval) -> Interval:
    """Return the interval (log2 tokens) of a length beyond the tested ones whose draws are all alike.

    Where accuracy falls with length, the mean over the longest cells is at most the accuracy at the shortest
    of them: if even the low end of its Wilson interval is above the level, the level is not reached before.
    The same holds mirrored for the shortest cells. The cells are those of the outermost lengths, whole
    lengths, until they are at least 30. `otherwise` is returned where they say nothing.
    """
    if relation not in ("<", ">"):
        return otherwise
    order = np.arange(len(curve.n)) if relation == "<" else np.arange(len(curve.n))[::-1]
    count = int(np.searchsorted(np.cumsum(curve.n[order]), END_CELLS)) + 1
    if count > len(order):
        return otherwise
    ends = order[:count]
    low, high = wilson_interval(int(curve.right[ends].sum()), int(curve.n[ends].sum()))
    puzzles = curve.cells["puzzle"][np.isin(curve.length_of_cell, ends)].nunique()
    rule = END_RULE if puzzles >= LEAST_PUZZLES else END_CONDITIONAL
    innermost = float(np.log2(curve.tokens[ends[-1]]))
    if relation == ">" and low > levels[1]:
        return Interval(innermost, np.inf, rule, otherwise.n_used)
    if relation == "<" and high < levels[0]:
        return Interval(-np.inf, innermost, rule, otherwise.n_used)
    return otherwise


def _without_value(reason: str | None) -> dict[str, Any]:
    nothing = (*ESTIMATE, *BETWEEN, *BOUNDS, "interval", "n_draws_used")
    return dict.fromkeys(nothing) | {"reason": reason}


def _log2(tokens: np.ndarray | float) -> np.ndarray:
    """Return log2 of lengths in tokens; an infinity, which is beyond the tested lengths, stays one."""
    return np.where(np.isneginf(tokens), -np.inf, np.log2(np.where(np.isneginf(tokens), 1.0, tokens)))


def _position(length: Length) -> float:
    """Return where a length stands among others: below or above all numbers where it is censored."""
    return {"<": -np.inf, ">": np.inf}.get(length.relation, length.value)


def censored(bound: float | None, tokens: np.ndarray) -> tuple[float | None, str | None]:
    """Return a bound (log2 tokens) as a number of tokens and its relation: beyond the tested lengths it is
    censored.
    """
    if bound is None:
        return None, None
    ends = np.log2(tokens[[0, -1]])
    if bound < ends[0]:
        return float(tokens[0]), "<"
    if bound > ends[1]:
        return float(tokens[-1]), ">"
    # Rounded, so that a tested length comes back from its logarithm as the number that it was.
    return round(float(np.exp2(bound)), 6), "="


def rank_with_ties(rows: Sequence[Mapping[str, Any]]) -> list[tuple[int | None, int | None, int]]:
    """Return (best rank, worst rank, number of rows) of each row by its interval.

    `rows` have low, low_relation, high, high_relation. A row is better than another only if its whole
    interval lies above the other's; rows whose intervals overlap are tied, and share ranks. Unknown ones have
    none, and may stand anywhere: they could push every other down.
    """
    spans = [_span(row) for row in rows]
    known = [span for span in spans if span is not None]
    ranks: list[tuple[int | None, int | None, int]] = []
    for span in spans:
        if span is None:
            ranks.append((None, None, len(rows)))
            continue
        better = sum(other[0] > span[1] for other in known)
        worse = sum(other[1] < span[0] for other in known)
        ranks.append((better + 1, len(rows) - worse, len(rows)))
    return ranks


def _span(row: Mapping[str, Any]) -> tuple[float, float] | None:
    if row["low"] is None or row["high"] is None:
        return None
    # A censored bound is a bound on one side only: beyond the tested lengths, anything is possible.
    low = -np.inf if row["low_relation"] == "<" else row["low"]
    high = np.inf if row["high_relation"] == ">" else row["high"]
    return low, high
