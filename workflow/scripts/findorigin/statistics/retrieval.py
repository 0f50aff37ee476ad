"""Retrieval against reasoning: one hop, which needs finding only, beside two and three at equal lengths.

The lists of different hops have different words, so the cells are not paired; lengths are compared one by
one, and their mean gap counts every length alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from findorigin.statistics.bootstrap import Floats, draw_cells, percentile_interval, sums
from findorigin.statistics.cells import CellSet, FinalCell, conditions, grader_of, n_puzzles, puzzle_of
from findorigin.statistics.columns import Row, columns, conditions_without
from findorigin.statistics.intervals import newcombe_interval, newcombe_rule

SERIES = conditions_without("label", "hops", "d")
COLUMNS = conditions_without("hops", "d") | columns(
    "str: grader; int: hops d length; str: length_unit; int: n_lengths tokens n_puzzles;"
    "int: n_retrieval n_reasoning;"
    "float: accuracy_retrieval accuracy_reasoning; estimate: gap; str: interval"
)


class _Long(FinalCell):
    length: int
    length_unit: str


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield the gap of every series with two or more hops to the one-hop series of its model.

    A row a common length, and one with `length` null for the mean over them. Lengths are equal where
    target_tokens are, or n_lines where no tokens were asked for. A length's interval is Newcombe's, for
    independent cells; the mean's is a bootstrap.
    """
    for named, group in conditions([_with_length(cell) for cell in cells.final], (*SERIES, "length_unit")):
        retrieval = [cell for cell in group if cell["hops"] == 1]
        several = [cell for cell in group if cell["hops"] is not None and cell["hops"] > 1]
        for series, reasoning in conditions(several, ("hops", "d")):
            common = sorted({cell["length"] for cell in retrieval} & {cell["length"] for cell in reasoning})
            if not common:
                continue
            shared = named | series | {"grader": grader_of(named["evidence"])}
            for length in common:
                yield shared | _length_gap(
                    *([cell for cell in side if cell["length"] == length] for side in (retrieval, reasoning))
                )
            sides = [[cell for cell in side if cell["length"] in common] for side in (retrieval, reasoning)]
            yield shared | _mean_gap(sides, common, cells.settings.draws, cells.settings.seed)


def _with_length(cell: FinalCell) -> _Long:
    target = cell["target_tokens"]
    if target is not None:
        return {**cell, "length": target, "length_unit": "target_tokens"}
    return {**cell, "length": cell["n_lines"] or 0, "length_unit": "n_lines"}


def _length_gap(retrieval: Sequence[_Long], reasoning: Sequence[_Long]) -> Row:
    (k1, n1), (k2, n2) = (
        (sum(cell["is_right"] for cell in side), len(side)) for side in (retrieval, reasoning)
    )
    low, high = newcombe_interval(k1, n1, k2, n2)
    return {
        **_counts(retrieval, reasoning),
        "length": retrieval[0]["length"],
        "n_lengths": 1,
        "accuracy_retrieval": k1 / n1,
        "accuracy_reasoning": k2 / n2,
        "gap": k1 / n1 - k2 / n2,
        "gap_low": low,
        "gap_high": high,
        "interval": newcombe_rule(n1, n2, min(n_puzzles(retrieval), n_puzzles(reasoning))),
    }


def _mean_gap(sides: Sequence[Sequence[_Long]], common: Sequence[int], n_draws: int, seed: int) -> Row:
    means: list[float] = []
    drawn, n_units, rules = [], [], set()
    for number, side in enumerate(sides):
        ordered = sorted(side, key=lambda cell: (cell["length"], puzzle_of(cell), cell["repeat"]))
        places = np.searchsorted(common, [cell["length"] for cell in ordered])
        is_right = np.array([cell["is_right"] for cell in ordered], dtype=np.float64)
        draws = draw_cells([puzzle_of(cell) for cell in ordered], n_draws, seed + number)
        right = draws.totals(is_right, places, len(common))
        n = draws.totals(np.ones(len(ordered)), places, len(common))
        drawn.append(_mean_of_lengths(right, n))
        means.append(float((sums(places, is_right) / sums(places, np.ones(len(ordered)))).mean()))
        n_units.append(draws.n_units)
        rules.add(draws.rule)
    gap = means[0] - means[1]
    low, high = percentile_interval(drawn[0] - drawn[1], gap, min(n_units), limits=(-1.0, 1.0))
    if low == high:
        low, high, rules = None, None, {"none: all draws are alike"}
    return {
        **_counts(*sides),
        "length": None,
        "n_lengths": len(common),
        "accuracy_retrieval": means[0],
        "accuracy_reasoning": means[1],
        "gap": gap,
        "gap_low": low,
        "gap_high": high,
        "interval": "; ".join(sorted(rules)),
    }


def _mean_of_lengths(right: Floats, n: Floats) -> Floats:
    """Return the mean accuracy over the lengths of every draw; a length without cells is left out."""
    asked = n > 0
    shares = right / np.where(asked, n, 1.0)
    lengths = asked.sum(axis=1)
    return np.where(lengths > 0, shares.sum(axis=1) / np.maximum(lengths, 1), np.nan)


def _counts(retrieval: Sequence[_Long], reasoning: Sequence[_Long]) -> Row:
    lengths = [cell["tokens"] for cell in (*retrieval, *reasoning)]
    return {
        "tokens": round(sum(lengths) / len(lengths)),
        "n_puzzles": min(n_puzzles(retrieval), n_puzzles(reasoning)),
        "n_retrieval": len(retrieval),
        "n_reasoning": len(reasoning),
    }
