"""What pictures are drawn from: cells, rows of tables of statistics, published heights of bars."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict, cast

import pyarrow as pa
from pyarrow import csv

from findorigin.common.cells import CellRow
from findorigin.common.tables import read_rows
from findorigin.tasks.catalog import FURTHER_AXES


class DrawnCell(CellRow):
    """A planned or published cell of a task with distances and lengths, and its model's label."""

    label: str
    evidence: str
    n_lines: int  # type: ignore[misc]  # a cell without a length is not drawn
    n_tokens: int | None
    status: str | None
    outcome: str | None
    correct: bool | None
    correct_paper: bool | None


class ConditionRow(TypedDict):
    """What a row of a table of statistics says of whom and what it is about; two models have no label."""

    evidence: str
    model: str | None
    label: str
    task: str
    arrangement: str
    hops: int
    d: int | None
    depth: int
    word_form: str
    interval: str | None


class CurveRow(ConditionRow):
    """A point of a curve: right answers among the final cells of one length (tokens), with its interval."""

    grader: str
    tokens: int
    target_tokens: int | None
    counted_by: str
    n_lines_min: int
    n_cells: int
    n_correct: int
    n_missing: int
    accuracy: float
    accuracy_low: float | None
    accuracy_high: float | None


@dataclass(frozen=True)
class Rate:
    """A published bar: its height in the paper's figure, in percent, and the fraction that it stands for."""

    figure: int
    d: int
    percent: float
    n_correct: int
    n_cells: int


@dataclass(frozen=True)
class Data:
    """What the pictures of one kind and evidence are drawn from; what the kind does not read is empty.

    `tables` are rows by the name of their table; what draws them says which columns it needs.
    """

    tables: Mapping[str, list[Any]] = field(default_factory=dict)
    cells: Sequence[DrawnCell] = ()
    rates: Sequence[Rate] = ()
    controls: Collection[str] = ()

    def rows(self, table: str) -> list[Any]:
        """Return the rows of a table; there are none where the run has nothing of such evidence."""
        return self.tables.get(table, [])


def read_cells(paths: Iterable[str | Path], labels: Mapping[str, Mapping[str, str]]) -> Iterator[DrawnCell]:
    """Yield the cells that have a distance and a length; `labels` map each evidence's models to labels."""
    columns = [*(name for name in DrawnCell.__annotations__ if name != "label"), *FURTHER_AXES]
    for path in paths:
        for row in read_rows(path, columns):
            if row["d"] is not None and row["n_lines"] is not None:
                row["label"] = labels.get(row["evidence"], {}).get(row["model"], row["model"])
                yield cast("DrawnCell", row)


def read_table(path: str | Path) -> list[Any]:
    """Return the rows of a Parquet table, or of one for people (CSV, empty fields are null)."""
    if Path(path).suffix == ".parquet":
        return list(read_rows(path))
    text = dict.fromkeys(("model", "label", "variant", "outcome"), pa.string())
    options = csv.ConvertOptions(column_types=text, strings_can_be_null=True)
    rows: list[Any] = csv.read_csv(path, convert_options=options).to_pylist()
    return rows


def read_rates(path: str | Path) -> list[Rate]:
    """Return the published bars (resources/published/rates.csv)."""
    return [
        Rate(row["figure"], row["d"], row["percent_measured"], row["implied_correct"], row["n_cells"])
        for row in read_table(path)
    ]
