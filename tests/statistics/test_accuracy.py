"""Accuracy with both denominators; missing cells are neither zero nor wrong."""

from __future__ import annotations

import pytest

from findorigin.statistics.accuracy import (
    ACCURACY_COLUMNS,
    OUTCOME_COLUMNS,
    outcome_shares,
    rows,
    summarise_cells,
)
from findorigin.statistics.cells import CellSet
from findorigin.statistics.intervals import WILSON, WILSON_CONDITIONAL
from statistics_inputs import SETTINGS, cell

RIGHT = ("ok", "correct", True, True)
WRONG = ("ok", "middle", False, False)
CUT = ("truncated", "no_answer", False, False)
CUT_BUT_DECLARED = ("truncated", "correct", True, True)
REFUSED = ("refused", "no_answer", False, False)
MISSING = (None, None, None, None)


def cells_of(*answers, evidence="measured", n_puzzles=1):
    names = ("status", "outcome", "correct", "correct_paper")
    return [
        cell(evidence=evidence, puzzle=i % n_puzzles) | dict(zip(names, answer, strict=True))
        for i, answer in enumerate(answers)
    ]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param(
            cells_of(*[RIGHT] * 6, *[WRONG] * 2, *[CUT] * 2),
            {"accuracy": 0.6, "accuracy_answered": 0.75, "n_answered": 8, "complete": True},
            id="truncated without an answer is not correct, and not answered",
        ),
        pytest.param(
            cells_of(*[RIGHT] * 5, *[MISSING] * 5),
            {"n_planned": 10, "n_final": 5, "n_missing": 5, "accuracy": 1.0, "complete": False},
            id="errors are missing, not wrong",
        ),
        pytest.param(
            cells_of(RIGHT, CUT_BUT_DECLARED, WRONG, REFUSED),
            {"accuracy": 0.5, "n_answered": 3, "accuracy_answered": pytest.approx(2 / 3)},
            id="truncated with a declared answer is answered, refused is not",
        ),
        pytest.param(
            cells_of(MISSING, MISSING),
            {
                "n_final": 0,
                "accuracy": None,
                "accuracy_low": None,
                "accuracy_answered": None,
                "accuracy_paper": None,
            },
            id="nothing final: null, not zero",
        ),
        pytest.param(
            cells_of(
                *[(None, None, None, True)] * 3,
                *[(None, None, None, False)],
                evidence="published",
            ),
            {"accuracy": None, "n_answered": None, "accuracy_paper": 0.75, "n_missing": 0},
            id="published evidence has the paper's grade only",
        ),
    ],
)
def test_summarise_cells(cells, expected, recwarn):
    row = summarise_cells(cells)
    assert set(row) == set(ACCURACY_COLUMNS)
    assert {name: row[name] for name in expected} == expected
    assert not [warning for warning in recwarn if warning.category is not ResourceWarning]


@pytest.mark.parametrize(
    ("n_puzzles", "interval"),
    [(1, WILSON_CONDITIONAL), (4, WILSON_CONDITIONAL), (5, WILSON)],
)
def test_an_interval_over_few_puzzles_says_so(n_puzzles, interval):
    row = summarise_cells(cells_of(*[RIGHT] * 10, n_puzzles=n_puzzles))
    assert (row["interval"], row["n_puzzles"]) == (interval, n_puzzles)


def test_puzzles_that_have_no_final_cell_do_not_count():
    cells = cells_of(*[RIGHT] * 4, *[MISSING] * 6, n_puzzles=10)
    row = summarise_cells(cells)
    assert (row["n_puzzles"], row["interval"], row["accuracy_cluster_se"]) == (4, WILSON_CONDITIONAL, None)
    assert {share["interval"] for share in outcome_shares(cells)} == {WILSON_CONDITIONAL}


def test_a_single_cell_has_no_interval():
    row = summarise_cells(cells_of(RIGHT, MISSING))
    assert row["accuracy"] == 1.0
    bounds = {row[f"{name}_low"] for name in ("accuracy", "accuracy_answered", "accuracy_paper")}
    assert bounds | {row["interval"]} == {None}


def test_outcome_shares_add_up_over_final_cells():
    rows = list(outcome_shares(cells_of(RIGHT, WRONG, CUT, REFUSED, MISSING)))
    assert all(set(row) == set(OUTCOME_COLUMNS) for row in rows)
    assert {(row["n_final"], row["n_missing"]) for row in rows} == {(4, 1)}
    shares = {(row["counted"], row["value"]): row["share"] for row in rows}
    expected = {
        ("outcome", "correct"): 0.25,
        ("outcome", "no_answer"): 0.5,
        ("outcome", "invented"): 0.0,
        ("status", "truncated"): 0.25,
    }
    assert {key: shares[key] for key in expected} == expected
    for counted in ("status", "outcome"):
        assert sum(row["n"] for row in rows if row["counted"] == counted) == 4
    assert all(row["share_low"] <= row["share"] <= row["share_high"] for row in rows)


def test_outcome_shares_of_nothing_are_null():
    rows = list(outcome_shares(cells_of(MISSING)))
    assert {row[name] for row in rows for name in ("share", "share_low", "interval")} == {None}


def test_a_task_without_lines_keeps_its_null_columns():
    other = cell(task="unlock_100", variant="short", d=None, hops=None, n_lines=None, n_tokens=90)
    found = [(row["task"], row["d"], row["n_correct"]) for row in rows(CellSet([other, cell()], SETTINGS))]
    assert found == [("find_the_origin", 1, 1), ("unlock_100", None, 1)]
