"""Areas: the range that models share, and which curves are too short for it."""

from __future__ import annotations

import numpy as np
import pytest

from findorigin.statistics.areas import area_row, common_range, shortcomings
from findorigin.statistics.curves import curve_of

SIX = [200, 400, 800, 1600, 3200, 6400]


def curve(tokens, n_puzzles=6, is_right=lambda puzzle, tokens: puzzle * 400 > tokens):
    rows = [
        {
            "tokens": length,
            "n_lines": length,
            "puzzle": puzzle,
            "repeat": 1,
            "is_right": int(is_right(puzzle, length)),
        }
        for length in tokens
        for puzzle in range(1, n_puzzles + 1)
    ]
    return curve_of(rows)


@pytest.mark.parametrize(
    ("ranges", "reasons", "common"),
    [
        pytest.param([SIX, SIX[1:]], [None, None], (400, 6400), id="the lengths that both have"),
        pytest.param(
            [SIX, [200, 6400]], [None, "2 lengths; at least 3"], (200, 6400), id="two lengths are a line"
        ),
        pytest.param(
            [SIX, [200, 400, 799]],
            [None, "lengths from 200 to 799 tokens; at least 2 doublings"],
            (200, 6400),
            id="too narrow a range",
        ),
        pytest.param(
            [SIX, SIX[:3]],
            [None, "lengths from 200 to 800 tokens, less than half of the doublings of the widest range"],
            (200, 6400),
            id="a short curve does not shorten the range of the others",
        ),
        pytest.param([SIX[:3], SIX[:3]], [None, None], (200, 800), id="all are short: two doublings do"),
        pytest.param([[200, 400]], ["2 lengths; at least 3"], None, id="no curve is long enough"),
    ],
)
def test_the_common_range_is_that_of_curves_without_shortcomings(ranges, reasons, common):
    curves = [curve(tokens) for tokens in ranges]
    assert shortcomings(curves) == reasons
    assert common_range(curves) == common


def row(found, common, shortcoming=None, draws=400):
    return area_row(found, common, shortcoming, draws, 1)


def test_an_area_with_its_interval():
    found = row(curve(SIX), (400, 3200))
    assert (found["from_tokens"], found["to_tokens"], found["n_lengths_in_range"]) == (400, 3200, 4)
    assert found["area_low"] < found["area"] < found["area_high"]
    assert (found["interval"], found["n_draws_used"]) == ("95 % bootstrap over puzzles", 400)
    assert (found["n_cells"], found["n_puzzles"]) == (24, 6)


@pytest.mark.parametrize(
    ("tokens", "common", "reason"),
    [
        (SIX, (800.0, 1600.0), "the models' lengths have no common range of 2 doublings"),
        (SIX, (6400.0, 200.0), "the models' lengths have no common range of 2 doublings"),
        ([200, 300, 6400], (400.0, 6400.0), "1 lengths in the common range; at least 3"),
    ],
)
def test_too_small_a_common_range_has_no_area_but_a_reason(tokens, common, reason):
    found = row(curve(tokens), common)
    assert (found["area"], found["area_low"], found["interval"]) == (None, None, None)
    assert found["reason"] == reason


def test_a_curve_with_a_shortcoming_has_no_area_but_the_others_range():
    found = row(curve([200, 400]), (200.0, 6400.0), "2 lengths; at least 3")
    assert (found["area"], found["reason"]) == (None, "2 lengths; at least 3")
    assert (found["from_tokens"], found["to_tokens"], found["n_lengths_in_range"]) == (200, 6400, 2)


def test_an_area_whose_draws_are_alike_has_no_interval():
    found = row(curve(SIX, is_right=lambda puzzle, tokens: True), (200.0, 6400.0))
    assert (found["area"], found["area_low"], found["area_high"]) == (1.0, None, None)
    assert found["interval"] == "none: (nearly) all draws are alike"


def test_puzzles_outside_the_range_do_not_count():
    few, many = curve(SIX[:4], n_puzzles=4), curve([12800, 25600], n_puzzles=9)
    both = curve_of([*few.cells, *many.cells])
    found = row(both, (200.0, 1600.0), draws=2000)
    assert (found["n_puzzles"], found["n_cells"]) == (4, 16)
    assert found["interval"] == "none: 16 cells; at least 20"
    again = [cell | {"repeat": 2} for cell in few.cells]
    doubled = curve_of([*few.cells, *again, *many.cells])
    assert "conditional on these puzzles" in row(doubled, (200.0, 1600.0), draws=2000)["interval"]


def test_the_area_is_that_of_the_whole_curve_between_the_ends():
    found = row(curve(SIX), (300.0, 3200.0))["area"]
    whole = curve(SIX)
    places = np.log2([300, 400, 800, 1600, 3200])
    heights = np.interp(places, np.log2(whole.tokens), whole.right / whole.n)
    assert found == pytest.approx(np.trapezoid(heights, places) / (places[-1] - places[0]))
