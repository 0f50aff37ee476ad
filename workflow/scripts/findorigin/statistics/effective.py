"""Effective lengths of one condition with their bootstrap intervals, and ranks with their ties."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np

from findorigin.statistics.bootstrap import ALIKE, Draws, Floats, Interval, interval_or_reason
from findorigin.statistics.cells import CellSet, n_puzzles, puzzle_of
from findorigin.statistics.columns import CONDITION_COLUMNS, QUESTION, Row, columns
from findorigin.statistics.curves import Curve, DrawnCurve, counted_curves
from findorigin.statistics.intervals import CONFIDENCE, LEAST_PUZZLES, wilson_interval
from findorigin.statistics.lengths import (
    KEPT_SHARE,
    Base,
    Length,
    base_accuracy,
    longest_kept,
    longest_kept_drawn,
)
from findorigin.statistics.logistic import NOT_FALLING, half_length, half_length_drawn

COUNTS = "str: grader; int: n_cells n_puzzles n_lengths n_missing; str: counted_by"
RANKS = columns("int: rank_best rank_worst n_ranked")
# An effective length and its bounds are estimates, and need not be one of the tested lengths.
COLUMNS = CONDITION_COLUMNS | columns(
    f"str: measure; {COUNTS}; float: tokens; str: relation; int: between_low between_high;"
    "float: low; str: low_relation; float: high; str: high_relation;"
    "float: threshold; int: base_tokens n_base; float: base_accuracy; int: rank_best rank_worst n_ranked;"
    "str: interval; int: n_draws n_draws_used; str: reason"
)
BETWEEN = ("between_low", "between_high")
SENSITIVITY_COLUMNS = {
    name: kind for name, kind in COLUMNS.items() if name not in ("measure", *BETWEEN, *RANKS)
}
ESTIMATE = ("tokens", "relation")
# The interval of a length beyond the tested ones: its one bound is wrong in at most half of the other 5 %.
END_PUZZLES = "95 % exact, from the outermost cells alone, by puzzles"
END_CONDITIONAL = "95 % exact, from the outermost cells alone, conditional on these puzzles"
BOUNDS = ("low", "low_relation", "high", "high_relation")


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield the effective lengths of every condition, without their ranks."""
    for row in _all_lengths(cells):
        if row["measure"] != "L85" or row["base_tokens"] == cells.settings.base_tokens:
            yield row


def sensitivity_rows(cells: CellSet) -> Iterator[Row]:
    """Yield L85 of every condition by each of the bases."""
    return (row for row in _all_lengths(cells) if row["measure"] == "L85")


def ranked(rows: Sequence[Row]) -> list[Row]:
    """Return the rows, in their order, with their ranks among the models that answered the same questions."""
    groups: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        groups[tuple(row[name] for name in ("evidence", *QUESTION, "measure"))].append(place)
    found = list(rows)
    for places in groups.values():
        for place, ranks in zip(places, rank_with_ties([rows[place] for place in places]), strict=True):
            found[place] = rows[place] | dict(zip(RANKS, ranks, strict=True))
    return found


@lru_cache(maxsize=1)
def _all_lengths(cells: CellSet) -> list[Row]:
    """Return all effective lengths of all conditions: the draws of a curve serve them all."""
    settings, found = cells.settings, []
    for counted in counted_curves(cells):
        curve, drawn = counted.curve, counted.curve.draws(settings.draws, settings.seed)
        lengths = [
            ("L85", kept_length(curve, drawn, base_tokens))
            for base_tokens in sorted({settings.base_tokens, *settings.other_base_tokens})
        ]
        if settings.threshold is not None:
            lengths.append(("absolute", absolute_length(curve, drawn, settings.threshold)))
        lengths.append(("L50", l50(curve, drawn)))
        shared: Row = {**counted.named, **counted.counts, "n_draws": settings.draws}
        found += [shared | {"measure": measure} | row for measure, row in lengths]
    return found


def kept_length(curve: Curve, drawn: DrawnCurve, base_tokens: int) -> Row:
    """Return L85 with its interval.

    The base is drawn too: its own uncertainty is part of the interval. A draw whose base has no right answer
    gives no L85.
    """
    base = base_accuracy(curve.tokens, curve.right, curve.n, base_tokens)
    described = _base_columns(base, base_tokens)
    if base.accuracy is None or base.reason is not None:
        return _without_value(base.reason) | described
    threshold = KEPT_SHARE * base.accuracy
    length = longest_kept(curve.tokens, curve.right / curve.n, curve.n, threshold)
    short = curve.tokens <= base_tokens
    hits, cells = drawn.right[:, short].sum(axis=1), drawn.n[:, short].sum(axis=1)
    thresholds = np.where(hits > 0, KEPT_SHARE * hits / np.maximum(cells, 1), np.nan)
    lengths = longest_kept_drawn(curve.tokens, drawn.right, drawn.n, thresholds)
    lowest, highest = wilson_interval(round(base.accuracy * base.n), base.n)
    levels = (KEPT_SHARE * lowest, KEPT_SHARE * highest)
    return _row(curve, length, lengths, drawn.draws, levels) | described | {"threshold": threshold}


def absolute_length(curve: Curve, drawn: DrawnCurve, threshold: float) -> Row:
    """Return the longest tested length with an isotonic accuracy of at least `threshold`."""
    length = longest_kept(curve.tokens, curve.right / curve.n, curve.n, threshold)
    lengths = longest_kept_drawn(curve.tokens, drawn.right, drawn.n, np.full(len(drawn.n), threshold))
    row = _row(curve, length, lengths, drawn.draws, (threshold, threshold))
    return row | _base_columns(None, None) | {"threshold": threshold}


def l50(curve: Curve, drawn: DrawnCurve) -> Row:
    """Return L50 with its interval; that of a separated curve holds both lengths it lies between."""
    length = half_length(curve.tokens, curve.right, curve.n)
    lengths = half_length_drawn(curve.tokens, drawn.right, drawn.n)
    row = _row(curve, length, lengths, drawn.draws, (0.5, 0.5), anywhere=True)
    return row | _base_columns(None, None) | {"threshold": 0.5}


def _base_columns(base: Base | None, base_tokens: int | None) -> Row:
    return {
        "base_tokens": base_tokens,
        "n_base": None if base is None else base.n,
        "base_accuracy": None if base is None else base.accuracy,
        "threshold": None,
    }


def _row(
    curve: Curve,
    length: Length,
    lengths: Floats,
    draws: Draws,
    levels: tuple[float, float],
    anywhere: bool = False,
) -> Row:
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
        found = _end_interval(curve, length, levels, found)
    row: Row = {"tokens": length.value, "relation": length.relation, "reason": length.reason}
    row |= {"interval": found.rule, "n_draws_used": found.n_used}
    row |= dict(zip(BETWEEN, map(int, length.between) if length.between else (None, None), strict=True))
    for name, bound in (("low", found.low), ("high", found.high)):
        row |= dict(zip((name, f"{name}_relation"), censored(bound, curve.tokens), strict=True))
    return row


def _end_interval(curve: Curve, length: Length, levels: tuple[float, float], otherwise: Interval) -> Interval:
    """Return the interval (log2 tokens) of a length beyond the tested ones whose draws are all alike.

    The outermost lengths are taken until they hold so many units that all of them right (beyond the longest)
    or all wrong (below the shortest) would happen in at most 2.5 % of cases if accuracy were at the level:
    the exact binomial test. Where accuracy falls with length, it is then above (below) the level at the
    innermost of these lengths. A unit is a cell; with five puzzles or more it is a puzzle with all its
    cells, of which one counts. `otherwise` is returned where an answer among them is of the other kind, where
    they are too few, or where accuracy does not fall.
    """
    if length.relation not in ("<", ">") or length.reason == NOT_FALLING:
        return otherwise
    beyond = length.relation == ">"
    most_alike = levels[1] if beyond else 1 - levels[0]
    # The cells from the outermost length inwards.
    inwards = range(len(curve.cells))[:: -1 if beyond else 1]
    by_puzzle = n_puzzles(curve.cells) >= LEAST_PUZZLES
    units = [puzzle_of(curve.cells[i]) if by_puzzle else i for i in inwards]
    first = {unit: i for i, unit in reversed(list(enumerate(units)))}
    seen = accumulate(first[unit] == i for i, unit in enumerate(units))
    enough = [i for i, n in zip(inwards, seen, strict=True) if most_alike**n <= (1 - CONFIDENCE) / 2]
    if not enough:
        return otherwise
    innermost = int(curve.length_of_cell[enough[0]])
    reached = curve.length_of_cell >= innermost if beyond else curve.length_of_cell <= innermost
    if any(curve.cells[i]["is_right"] != int(beyond) for i in np.flatnonzero(reached).tolist()):
        return otherwise
    bound = float(np.log2(curve.tokens[innermost]))
    rule = END_PUZZLES if by_puzzle else END_CONDITIONAL
    low, high = (bound, np.inf) if beyond else (-np.inf, bound)
    return Interval(low, high, rule, otherwise.n_used)


def _without_value(reason: str | None) -> Row:
    nothing = (*ESTIMATE, *BETWEEN, *BOUNDS, "interval", "n_draws_used")
    return {**dict.fromkeys(nothing), "reason": reason}


def _log2(tokens: Floats | float) -> Floats:
    """Return log2 of lengths in tokens; an infinity, which is beyond the tested lengths, stays one."""
    return np.where(np.isneginf(tokens), -np.inf, np.log2(np.where(np.isneginf(tokens), 1.0, tokens)))


def _position(length: Length) -> float:
    """Return where a length stands among others: below or above all numbers where it is censored."""
    if length.value is None:
        raise ValueError("a length without a value has no position")
    return {"<": -math.inf, ">": math.inf}.get(str(length.relation), length.value)


def censored(bound: float | None, tokens: Floats) -> tuple[float | None, str | None]:
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


def rank_with_ties(rows: Sequence[Row]) -> list[tuple[int | None, int | None, int]]:
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


def _span(row: Row) -> tuple[float, float] | None:
    low, high = row["low"], row["high"]
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return None
    # A censored bound is a bound on one side only: beyond the tested lengths, anything is possible.
    return (
        -math.inf if row["low_relation"] == "<" else low,
        math.inf if row["high_relation"] == ">" else high,
    )
