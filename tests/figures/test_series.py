from __future__ import annotations

import pytest

from figure_inputs import cells_of, measured, picture
from findorigin.figures.common.series import answered_series, drawn_cells, series_names


def puzzles(outcomes, **columns):
    """One planned cell of its own puzzle for each outcome; None is not answered."""
    asked = dict.fromkeys(("status", "outcome", "correct", "correct_paper"))
    return [
        measured(outcome, puzzle=puzzle, word_form="word", **columns) | (asked if outcome is None else {})
        for puzzle, outcome in enumerate(outcomes, start=1)
    ]


def test_answers_are_counted_over_puzzles_by_length():
    cells = puzzles(["correct", "middle", "correct"]) + puzzles(["no_answer"], n_lines=8)
    (series,) = answered_series(cells)
    assert series.label == "Tiny"
    assert {lines: (point.n_correct, point.n_graded) for lines, point in series.points.items()} == {
        4: (2, 3),
        8: (0, 1),
    }
    assert series.points[4].accuracy == pytest.approx(2 / 3)
    assert series.points[4].outcomes == {"correct": 2, "middle": 1}
    assert series.counts == "n = 4"


def test_a_cell_without_the_grade_is_not_counted():
    (series,) = answered_series([measured(correct=None)])
    assert series.counts == "0 of 1 asked"
    (series,) = answered_series([measured(correct=None)], "correct_paper")
    assert series.counts == "n = 1"


def test_hops_d_depth_arrangement_and_word_form_are_series_of_their_own():
    cells = [
        measured(),
        measured(d=15),
        measured(hops=1, d=0),
        measured(depth=0),
        measured(arrangement="shuffled"),
        measured(word_form="word", puzzle=1),
        measured(task="another"),
        measured(task="another", arrangement=None),
    ]
    assert len(answered_series(cells)) == 8


DRAWN = {
    "measured: neither programs nor controls": ({}, ["a", "b"]),
    "simulated: programs alone": ({"evidence": "simulated"}, ["program"]),
    "controls beside models": ({"with_controls": True}, ["a", "b", "oracle"]),
    "controls beside programs": ({"evidence": "simulated", "with_controls": True}, ["oracle", "program"]),
    "chosen": ({"models": ["b"]}, ["b"]),
    "a program is not chosen among models": ({"models": ["b", "program"]}, ["b"]),
    "left out": ({"without": ["b"]}, ["a"]),
}


@pytest.mark.parametrize(("changes", "models"), DRAWN.values(), ids=DRAWN)
def test_which_models_a_picture_draws(changes, models):
    cells = [measured(model=model) for model in ("b", "a")]
    cells += [measured(model=model, evidence="simulated") for model in ("oracle", "program")]
    drawn = drawn_cells(picture("outcomes", **changes), cells_of(*cells, controls=("oracle",)))
    assert [series.key["model"] for series in answered_series(drawn)] == models


def test_missing_cells_show_as_n_of_m():
    (series,) = answered_series(puzzles(["correct", "correct", None]) + puzzles([None] * 3, n_lines=8))
    assert series.counts == "2 of 6 asked"
    assert (series.points[4].n_graded, series.points[4].n_planned) == (2, 3)
    assert series.points[8].accuracy is None
    assert series.points[8].is_incomplete


def test_a_complete_series_says_n():
    (series,) = answered_series(puzzles(["correct"] * 2))
    assert series.counts == "n = 2"
    assert not series.points[4].is_incomplete


NAMES = {
    "one series": ([{}], ["Tiny, hops 2, d 1"]),
    "hops 1 has no distance": ([{"hops": 1, "d": 0}], ["Tiny, hops 1"]),
    "what varies is said": (
        [{}, {"arrangement": "shuffled"}],
        ["Tiny, hops 2, d 1, shuffled", "Tiny, hops 2, d 1, structured"],
    ),
    "depth varies": ([{"depth": 0}, {}], ["Tiny, hops 2, d 1, depth 0", "Tiny, hops 2, d 1, depth 50"]),
    "word form varies": (
        [{}, {"word_form": "word", "puzzle": 1}],
        ["Tiny, hops 2, d 1, paper list", "Tiny, hops 2, d 1, word list"],
    ),
    "several tasks": (
        [{}, {"task": "last", "hops": None}],
        ["Tiny, d 1, last", "Tiny, hops 2, d 1, find_the_origin"],
    ),
}


@pytest.mark.parametrize(("columns", "names"), NAMES.values(), ids=NAMES)
def test_names(columns, names):
    assert series_names(answered_series([measured(**one) for one in columns])) == names


def test_a_reply_cut_before_it_answered_is_kept_apart_from_other_silence():
    cells = [
        measured("no_answer", status="truncated"),
        measured("no_answer"),
        measured("middle", status="truncated"),
    ]
    (series,) = answered_series(cells)
    assert series.points[4].outcomes == {"truncated": 1, "no_answer": 1, "middle": 1}
