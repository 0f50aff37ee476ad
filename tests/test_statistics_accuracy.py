"""Accuracy with both denominators; missing cells are neither zero nor wrong."""

from __future__ import annotations

import pandas as pd
import pytest

from findorigin.statistics.accuracy import CONDITION, by_group, outcome_shares, summarise_cells

RIGHT = ("ok", "correct", True, True)
WRONG = ("ok", "middle", False, False)
CUT = ("truncated", "no_answer", False, False)
CUT_BUT_DECLARED = ("truncated", "correct", True, True)
REFUSED = ("refused", "no_answer", False, False)
MISSING = (None, None, None, None)


def cells_of(*answers, evidence="measured", n_puzzles=1):
    frame = pd.DataFrame(answers, columns=["status", "outcome", "correct", "correct_paper"])
    frame = frame.astype({"correct": "boolean", "correct_paper": "boolean"})
    frame["evidence"] = evidence
    frame["puzzle"] = [i % n_puzzles for i in range(len(frame))]
    frame["n_tokens"] = pd.array([166] * len(frame), dtype="Int32")
    return frame


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
    assert {name: row[name] for name in expected} == expected
    assert not [warning for warning in recwarn if warning.category is not ResourceWarning]


@pytest.mark.parametrize(
    ("n_puzzles", "interval"),
    [(1, "95 % Wilson, conditional on these puzzles"), (5, "95 % Wilson")],
)
def test_an_interval_over_few_puzzles_says_so(n_puzzles, interval):
    assert summarise_cells(cells_of(*[RIGHT] * 10, n_puzzles=n_puzzles))["interval"] == interval


def test_outcome_shares_add_up_over_final_cells():
    row = outcome_shares(cells_of(RIGHT, WRONG, CUT, REFUSED, MISSING))
    assert row["n_final"] == 4
    assert row["n_missing"] == 1
    assert row["outcome_correct"] == 0.25
    assert row["outcome_no_answer"] == 0.5
    assert row["outcome_invented"] == 0.0
    assert row["status_truncated"] == 0.25


def test_outcome_shares_of_nothing_are_null():
    assert outcome_shares(cells_of(MISSING))["outcome_correct"] is None


def test_groups_keep_null_key_columns():
    cells = cells_of(RIGHT, WRONG)
    for column in CONDITION:
        if column not in cells:
            cells[column] = None
    cells["model"] = ["a", "b"]
    table = by_group(cells, CONDITION, summarise_cells)
    assert list(table["model"]) == ["a", "b"]
    assert list(table["accuracy"]) == [1.0, 0.0]
    assert table["variant"].tolist() == [None, None]
