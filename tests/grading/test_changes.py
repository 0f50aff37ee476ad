from __future__ import annotations

import csv

import pandas as pd
import pytest

from findorigin.grading.changes import COLUMNS, append_changes, changed_grades


def grade(number, **values):
    return {
        "cell_id": f"cell{number}",
        "n_lines": number,
        "status": "ok",
        "answer": "dad",
        "outcome": "middle",
        "correct": False,
        "correct_paper": False,
        "mentions_origin": False,
        "line_offset": None,
        "needs_review": False,
        "details": None,
        "grader_version": "1",
    } | values


REPLIES = {"cell1": "FINAL ANSWER: dad", "cell2": "second", "cell10": None}


def test_changed_cells_show_before_and_after_in_the_order_of_their_keys():
    before = [grade(10), grade(2), grade(1)]
    after = [
        grade(10, answer=None, outcome="no_answer"),
        grade(2),
        grade(1, answer="null", grader_version="2"),
    ]
    rows = changed_grades(before, after, REPLIES)
    assert [row["cell_id"] for row in rows] == ["cell1", "cell10"]
    assert rows[0]["answer_before"] == "dad"
    assert rows[0]["answer_after"] == "null"
    assert (rows[0]["grader_version_before"], rows[0]["grader_version_after"]) == ("1", "2")
    assert rows[0]["reply"] == "FINAL ANSWER: dad"
    assert set(rows[0]) == set(COLUMNS)


@pytest.mark.parametrize(
    "after",
    [
        grade(1),
        grade(1, grader_version="2"),
        grade(1, status="truncated", outcome="no_answer"),
        grade(3),
    ],
    ids=["same", "only the version", "new reply", "new cell"],
)
def test_what_is_no_change_of_a_grade(after):
    assert changed_grades([grade(1)], [after], REPLIES) == []


def test_first_reply_to_a_missing_cell_is_no_regrading():
    missing = grade(1, status=None, answer=None, outcome=None, correct=None)
    assert changed_grades([missing], [grade(1)], REPLIES) == []


def rows_of(answer, reply="r"):
    return changed_grades([grade(1)], [grade(1, answer=answer, outcome="neighbour")], {"cell1": reply})


def test_null_stays_apart_from_the_word_null(tmp_path):
    path = tmp_path / "deep" / "m.csv"
    append_changes(path, rows_of("null"))
    append_changes(path, rows_of(None))
    table = pd.read_csv(path, keep_default_na=False)
    assert list(table["answer_after"]) == ["null", ""]
    first, second = path.read_text().splitlines()[1:]
    assert '"dad","null",' in first
    assert '"dad",,' in second


@pytest.mark.parametrize("reply", ['say "x",\r\nthen\ry\n', "\u2028\x85\x00", "", "null", "NaN"])
def test_replies_come_back_unchanged(tmp_path, reply):
    append_changes(tmp_path / "m.csv", rows_of("null", reply))
    with (tmp_path / "m.csv").open(newline="", encoding="utf-8") as file:
        assert next(csv.DictReader(file))["reply"] == reply


def test_table_grows_and_a_repeated_step_adds_nothing(tmp_path):
    path = tmp_path / "m.csv"
    append_changes(path, [])
    assert path.read_text().count("\n") == 1
    append_changes(path, rows_of("x"))
    append_changes(path, rows_of("x"))
    append_changes(path, [])
    assert path.read_text().count("\n") == 2
    append_changes(path, rows_of("null"))
    assert path.read_text().count("\n") == 3


def test_a_table_of_an_earlier_version_is_kept_beside_the_new_one(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text('"cell_id","answer_before"\n"cell1","x"\n')
    append_changes(path, rows_of("null"))
    assert path.read_text().count("\n") == 2
    assert (tmp_path / "m.csv.earlier").read_text().endswith('"x"\n')


def test_a_change_of_what_needs_review_is_a_change():
    (row,) = changed_grades([grade(1)], [grade(1, needs_review=True)], REPLIES)
    assert (row["needs_review_before"], row["needs_review_after"]) == (False, True)
