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
    return found, found.draws(draws, 1)


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
    assert (kept["interval"], kept["n_draws_used"]) == (None, None)


def test_an_interval_names_its_rule_and_the_draws_that_it_was_made_from():
    half = l50(*curve(falling_cells()))
    assert (half["interval"], half["n_draws_used"]) == ("95 % bootstrap over puzzles", 300)


def without_interval(row):
    return {row[name] for name in ("low", "low_relation", "high", "high_relation")} == {None}


def test_a_model_that_never_errs_is_censored_without_an_interval():
    cells = [row | {"outcome": "correct", "correct": True} for row in falling_cells()]
    half = l50(*curve(cells))
    assert (half["tokens"], half["relation"], half["reason"]) == (1600, ">", "all correct")
    assert half["interval"] == "none: (nearly) all draws are alike"
    assert without_interval(half)


BEYOND_ALL = [
    pytest.param("correct", (400, "=", 1600, ">"), id="right: the 30 longest are well above the level"),
    pytest.param("invented", (200, "<", 800, "="), id="wrong: the 30 shortest are well below it"),
]


@pytest.mark.parametrize(("outcome", "bounds"), BEYOND_ALL)
def test_the_outermost_cells_bound_a_length_beyond_the_tested_ones(outcome, bounds):
    cells = [
        row | {"outcome": outcome, "correct": outcome == "correct"} for row in falling_cells(n_puzzles=10)
    ]
    half = l50(*curve(cells))
    assert half["interval"] == "95 % Wilson of the 30 outermost cells or more, taken as independent"
    assert tuple(half[name] for name in ("low", "low_relation", "high", "high_relation")) == bounds


def test_the_level_of_a_kept_length_allows_for_the_base():
    cells = [row | {"outcome": "correct", "correct": True} for row in falling_cells(n_puzzles=10)]
    kept = kept_length(*curve(cells), base_tokens=400)
    assert (kept["low"], kept["high_relation"]) == (400, ">")


def stepped_cells(last_right, n_puzzles=6):
    """Cells of puzzles that are right up to a length of their own."""
    return [
        cell("correct" if n_lines <= last_right(puzzle) else "invented", puzzle=puzzle, n_lines=n_lines)
        for n_lines in LENGTHS
        for puzzle in range(1, n_puzzles + 1)
    ]


def test_a_separated_curve_lies_between_two_lengths():
    half = l50(*curve(stepped_cells(lambda puzzle: 8)))
    assert (half["tokens"], half["relation"]) == (None, "between")
    assert "between 400 and 800 tokens" in half["reason"]
    assert half["interval"] == "none: (nearly) all draws are alike"
    assert without_interval(half)


def test_the_interval_of_a_separated_curve_holds_both_lengths():
    half = l50(*curve(stepped_cells(lambda puzzle: 4 if puzzle <= 3 else 8)))
    assert half["relation"] == "between"
    assert half["low"] <= 200
    assert half["high"] >= 800


def test_too_few_cells_have_no_interval():
    half = l50(*curve(falling_cells(n_puzzles=4)))
    assert half["interval"] == "none: 16 cells; at least 20"
    assert without_interval(half)


def test_draws_without_a_right_answer_in_the_base_are_counted():
    right = {(1, 4)}
    cells = [
        cell("correct" if (puzzle, n) in right else "invented", puzzle=puzzle, n_lines=n)
        for n in LENGTHS
        for puzzle in range(1, 13)
    ]
    kept = kept_length(*curve(cells), base_tokens=200)
    assert 150 < kept["n_draws_used"] < 225
    assert kept["interval"] == f"none: only {kept['n_draws_used']} of 300 draws give a value"
    assert without_interval(kept)


def test_the_order_of_cells_changes_nothing():
    cells = falling_cells()
    first = l50(*curve(cells))
    assert l50(*curve(cells[::-1])) == first


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        (None, (None, None)),
        (-np.inf, (200.0, "<")),
        (np.log2(199), (200.0, "<")),
        (np.inf, (800.0, ">")),
        (np.log2(801), (800.0, ">")),
        (np.log2(400), (400.0, "=")),
        (np.log2(800), (800.0, "=")),
    ],
)
def test_bounds_beyond_the_tested_lengths_are_censored(bound, expected):
    assert censored(bound, np.array([200.0, 400.0, 800.0])) == expected


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
        pytest.param([UNKNOWN, (50, "=", 90, "=")], [(None, None), (1, 2)], id="unknown: no rank, anywhere"),
    ],
)
def test_overlapping_intervals_are_ties(spans, ranks):
    assert ranked(*spans) == ranks
