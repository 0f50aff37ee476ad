from __future__ import annotations

import json
from functools import partial

import pandas as pd
import pytest

import grade as script
from findorigin.common.cells import Cell, PromptKey
from findorigin.common.errors import UserError
from findorigin.common.tables import read_rows, write_rows
from findorigin.tasks.columns import CELLS, GRADES, PROMPTS, RESPONSES
from grading_prompts import WORDS
from prompt_key import prompt_key

grade_responses = partial(script.grade_responses, evidence="measured", targets={})


def key(n_lines):
    return prompt_key(d=3, n_lines=n_lines)


def prompt(n_lines):
    lengths = {"n_tokens": 10 * n_lines, "target_tokens": 999}
    return {**key(n_lines).row(), **lengths, "prompt": WORDS, "answer": "workbench"}


def response(n_lines, text="FINAL ANSWER: workbench", status="ok", repeat=1):
    cell = Cell("some-model", key(n_lines), repeat)
    return {**cell.row(), "cell_id": cell.id, "status": status, "text": text, "input_tokens": 2**40}


def test_each_response_is_graded_against_its_prompt_in_the_order_of_the_keys():
    responses = [
        response(64),
        response(8, "FINAL ANSWER: dad"),
        response(8, repeat=2),
        response(4, None, None),
    ]
    grades = grade_responses([prompt(64), prompt(8), prompt(4), prompt(16)], responses)
    assert [(row["n_lines"], row["repeat"], row["outcome"]) for row in grades] == [
        (4, 1, None),
        (8, 1, "middle"),
        (8, 2, "correct"),
        (64, 1, "correct"),
    ]
    assert all(set(row) <= set(CELLS.names) for row in grades)
    assert {row["grader_version"] for row in grades} == {"1"}
    assert {(row["evidence"], row["n_tokens"] // row["n_lines"], row["input_tokens"]) for row in grades} == {
        ("measured", 10, 2**40)
    }


def test_status_is_kept():
    statuses = ["ok", "truncated", "empty", "refused", "error", None]
    grades = grade_responses(map(prompt, range(6)), [response(i, status=s) for i, s in enumerate(statuses)])
    assert [row["status"] for row in grades] == statuses


def test_response_without_its_prompt_is_an_error():
    with pytest.raises(UserError, match=r"without a prompt.*: 2, first \['some-model/.*lines16/repeat1'"):
        grade_responses([prompt(8)], [response(8), response(16), response(32)])


def test_prompts_are_taken_one_at_a_time():
    alive = []

    def prompts():
        for n_lines in (4, 8):
            alive.append(n_lines)
            yield prompt(n_lines)

    def responses():
        assert alive == []  # all responses are known before the first prompt is read
        yield from (response(4), response(8))

    grade_responses(prompts(), responses())
    assert alive == [4, 8]


@pytest.mark.parametrize(("targets", "expected"), [({key(8): 320}, 320), ({}, None)])
def test_a_cell_has_the_target_that_its_own_model_was_asked_by(targets, expected):
    (row,) = grade_responses([prompt(8)], [response(8)], targets=targets)
    assert row["target_tokens"] == expected


@pytest.fixture
def tables(tmp_path):
    prompts = [str(tmp_path / f"d{i}.parquet") for i in range(2)]
    for path, lengths in zip(prompts, [(4, 8), (16,)], strict=True):
        write_rows(path, PROMPTS, map(prompt, lengths))
    responses = str(tmp_path / "some-model.parquet")
    texts = {4: "FINAL ANSWER: null", 8: "FINAL ANSWER: none", 16: None}
    rows = [response(n, text, "ok" if text else None) for n, text in texts.items()]
    write_rows(responses, RESPONSES, rows)
    written = {"output": str(tmp_path / "grades.parquet"), "cells": str(tmp_path / "cells.parquet")}
    return {"prompts": prompts, "responses": responses, "evidence": "measured", "sweeps": [], **written}


def test_files_and_the_word_null_through_the_table(tables):
    script.main(**tables)
    rows = list(read_rows(tables["output"]))
    assert [row["answer"] for row in rows] == ["null", None, None]
    assert [row["outcome"] for row in rows] == ["neighbour", "no_answer", None]
    frame = pd.read_parquet(tables["output"])
    assert list(frame["answer"].isna()) == [False, True, True]


def test_same_input_gives_the_same_bytes(tables, tmp_path):
    script.main(**tables)
    other = tmp_path / "other.parquet"
    script.main(**tables | {"output": str(other), "prompts": tables["prompts"][::-1]})
    assert other.read_bytes() == (tmp_path / "grades.parquet").read_bytes()


def test_regrading_leaves_what_changed_and_the_new_history(tables, tmp_path):
    history, changes = tmp_path / "previous" / "m.parquet", tmp_path / "m.csv"
    regrade = tables | {"history": str(history), "changes": str(changes)}
    script.main(**regrade)
    assert changes.read_text().count("\n") == 1
    graded = list(read_rows(history))
    assert graded == list(read_rows(tables["output"]))

    earlier = [row | {"grader_version": "0", "outcome": row["outcome"] and "invented"} for row in graded]
    write_rows(history, GRADES, earlier)
    script.main(**regrade)
    table = pd.read_csv(changes, keep_default_na=False)
    assert list(table["outcome_after"]) == ["neighbour", "no_answer"]
    assert list(table["answer_after"]) == ["null", ""]
    assert list(table["reply"]) == ["FINAL ANSWER: null", "FINAL ANSWER: none"]
    assert history.read_bytes() == (tmp_path / "grades.parquet").read_bytes()

    script.main(**regrade)
    assert len(pd.read_csv(changes)) == 2


def test_cells_are_the_grades_with_their_lengths(tables):
    script.main(**tables)
    grades, cells = list(read_rows(tables["output"])), list(read_rows(tables["cells"]))
    assert [{name: row[name] for name in GRADES.names} for row in cells] == grades
    assert [(row["n_tokens"], row["input_tokens"], row["status"]) for row in cells] == [
        (40, 2**40, "ok"),
        (80, 2**40, "ok"),
        (160, 2**40, None),
    ]
    assert json.loads(cells[0]["details"]) == {"declared_part": "null"}
    assert (cells[0]["needs_review"], cells[2]["needs_review"], cells[2]["details"]) == (False, None, None)


def test_an_earlier_history_without_the_newer_columns_changes_nothing(tables, tmp_path):
    history, changes = tmp_path / "previous.parquet", tmp_path / "m.csv"
    script.main(**tables)
    columns = [name for name in GRADES.names if name not in ("needs_review", "details")]
    frame = pd.read_parquet(tables["output"])[columns]
    frame.to_parquet(history)
    script.main(**tables, history=str(history), changes=str(changes))
    assert changes.read_text().count("\n") == 1


@pytest.mark.parametrize("status", ["empty", "refused", "context_overflow"])
def test_a_reply_of_a_task_of_texts_without_an_answer_is_no_success(status):
    key = PromptKey("unlock_100", "short")
    cell = Cell("some-model", key, 1)
    row = {
        **cell.row(),
        "cell_id": cell.id,
        "status": status,
        "text": "Microbes are small.",
        "input_tokens": 1,
    }
    asked = {**key.row(), "n_tokens": 262, "target_tokens": None, "prompt": "Read.", "answer": None}
    (graded,) = grade_responses([asked], [row])
    assert (graded["outcome"], graded["correct"], graded["correct_paper"]) == ("no_answer", False, False)
    assert (graded["mentions_origin"], graded["details"]) == (None, None)
    assert graded["grader_version"] == "unlock_100 2"
