"""The table of all evidence: only settled cells, measured and published ones side by side."""

from __future__ import annotations

from collect import main
from findorigin.common.cells import CELL_KEY, cell_id
from findorigin.common.tables import GRADES, PROMPTS, RESPONSES, read_rows, write_rows
from shared_inputs import PROJECT

PUBLISHED = PROJECT / "resources" / "published" / "cells.csv"
KEY = {
    "model": "mine",
    "task": "find_the_origin",
    "variant": None,
    "arrangement": "structured",
    "d": 1,
    "hops": 2,
    "depth": 50,
    "puzzle": 1,
    "word_form": "word",
    "n_lines": 4,
    "repeat": 1,
}


def collected(folder, statuses, published=None, programs=()):
    """Collect one model's cells with these statuses, at 4, 5, 6 … lines."""
    cells = [KEY | {"n_lines": 4 + i} for i in range(len(statuses))]
    cells = [cell | {"cell_id": cell_id(cell)} for cell in cells]
    grades = [
        cell | {"status": status, "answer": "null" if status == "ok" else None, "grader_version": "1"}
        for cell, status in zip(cells, statuses, strict=True)
    ]
    write_rows(folder / "mine.parquet", GRADES, grades)
    write_rows(folder / "responses.parquet", RESPONSES, [cell | {"input_tokens": 170} for cell in cells])
    prompts = [
        {name: cell[name] for name in CELL_KEY if name not in ("model", "repeat")} | {"n_tokens": 166}
        for cell in cells
    ]
    write_rows(folder / "prompts.parquet", PROMPTS, prompts)
    main(
        grades=[str(folder / "mine.parquet")],
        responses=[str(folder / "responses.parquet")],
        prompts=[str(folder / "prompts.parquet")],
        published=published,
        labels={"mine": "Mine"},
        programs=programs,
        slugs={"GPT4o": "gpt-4o"},
        output=str(folder / "cells.parquet"),
    )
    return list(read_rows(folder / "cells.parquet"))


def test_a_settled_cell_has_its_label_lengths_and_evidence(tmp_path):
    (row,) = collected(tmp_path, ["ok"])
    assert (row["label"], row["evidence"], row["n_tokens"], row["input_tokens"]) == (
        "Mine",
        "measured",
        166,
        170,
    )


def test_what_a_program_answered_is_simulated_evidence(tmp_path):
    (row,) = collected(tmp_path, ["ok"], programs=["mine"])
    assert row["evidence"] == "simulated"


def test_an_answer_that_is_the_word_null_stays_the_word(tmp_path):
    (row,) = collected(tmp_path, ["ok"])
    assert row["answer"] == "null"


def test_missing_and_unavailable_cells_are_no_evidence(tmp_path):
    rows = collected(tmp_path, [None, "unavailable", "error", "refused", "truncated"])
    assert [row["status"] for row in rows] == ["refused", "truncated"]


def test_published_outcomes_stand_beside_measured_ones_with_the_papers_grade_only(tmp_path):
    rows = collected(tmp_path, ["ok"], str(PUBLISHED))
    published = [row for row in rows if row["evidence"] == "published"]
    assert len(published) == 6580
    assert {row["status"] for row in published} == {None}
    assert {row["correct"] for row in published} == {None}
    assert None not in {row["correct_paper"] for row in published}
    assert "gpt-4o" in {row["model"] for row in published}
