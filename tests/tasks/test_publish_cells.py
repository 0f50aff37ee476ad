"""The published outcomes as cells: all models in one table, with the paper's grade only."""

from __future__ import annotations

from findorigin.common.tables import read_rows
from findorigin.tasks.catalog import TASKS
from findorigin.tasks.publishing import published
from publish_cells import main
from shared_inputs import PROJECT

PUBLISHED = PROJECT / "resources" / "published"


def files(hook):
    named = {name: getattr(task, hook) for name, task in TASKS.items()}
    return {name: str(PUBLISHED / file) for name, file in named.items() if file}


def test_every_published_outcome_is_a_cell_with_the_papers_grade_only(tmp_path):
    main(files("published_cells"), {"GPT4o": "gpt-4o"}, str(tmp_path / "paper.parquet"))
    rows = list(read_rows(tmp_path / "paper.parquet"))
    assert len({row["cell_id"] for row in rows}) == len(rows) == 6580
    assert {row["evidence"] for row in rows} == {"published"}
    assert {row["status"] for row in rows} == {row["correct"] for row in rows} == {None}
    assert None not in {row["correct_paper"] for row in rows}
    assert "gpt-4o" in {row["model"] for row in rows}


def test_rows_carry_the_papers_labels():
    ((task, cells),) = files("published_cells").items()
    labels = {row["label"] for row in published(task).read_outcomes(cells, {})}
    assert len(labels) == 14
