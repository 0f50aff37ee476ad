"""Effective lengths of one condition with their bootstrap intervals, and ranks with their ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from findorigin.statistics.bootstrap import percentile_interval
from findorigin.statistics.curves import Curve
from findorigin.statistics.lengths import (
    KEPT_SHARE,
    Base,
    Length,
    base_accuracy,
    longest_kept,
    longest_kept_drawn,
)
from findorigin.statistics.logistic import half_length, half_length_drawn

Counts = tuple[np.ndarray, np.ndarray]


def kept_length(curve: Curve, drawn: Counts, base_tokens: int) -> dict[str, Any]:
    """Return L85 with its interval; `drawn` are the right answers and cells of every draw (draws x lengths).

    The base is drawn too: its own uncertainty is part of the interval.
    """
    base = base_accuracy(curve.tokens, curve.right, curve.n, base_tokens)
    described = _base_columns(base, base_tokens)
    if base.accuracy is None:
        return _row(curve, Length(reason=base.reason), None) | described
    threshold = KEPT_SHARE * base.accuracy
    length = longest_kept(curve.tokens, curve.right / curve.n, curve.n, threshold)
    right, n = drawn
    short = curve.tokens <= base_tokens
    hits, cells = right[:, short].sum(axis=1), n[:, short].sum(axis=1)
    thresholds = np.where(hits > 0, KEPT_SHARE * hits / np.maximum(cells, 1), np.nan)
    lengths = longest_kept_drawn(curve.tokens, right, n, thresholds)
    return _row(curve, length, lengths) | described | {"threshold": threshold}


def absolute_length(curve: Curve, drawn: Counts, threshold: float) -> dict[str, Any]:
    """Return the longest tested length with an isotonic accuracy of at least `threshold`."""
    length = longest_kept(curve.tokens, curve.right / curve.n, curve.n, threshold)
    lengths = longest_kept_drawn(curve.tokens, *drawn, np.full(len(drawn[0]), threshold))
    return _row(curve, length, lengths) | _base_columns(None, None) | {"threshold": threshold}


def l50(curve: Curve, drawn: Counts) -> dict[str, Any]:
    """Return L50 with its interval; that of a separated curve holds both lengths it lies between."""
    length = half_length(curve.tokens, curve.right, curve.n)
    lengths = half_length_drawn(curve.tokens, *drawn)
    return _row(curve, length, lengths) | _base_columns(None, None) | {"threshold": 0.5}


def _base_columns(base: Base | None, base_tokens: int | None) -> dict[str, Any]:
    return {
        "base_tokens": base_tokens,
        "n_base": None if base is None else base.n,
        "base_accuracy": None if base is None else base.accuracy,
        "threshold": None,
    }


def _row(curve: Curve, length: Length, lengths: np.ndarray | None) -> dict[str, Any]:
    estimates = length.between or ((_position(length),) if length.relation else ())
    low = high = None
    if lengths is not None and estimates:
        low, high = percentile_interval(lengths)
        if low is not None and high is not None:
            low, high = min(low, *estimates), max(high, *estimates)
    tokens = length.value
    row = {"tokens": tokens, "relation": length.relation, "reason": length.reason}
    for name, bound in (("low", low), ("high", high)):
        row |= dict(zip((name, f"{name}_relation"), censored(bound, curve.tokens), strict=True))
    return row


def _position(length: Length) -> float:
    """Return where a length stands among others: below or above all numbers where it is censored."""
    return {"<": -np.inf, ">": np.inf}.get(length.relation, length.value)


def censored(bound: float | None, tokens: np.ndarray) -> tuple[float | None, str | None]:
    """Return a bound as a number of tokens and its relation: infinities are beyond the tested lengths."""
    if bound is None:
        return None, None
    if bound == -np.inf:
        return float(tokens[0]), "<"
    if bound == np.inf:
        return float(tokens[-1]), ">"
    return float(bound), "="


def rank_with_ties(rows: Sequence[Mapping[str, Any]]) -> list[tuple[int | None, int | None, int]]:
    """Return (best rank, worst rank, number of ranked rows) of each row by its interval.

    `rows` have low, low_relation, high, high_relation. A row is better than another only if its whole
    interval lies above the other's; rows whose intervals overlap are tied, and share ranks. Unknown ones have
    none.
    """
    spans = [_span(row) for row in rows]
    known = [span for span in spans if span is not None]
    ranks: list[tuple[int | None, int | None, int]] = []
    for span in spans:
        if span is None:
            ranks.append((None, None, len(known)))
            continue
        better = sum(other[0] > span[1] for other in known)
        worse = sum(other[1] < span[0] for other in known)
        ranks.append((better + 1, len(known) - worse, len(known)))
    return ranks


def _span(row: Mapping[str, Any]) -> tuple[float, float] | None:
    if row["low"] is None or row["high"] is None:
        return None
    # A censored bound is a bound on one side only: beyond the tested lengths, anything is possible.
    low = -np.inf if row["low_relation"] == "<" else row["low"]
    high = np.inf if row["high_relation"] == ">" else row["high"]
    return low, high
