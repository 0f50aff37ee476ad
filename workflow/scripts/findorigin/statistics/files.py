"""Cells and tables of statistics as Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from findorigin.common.tables import read_rows, write_rows
from findorigin.statistics.cells import Cell
from findorigin.statistics.columns import FURTHER_COLUMNS, Columns, Row

_TYPES = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}


def read_cells(path: str | Path) -> list[Cell]:
    """Return the cells of one source."""
    cells: Iterator[Cell] = read_rows(path, [*Cell.__annotations__, *FURTHER_COLUMNS])  # type: ignore[assignment]
    return list(cells)


def write_table(path: str | Path, columns: Columns, rows: Iterable[Row]) -> None:
    """Write rows with exactly `columns`; without rows, the columns have their types all the same.

    Raises KeyError where a row lacks a column.
    """
    schema = pa.schema([(name, _TYPES[kind]) for name, kind in columns.items()])
    write_rows(path, schema, ({name: row[name] for name in columns} for row in rows))
