from __future__ import annotations

import pytest

from figure_inputs import measured
from findorigin.figures.common.series import (
    answered_series,
    count_planned,
    drawn_models,
    planned_counts,
    series_names,
)


def puzzles(outcomes, **columns):
    """One measured cell of its own puzzle for each outcome."""
    return [
        measured(outcome, **({"puzzle": puzzle, "word_form": "word"} | columns))
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


def test_published_rows_and_other_tasks_are_no_answered_series():
    cells = [measured(evidence="published"), measured(task="unlock_100")]
    assert answered_series(cells) == []


def test_a_cell_without_the_grade_is_not_counted():
    assert answered_series([measured(correct=None)]) == []
    (series,) = answered_series([measured(correct=None)], correct_column="correct_paper")
    assert series.n_graded == 1


def test_hops_d_depth_arrangement_and_word_form_are_series_of_their_own():
    cells = [
        measured(),
        measured(d=15),
        measured(hops=1, d=0),
        measured(depth=0),
        measured(arrangement="shuffled"),
        measured(word_form="word", puzzle=1),
    ]
    assert len(answered_series(cells)) == 6


@pytest.mark.parametrize(("wanted", "models"), [(None, ["a", "b"]), (["b"], ["b"])], ids=["all", "chosen"])
def test_only_the_models_asked_for_have_a_series(wanted, models):
    cells = [measured(model="b"), measured(model="a")]
    planned = count_planned(cells)
    assert [series.key["model"] for series in answered_series(cells, planned, wanted)] == models


ENTRY = {"evidence": "measured", "models": None, "without": [], "with_controls": False}
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
    sweeps = [{"models": ["a", "b", "oracle", "program"]}]
    drawn = drawn_models(ENTRY | changes, sweeps, programs=["oracle", "program"], controls=["oracle"])
    assert drawn == models


def test_missing_cells_show_as_n_of_m():
    planned = count_planned(puzzles(["?"] * 3) + puzzles(["?"] * 3, n_lines=8))
    (series,) = answered_series(puzzles(["correct"] * 2), planned)
    assert series.counts == "2 of 6 asked"
    assert (series.points[4].n_graded, series.points[4].n_planned) == (2, 3)
    assert series.points[8].accuracy is None
    assert series.points[8].is_incomplete


def test_a_complete_series_says_n():
    cells = puzzles(["correct"] * 2)
    (series,) = answered_series(cells, count_planned(cells))
    assert series.counts == "n = 2"
    assert not series.points[4].is_incomplete


def test_planned_cells_are_counted_by_series_and_length():
    assert count_planned([*puzzles(["?", "?"]), measured(task="unlock_100")]) == [
        {
            "model": "tiny",
            "arrangement": "structured",
            "hops": 2,
            "d": 1,
            "depth": 50,
            "word_form": "word",
            "n_lines": 4,
            "n_planned": 2,
        }
    ]


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


def test_what_the_sweeps_ask_of_each_model_is_counted_by_series_and_length():
    sweep = {"arrangement": "structured", "d": [1, -1], "hops": [2], "depth": [50], "puzzles": [1, 2, 3]}
    sweep |= {
        "word_form": "word",
        "n_lines": [4, 16],
        "target_tokens": None,
        "repeats": 2,
        "models": ["a", "b"],
    }
    counted = planned_counts([sweep])
    assert {(row["model"], row["d"], row["n_lines"]): row["n_planned"] for row in counted} == {
        (model, d, n_lines): 6 for model in "ab" for d in (1, -1) for n_lines in (4, 16)
    }
