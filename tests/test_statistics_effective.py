"""Curves, effective lengths with intervals, ranks with ties."""

from __future__ import annotations

import numpy as np
import pytest

from findorigin.statistics.curves import curve_of, curve_points, pooled
from findorigin.statistics.effective import absolute_length, censored, kept_length, l50, rank_with_ties
from findorigin.statistics.evidence import final_cells
from findorigin.statistics.intervals import WILSON
from statistics_inputs import LENGTHS, cell, falling_cells, frame


def curve(cells, draws=300):
    found = curve_of(final_cells(frame(cells)))
    right, n, _ = found.draws(draws, 1)
    return found, (right, n)


def test_a_curve_has_a_point_a_length():
    points = curve_points(final_cells(frame(falling_cells())), 200, 1)
    assert [(p["tokens"], p["n_correct"], p["n_cells"]) for p in points] == [
        (200, 6, 6), (400, 5, 6), (800, 3, 6), (1600, 1, 6)
    ]  # fmt: skip
    assert all(p["accuracy_low"] <= p["accuracy"] <= p["accuracy_high"] for p in points)
    assert {p["interval"] for p in points} == {WILSON}


def test_repeats_of_puzzles_get_the_interval_over_puzzles():
    cells = [row | {"repeat": repeat} for repeat in (1, 2) for row in falling_cells()]
    points = curve_points(final_cells(frame(cells)), 200, 1)
    assert [p["interval"] for p in points] == [WILSON, *["95 % bootstrap over puzzles"] * 3]


@pytest.mark.parametrize(
    ("n", "points"),
    [([1] * 25, [13, 12]), ([1] * 9, [9]), ([1] * 10, [10]), ([2, 1, 1], [1, 1, 1]), ([1], [1])],
)
def test_single_cells_are_pooled_to_at_least_ten(n, points):
    assert np.bincount(pooled(np.array(n))).tolist() == points


def test_a_single_cell_has_no_interval():
    (point,) = curve_points(final_cells(frame([cell()])), 200, 1)
    assert (point["accuracy"], point["accuracy_low"], point["interval"]) == (1.0, None, None)


def test_the_vendors_count_is_used_where_it_is_complete():
    cells = [row | {"input_tokens": row["n_tokens"] + 30} for row in falling_cells()]
    cells[0]["input_tokens"] = None
    final = final_cells(frame(cells))
    lengths = dict(zip(final["n_lines"], zip(final["tokens"], final["counted_by"], strict=True), strict=True))
    assert lengths[4] == (200, "cl100k_base")
    assert lengths[8] == (430, "vendor")


def test_effective_lengths_with_their_intervals():
    found, drawn = curve(falling_cells())
    kept = kept_length(found, drawn, base_tokens=400)
    assert (kept["n_base"], kept["base_accuracy"]) == (12, pytest.approx(11 / 12))
    assert (kept["tokens"], kept["relation"]) == (400, "=")
    assert kept["low"] <= 400 <= kept["high"]
    assert absolute_length(found, drawn, 0.9)["tokens"] == 200
    half = l50(found, drawn)
    assert half["low"] < half["tokens"] < half["high"]
    assert 400 < half["tokens"] < 1600


def test_without_a_base_there_is_no_kept_length_but_a_reason():
    kept = kept_length(*curve(falling_cells(n_puzzles=5)), base_tokens=200)
    assert [kept[name] for name in ("tokens", "relation", "low", "high", "base_accuracy")] == [None] * 5
    assert kept["reason"] == "base of 5 cells up to 200 tokens; at least 10"


def test_a_model_that_never_errs_is_censored_throughout():
    cells = [row | {"outcome": "correct", "correct": True} for row in falling_cells()]
    half = l50(*curve(cells))
    assert (half["tokens"], half["relation"], half["low_relation"], half["high_relation"]) == (
        1600,
        ">",
        ">",
        ">",
    )


def test_a_separated_curve_has_an_interval_that_holds_both_lengths():
    cells = [
        cell("correct" if n_lines <= 8 else "invented", puzzle=puzzle, n_lines=n_lines)
        for n_lines in LENGTHS
        for puzzle in range(1, 7)
    ]
    half = l50(*curve(cells))
    assert (half["tokens"], half["relation"]) == (None, "between")
    assert (half["low"], half["high"]) == (400, 800)
    assert "between 400 and 800 tokens" in half["reason"]


def test_the_order_of_cells_changes_nothing():
    cells = falling_cells()
    first = l50(*curve(cells))
    assert l50(*curve(cells[::-1])) == first


@pytest.mark.parametrize(
    ("bound", "expected"),
    [(None, (None, None)), (-np.inf, (200.0, "<")), (np.inf, (800.0, ">")), (400, (400.0, "="))],
)
def test_bounds_beyond_the_tested_lengths_are_censored(bound, expected):
    assert censored(bound, np.array([200, 400, 800])) == expected


def ranked(*spans):
    rows = [dict(zip(("low", "low_relation", "high", "high_relation"), span, strict=True)) for span in spans]
    return [ranks[:2] for ranks in rank_with_ties(rows)]


UNKNOWN = (None, None, None, None)


@pytest.mark.parametrize(
    ("spans", "ranks"),
    [
        pytest.param([(100, "=", 200, "="), (300, "=", 400, "=")], [(2, 2), (1, 1)], id="apart"),
        pytest.param([(100, "=", 300, "="), (300, "=", 400, "=")], [(1, 2), (1, 2)], id="touching: tied"),
        pytest.param(
            [(800, ">", 800, ">"), (800, ">", 800, ">"), (100, "=", 300, "=")],
            [(1, 2), (1, 2), (3, 3)],
            id="both beyond the longest: tied",
        ),
        pytest.param(
            [(100, ">", 100, ">"), (100, "=", 300, "=")], [(1, 2), (1, 2)], id="tested less far: tied"
        ),
        pytest.param([(200, "<", 200, "<"), (50, "=", 90, "=")], [(1, 2), (1, 2)], id="below: anything"),
        pytest.param([UNKNOWN, (50, "=", 90, "=")], [(None, None), (1, 1)], id="unknown: no rank"),
    ],
)
def test_overlapping_intervals_are_ties(spans, ranks):
    assert ranked(*spans) == ranks
