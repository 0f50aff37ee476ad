from __future__ import annotations

import pandas as pd
import pytest

from findorigin.common.cells import PROMPT_KEY, cell_id
from findorigin.common.errors import UserError
from findorigin.common.tables import GRADES, PROMPTS, RESPONSES, read_rows, write_rows
from findorigin.tasks.find_the_origin.grading import GRADER_VERSION
from grade import grade_responses, main
from grading_prompts import WORDS


def key(n_lines):
    return {
        "task": "find_the_origin",
        "variant": None,
        "arrangement": "structured",
        "d": 3,
        "hops": 2,
        "depth": 50,
        "puzzle": 1,
        "word_form": "word",
        "n_lines": n_lines,
    }


def prompt(n_lines):
    return key(n_lines) | {"prompt": WORDS, "origin": "workbench", "destination": "admire"}


def response(n_lines, text="FINAL ANSWER: workbench", status="ok", repeat=1):
    cell = {"model": "some-model", **key(n_lines), "repeat": repeat}
    return cell | {"cell_id": cell_id(cell), "status": status, "text": text}


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
    assert all(set(row) == set(GRADES.names) for row in grades)
    assert {row["grader_version"] for row in grades} == {GRADER_VERSION}


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


@pytest.fixture
def tables(tmp_path):
    prompts = [str(tmp_path / f"d{i}.parquet") for i in range(2)]
    for path, lengths in zip(prompts, [(4, 8), (16,)], strict=True):
        write_rows(path, PROMPTS, map(prompt, lengths))
    responses = str(tmp_path / "some-model.parquet")
    texts = {4: "FINAL ANSWER: null", 8: "FINAL ANSWER: none", 16: None}
    rows = [response(n, text, "ok" if text else None) for n, text in texts.items()]
    write_rows(responses, RESPONSES, rows)
    return {"prompts": prompts, "responses": responses, "output": str(tmp_path / "grades.parquet")}


def test_files_and_the_word_null_through_the_table(tables):
    main(**tables)
    rows = list(read_rows(tables["output"]))
    assert [row["answer"] for row in rows] == ["null", None, None]
    assert [row["outcome"] for row in rows] == ["neighbour", "no_answer", None]
    frame = pd.read_parquet(tables["output"])
    assert list(frame["answer"].isna()) == [False, True, True]


def test_same_input_gives_the_same_bytes(tables, tmp_path):
    main(**tables)
    other = tmp_path / "other.parquet"
    main(**tables | {"output": str(other), "prompts": tables["prompts"][::-1]})
    assert other.read_bytes() == (tmp_path / "grades.parquet").read_bytes()


def test_regrading_leaves_what_changed_and_the_new_history(tables, tmp_path):
    history, changes = tmp_path / "previous" / "m.parquet", tmp_path / "m.csv"
    regrade = tables | {"history": str(history), "changes": str(changes)}
    main(**regrade)
    assert changes.read_text().count("\n") == 1
    graded = list(read_rows(history))
    assert graded == list(read_rows(tables["output"]))

    earlier = [row | {"grader_version": "0", "outcome": row["outcome"] and "invented"} for row in graded]
    write_rows(history, GRADES, earlier)
    main(**regrade)
    table = pd.read_csv(changes, keep_default_na=False)
    assert list(table["outcome_after"]) == ["neighbour", "no_answer"]
    assert list(table["answer_after"]) == ["null", ""]
    assert list(table["reply"]) == ["FINAL ANSWER: null", "FINAL ANSWER: none"]
    assert history.read_bytes() == (tmp_path / "grades.parquet").read_bytes()

    main(**regrade)
    assert len(pd.read_csv(changes)) == 2


def test_key_columns_join_prompts_and_responses():
    assert set(PROMPT_KEY) < set(response(4))
