"""The table of all evidence: only settled cells, measured and published ones side by side."""

from __future__ import annotations

from collect_cells import COLUMNS, main
from figure_inputs import published_cells
from findorigin.common.cells import sort_value
from findorigin.common.tables import read_rows, write_rows
from statistics_inputs import SOURCE_CELLS, cell, write_cells

LABELS = {"measured": {"mine": "Mine", "gpt4o": "GPT-4o"}, "simulated": {"mine": "SIMULATED"}}


def collected(folder, cells, labels=LABELS):
    files = [str(path) for path in write_cells(folder, cells)]
    main(files, labels, str(folder / "cells.parquet"))
    return list(read_rows(folder / "cells.parquet"))


def mine(statuses=("ok",), **columns):
    """Cells of one model with these statuses, at 4, 5, 6 … lines."""
    return [
        cell(model="mine", n_lines=4 + i, **columns) | {"status": status} for i, status in enumerate(statuses)
    ]


def test_a_settled_cell_has_its_label_lengths_and_evidence(tmp_path):
    (row,) = collected(tmp_path, mine(n_tokens=166, input_tokens=170, details="{}"))
    assert list(row) == COLUMNS.names
    shown = (row["label"], row["evidence"], row["n_tokens"], row["input_tokens"])
    assert shown == ("Mine", "measured", 166, 170)


def test_what_a_program_answered_is_simulated_evidence(tmp_path):
    (row,) = collected(tmp_path, mine(evidence="simulated"))
    assert (row["evidence"], row["label"]) == ("simulated", "SIMULATED")


def test_an_answer_that_is_the_word_null_stays_the_word(tmp_path):
    (row,) = collected(tmp_path, mine(answer="null"))
    assert row["answer"] == "null"


def test_missing_and_unavailable_cells_are_no_evidence(tmp_path):
    rows = collected(tmp_path, mine([None, "unavailable", "error", "refused", "truncated"]))
    assert [row["status"] for row in rows] == ["refused", "truncated"]


def test_published_outcomes_stand_beside_measured_ones_with_the_papers_grade_only(tmp_path):
    paper = published_cells()
    write_rows(tmp_path / "paper.parquet", SOURCE_CELLS, sorted(paper, key=sort_value))
    own = [row for model in ("mine", "gpt4o") for row in (cell(model=model, n_lines=n) for n in (8, 4))]
    files = [str(path) for path in write_cells(tmp_path, own)]
    labels = LABELS | {"published": {row["model"]: row["label"] for row in paper}}
    main([*files, str(tmp_path / "paper.parquet")], labels, str(tmp_path / "cells.parquet"))
    rows = list(read_rows(tmp_path / "cells.parquet"))
    published = [row for row in rows if row["evidence"] == "published"]
    assert len(published) == 6580
    assert {row["status"] for row in published} == {row["correct"] for row in published} == {None}
    assert None not in {row["correct_paper"] for row in published}
    assert {row["label"] for row in rows if row["model"] == "gpt4o"} == {"GPT-4o", "GPT4o"}
    assert [sort_value(row) for row in rows] == sorted(sort_value(row) for row in rows)
