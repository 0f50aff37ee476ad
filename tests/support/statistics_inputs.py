"""Cells for the tests of the statistics: frames and tables like those of a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from figure_inputs import measured
from findorigin.common.cells import cell_id
from findorigin.common.tables import CELLS, GRADES, write_rows

SETTINGS = {"base_tokens": 400, "other_base_tokens": [200], "threshold": 0.856, "draws": 200, "seed": 1}
LENGTHS = {4: 200, 8: 400, 16: 800, 32: 1600}


def cell(outcome="correct", **columns: Any) -> dict[str, Any]:
    """A measured cell of a generated puzzle; its length in tokens follows from its lines."""
    row = {"puzzle": 1, "word_form": "word", "n_lines": 4, "arrangement": "structured", "d": 1} | columns
    return measured(outcome, **({"n_tokens": LENGTHS.get(row["n_lines"], 50 * row["n_lines"])} | row))


def falling_cells(model: str = "tiny", n_puzzles: int = 6, **columns: Any) -> list[dict[str, Any]]:
    """Cells of a model that errs more often on longer lists: of n puzzles 0, 1, 3 and 5 are wrong."""
    wrong = {4: 0, 8: 1, 16: 3, 32: 5}
    return [
        cell(
            "neighbour" if puzzle <= wrong[n_lines] else "correct",
            model=model,
            label=model.title(),
            puzzle=puzzle,
            n_lines=n_lines,
            line_offset=2 if puzzle <= wrong[n_lines] else None,
            **columns,
        )
        for n_lines in LENGTHS
        for puzzle in range(1, n_puzzles + 1)
    ]


def published(correct: bool = True, **columns: Any) -> dict[str, Any]:
    """A published cell: puzzle 0, and only the paper's grade is known."""
    row = cell(None, evidence="published", puzzle=0, word_form="paper", **columns)
    return row | {"correct": None, "correct_paper": correct, "status": None, "outcome": None}


def frame(cells: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """Return cells as the statistics read them."""
    return pd.DataFrame(list(cells)).convert_dtypes()


def write_run(folder, cells: list[dict[str, Any]]) -> tuple[list[str], str]:
    """Write the grades of each model and the cells table; return their paths."""
    cells = [row | {"cell_id": cell_id(row)} for row in cells]
    own = [row for row in cells if row["evidence"] != "published"]
    grades = []
    for model in sorted({row["model"] for row in own}):
        path = folder / "grades" / f"{model}.parquet"
        rows = [{name: row[name] for name in GRADES.names} for row in own if row["model"] == model]
        write_rows(path, GRADES, rows)
        grades.append(str(path))
    write_rows(
        folder / "cells.parquet",
        CELLS,
        [row for row in cells if row["status"] or row["correct_paper"] is not None],
    )
    return grades, str(folder / "cells.parquet")
