"""Areas under the curves of several models, over the lengths that they have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from findorigin.statistics.bootstrap import Floats, interval_or_reason
from findorigin.statistics.cells import CellSet, n_puzzles
from findorigin.statistics.columns import CONDITION_COLUMNS, QUESTION, Row, columns
from findorigin.statistics.curves import CountedCurve, Curve, DrawnCurve, counted_curves, curve_of
from findorigin.statistics.effective import COUNTS
from findorigin.statistics.lengths import area

COLUMNS = CONDITION_COLUMNS | columns(
    f"{COUNTS}; int: from_tokens to_tokens n_lengths_in_range; estimate: area; str: interval;"
    "int: n_draws n_draws_used; str: reason"
)

# Two lengths make one straight line, and an area over less than two doublings is little more than accuracy
# at one length: such a curve says nothing about the fall of accuracy with length.
LEAST_LENGTHS = 3
LEAST_DOUBLINGS = 2.0
# A model that was asked over less than half of the widest range would shorten it for all others.
LEAST_SHARE = 0.5

Range = tuple[int, int]


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield the area under each curve, over the lengths that the models of the same questions share."""
    groups: defaultdict[tuple[object, ...], list[CountedCurve]] = defaultdict(list)
    for counted in counted_curves(cells):
        groups[tuple(counted.named[name] for name in ("evidence", *QUESTION))].append(counted)
    n_draws, seed = cells.settings.draws, cells.settings.seed
    for group in groups.values():
        curves = [counted.curve for counted in group]
        common = common_range(curves)
        for counted, shortcoming in zip(group, shortcomings(curves), strict=True):
            row = area_row(counted.curve, common, shortcoming, n_draws, seed)
            yield {**counted.named, **counted.counts, "n_draws": n_draws, **row}


def shortcomings(curves: Sequence[Curve]) -> list[str | None]:
    """Return for each curve of one question why it has no part in the common range; None where it has."""
    widest = max((_doublings(curve) for curve in curves), default=0.0)
    found: list[str | None] = []
    for curve in curves:
        n, doublings = len(curve.tokens), _doublings(curve)
        spanned = f"lengths from {curve.tokens[0]:.0f} to {curve.tokens[-1]:.0f} tokens"
        if n < LEAST_LENGTHS:
            found.append(f"{n} lengths; at least {LEAST_LENGTHS}")
        elif doublings < LEAST_DOUBLINGS:
            found.append(f"{spanned}; at least {LEAST_DOUBLINGS:.0f} doublings")
        elif doublings < LEAST_SHARE * widest:
            found.append(f"{spanned}, less than half of the doublings of the widest range")
        else:
            found.append(None)
    return found


def _doublings(curve: Curve) -> float:
    return float(np.log2(curve.tokens[-1] / curve.tokens[0]))


def common_range(curves: Sequence[Curve]) -> Range | None:
    """Return the shortest and the longest length that all curves without shortcomings cover."""
    fit = [curve for curve, lack in zip(curves, shortcomings(curves), strict=True) if lack is None]
    if not fit:
        return None
    return max(int(curve.tokens[0]) for curve in fit), min(int(curve.tokens[-1]) for curve in fit)


def area_row(curve: Curve, common: Range | None, shortcoming: str | None, n_draws: int, seed: int) -> Row:
    """Return the area under a curve over the `common` range, with its interval, or the reason why there is
    none.

    Its cells and puzzles are those that the area is made from: of the lengths in the range, and of their
    neighbours where the range begins or ends between two lengths.
    """
    unknown = set(COLUMNS) - set(CONDITION_COLUMNS) - set(columns(COUNTS)) - {"n_draws"}
    row: Row = {**dict.fromkeys(unknown), "reason": shortcoming}
    if common is None:
        return row
    low, high = common
    inside = int(((curve.tokens >= low) & (curve.tokens <= high)).sum())
    row |= {"from_tokens": low, "to_tokens": high, "n_lengths_in_range": inside}
    if shortcoming is not None:
        return row
    if high < low * 2**LEAST_DOUBLINGS:
        return row | {
            "reason": f"the models' lengths have no common range of {LEAST_DOUBLINGS:.0f} doublings"
        }
    if inside < LEAST_LENGTHS:
        return row | {"reason": f"{inside} lengths in the common range; at least {LEAST_LENGTHS}"}
    # The area is a weighted mean of the accuracies: these are the weights.
    weights = area(curve.tokens, np.eye(len(curve.tokens)), low, high)
    places = np.flatnonzero((weights > 0)[curve.length_of_cell]).tolist()
    used = curve_of([curve.cells[place] for place in places])
    weights = weights[weights > 0]
    found = float(used.right / used.n @ weights)
    drawn = used.draws(n_draws, seed)
    interval = interval_or_reason(_drawn_areas(weights, drawn), [found], drawn.draws, limits=(0.0, 1.0))
    return row | {
        "n_cells": len(used.cells),
        "n_puzzles": n_puzzles(used.cells),
        "area": found,
        "area_low": interval.low,
        "area_high": interval.high,
        "interval": interval.rule,
        "n_draws_used": interval.n_used,
    }


def _drawn_areas(weights: Floats, drawn: DrawnCurve) -> Floats:
    """Return the area of every draw, NaN without cells; a length that a draw lacks has no weight in it."""
    asked = drawn.n > 0
    accuracy = drawn.right / np.where(asked, drawn.n, 1.0)
    total = asked @ weights
    return np.where(total > 0, accuracy @ weights / np.where(total > 0, total, 1.0), np.nan)
