"""What an edit of a grader changed: grades before and after, side by side with the reply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from findorigin.common.cells import sort_value
from findorigin.common.csv_files import csv_line
from findorigin.common.files import replacing
from findorigin.common.tables import Row

COMPARED = (
    *("answer", "outcome", "correct", "correct_paper", "mentions_origin", "line_offset"),
    *("needs_review", "details"),
)
COLUMNS = (
    "cell_id",
    *(f"{name}_{when}" for name in (*COMPARED, "grader_version") for when in ("before", "after")),
    "reply",
)


def changed_grades(
    before: Iterable[Row], after: Iterable[Row], replies: Mapping[str, str | None]
) -> list[dict[str, Any]]:
    """Return a row with COLUMNS for each cell graded differently than before, in the order of its key.

    A cell that was not graded before, or whose status is another now, has a new reply: nothing was regraded.
    Nor is a column that was not there before a change. `replies` gives the reply's text by cell_id.
    """
    earlier = {grade["cell_id"]: grade for grade in before if grade["outcome"] is not None}
    rows = []
    for grade in sorted(after, key=sort_value):
        old = earlier.get(grade["cell_id"])
        if old is None or old["status"] != grade["status"]:
            continue
        if any(name in old and old[name] != grade[name] for name in COMPARED):
            row = {"cell_id": grade["cell_id"], "reply": replies[grade["cell_id"]]}
            for name in (*COMPARED, "grader_version"):
                row |= {f"{name}_before": old.get(name), f"{name}_after": grade[name]}
            rows.append(row)
    return rows


def append_changes(path: str | Path, rows: Iterable[Row]) -> None:
    """Append rows of changes to the CSV table at `path`; a table that does not exist begins with its header.

    The file is replaced whole. Rows that already end it are not appended again, so that a run stopped right
    after this step can be repeated. A table with other columns, of an earlier version, keeps its name with
    the ending `.earlier`.
    """
    path = Path(path)
    added = "".join(csv_line(row[name] for name in COLUMNS) for row in rows)
    header = csv_line(COLUMNS)
    table = path.read_bytes().decode() if path.exists() else ""
    if table and not table.startswith(header):
        path.replace(path.with_name(f"{path.name}.earlier"))
        table = ""
    if table.endswith("\n" + added) and table:
        return
    with replacing(path) as partial:
        partial.write_bytes(((table or header) + added).encode())
