"""Curves, effective lengths with intervals, ranks with ties."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from findorigin.statistics.cells import CellSet, final_cells
from findorigin.statistics.curves import curve_of, pooled
from findorigin.statistics.curves import rows as curve_rows
from findorigin.statistics.effective import absolute_length, censored, kept_length, l50, rank_with_ties
from findorigin.statistics.intervals import WILSON
from statistics_inputs import LENGTHS, SETTINGS, cell, falling_cells, missing


def curve(cells, draws=300):
    found = curve_of(final_cells(cells))
    return found, found.draws(draws, 1)


def points_of(cells):
    return list(curve_rows(CellSet(cells, SETTINGS)))


def test_a_curve_has_a_point_a_length():
    points = points_of(falling_cells())
    assert [(p["tokens"], p["n_correct"], p["n_cells"]) for p in points] == [
        (200, 6, 6), (400, 5, 6), (800, 3, 6), (1600, 1, 6)
    ]  # fmt: skip
    assert all(p["accuracy_low"] <= p["accuracy"] <= p["accuracy_high"] for p in points)
    assert {p["interval"] for p in points} == {WILSON}


def test_repeats_of_puzzles_get_the_interval_over_puzzles():
    cells = [row | {"repeat": repeat} for repeat in (1, 2) for row in falling_cells()]
    points = points_of(cells)
    assert [p["interval"] for p in points] == [WILSON, *["95 % bootstrap over puzzles"] * 3]


@pytest.mark.parametrize(
    ("n", "points"),
    [([1] * 25, [13, 12]), ([1] * 9, [9]), ([1] * 10, [10]), ([2, 1, 1], [1, 1, 1]), ([1], [1])],
)
def test_single_cells_are_pooled_to_at_least_ten(n, points):
    assert np.bincount(pooled(np.array(n))).tolist() == points


ONE_A_LENGTH = [cell(n_lines=n_lines) for n_lines in LENGTHS]


@pytest.mark.parametrize(
    ("cells", "n_lines"),
    [
        pytest.param(ONE_A_LENGTH, {50: [(4, 32)]}, id="one puzzle, depth and repeat: pooled"),
        pytest.param(
            [row | {"puzzle": puzzle} for puzzle, row in enumerate(ONE_A_LENGTH, 1)],
            {50: [(4, 4), (8, 8), (16, 16), (32, 32)]},
            id="another puzzle at each length",
        ),
        pytest.param(
            [row | {"repeat": repeat} for repeat, row in enumerate(ONE_A_LENGTH, 1)],
            {50: [(4, 4), (8, 8), (16, 16), (32, 32)]},
            id="another repeat at each length",
        ),
        pytest.param(
            [row | {"depth": depth} for depth in (0, 100) for row in ONE_A_LENGTH[:2]],
            {0: [(4, 4), (8, 8)], 100: [(4, 4), (8, 8)]},
            id="several depths",
        ),
        pytest.param(
            [*ONE_A_LENGTH[:2], missing(puzzle=2, n_lines=4), missing(puzzle=2, n_lines=8)],
            {50: [(4, 4), (8, 8)]},
            id="a second puzzle that is still to be asked",
        ),
    ],
)
def test_lengths_are_pooled_only_where_one_cell_each_is_all_there_is(cells, n_lines):
    found = defaultdict(list)
    for point in points_of(cells):
        found[point["depth"]].append((point["n_lines_min"], point["n_lines_max"]))
    assert found == n_lines


def test_a_single_cell_has_no_interval():
    (point,) = points_of([cell()])
    assert (point["accuracy"], point["accuracy_low"], point["interval"]) == (1.0, None, None)


def test_the_vendors_count_is_used_where_it_is_complete():
    cells = [row | {"input_tokens": row["n_tokens"] + 30} for row in falling_cells()]
    cells[0]["input_tokens"] = None
    lengths = {row["n_lines"]: (row["tokens"], row["counted_by"]) for row in final_cells(cells)}
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


def all_of(outcome, cells):
    return [row | {"outcome": outcome, "correct": outcome == "correct"} for row in cells]


def bounds(row):
    return tuple(row[name] for name in ("low", "low_relation", "high", "high_relation"))


def test_a_model_that_never_errs_is_censored_and_over_few_puzzles_without_an_interval():
    half = l50(*curve(all_of("correct", falling_cells(n_puzzles=5))))
    assert (half["tokens"], half["relation"], half["reason"]) == (1600, ">", "all correct")
    assert half["interval"] == "none: (nearly) all draws are alike"
    assert without_interval(half)


BY_PUZZLES = "95 % exact, from the outermost cells alone, by puzzles"
CONDITIONAL = "95 % exact, from the outermost cells alone, conditional on these puzzles"
SIX = falling_cells(n_puzzles=6)
ONE = [row | {"repeat": repeat} for repeat in range(1, 7) for row in falling_cells(n_puzzles=1)]


@pytest.mark.parametrize(
    ("cells", "expected", "rule"),
    [
        pytest.param(all_of("correct", SIX), (1600, "=", 1600, ">"), BY_PUZZLES, id="six puzzles right"),
        pytest.param(all_of("invented", SIX), (200, "<", 200, "="), BY_PUZZLES, id="six puzzles wrong"),
        pytest.param(all_of("correct", ONE), (1600, "=", 1600, ">"), CONDITIONAL, id="six cells of a puzzle"),
    ],
)
def test_the_outermost_cells_bound_a_length_beyond_the_tested_ones(cells, expected, rule):
    half = l50(*curve(cells))
    assert bounds(half) == expected
    assert half["interval"] == rule


def test_repeats_of_five_puzzles_are_no_more_than_five_puzzles():
    cells = [row | {"repeat": repeat} for repeat in range(1, 7) for row in falling_cells(n_puzzles=5)]
    assert without_interval(l50(*curve(all_of("correct", cells))))


def test_a_curve_that_rises_has_no_bound_at_its_end():
    short = [row for row in SIX if row["n_lines"] == min(LENGTHS)]
    rising = all_of("invented", short) + all_of("correct", [row for row in SIX if row not in short])
    half = l50(*curve(rising))
    assert half["reason"] == "accuracy does not fall with length"
    assert without_interval(half)


@pytest.mark.parametrize(("n_puzzles", "expected"), [(22, None), (23, 1600)])
def test_a_kept_length_needs_more_puzzles_than_l50(n_puzzles, expected):
    """At 85 % of a base that is right throughout, 23 puzzles all right are the fewest that say more."""
    kept = kept_length(*curve(all_of("correct", falling_cells(n_puzzles=n_puzzles))), base_tokens=400)
    assert kept["low"] == expected


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
