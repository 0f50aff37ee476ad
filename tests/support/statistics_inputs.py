"""Cells for the tests of the statistics: frames and tables like those of a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import tabulate_evidence
import tabulate_source
import write_tables
from figure_inputs import measured
from findorigin.common.cells import Cell, sort_value
from findorigin.common.tables import write_rows
from findorigin.config.settings import StatisticsSettings
from findorigin.statistics.tables import SOURCE_TABLES, TABLES
from findorigin.tasks.columns import CELLS as SOURCE_CELLS

SECTION = {"base_tokens": 400, "other_base_tokens": [200], "threshold": 0.856, "draws": 200, "seed": 1}
SETTINGS = StatisticsSettings.model_construct(**SECTION)
LENGTHS = {4: 200, 8: 400, 16: 800, 32: 1600}


def cell(outcome="correct", **columns: Any) -> dict[str, Any]:
    """A measured cell of a generated puzzle; its length in tokens follows from its lines."""
    row = {"puzzle": 1, "word_form": "word", "n_lines": 4, "arrangement": "structured", "d": 1} | columns
    if row["n_lines"] is not None:
        row = {"n_tokens": LENGTHS.get(row["n_lines"], 50 * row["n_lines"])} | row
    return measured(outcome, **row)


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


def missing(**columns: Any) -> dict[str, Any]:
    """A planned cell without an answer."""
    return cell(None, **columns) | dict.fromkeys(("status", "outcome", "correct", "correct_paper"))


def published(correct: bool = True, **columns: Any) -> dict[str, Any]:
    """A published cell: puzzle 0, and only the paper's grade is known."""
    row = cell(None, evidence="published", puzzle=0, word_form="paper", **columns)
    return row | {"correct": None, "correct_paper": correct, "status": None, "outcome": None}


def write_cells(folder: Path, cells: Iterable[dict[str, Any]]) -> list[Path]:
    """Write the cells of each source as the workflow does; return the paths of the files."""
    sources = defaultdict(list)
    for row in cells:
        source = "paper" if row["evidence"] == "published" else row["model"]
        sources[folder / "cells" / row["evidence"] / f"{source}.parquet"].append(
            row | {"cell_id": Cell.from_row(row).id}
        )
    for path, rows in sources.items():
        write_rows(path, SOURCE_CELLS, sorted(rows, key=sort_value))
    return list(sources)


def tabulate(
    folder: Path,
    cells: Iterable[dict[str, Any]],
    labels: Mapping[str, str],
    controls: Collection[str] = (),
) -> Path:
    """Make every table of statistics from cells; return the folder of the CSV tables."""
    files = write_cells(folder, cells)
    for path in files:
        tables = {
            name: str(folder / "statistics" / path.parent.name / path.stem / f"{name}.parquet")
            for name in SOURCE_TABLES
        }
        tabulate_source.main(str(path), SECTION, path.stem in controls, tables)
    joined = []
    for evidence in sorted({path.parent.name for path in files}):
        tables = {name: str(folder / "statistics" / evidence / f"{name}.parquet") for name in TABLES}
        paper = folder / "cells" / "published" / "paper.parquet"
        tabulate_evidence.main(
            evidence,
            [str(path) for path in (folder / "statistics" / evidence).glob("*/*.parquet")],
            [str(path) for path in files if path.parent.name == evidence and path.stem not in controls],
            str(paper) if evidence == "measured" and paper in files else None,
            {"measured": labels, "simulated": labels, "published": labels},
            SECTION,
            tables,
        )
        joined += tables.values()
    write_tables.main(joined, {name: str(folder / "tables" / f"{name}.csv") for name in TABLES})
    return folder / "tables"
