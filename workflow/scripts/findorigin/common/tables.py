"""Parquet tables with fixed columns, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from findorigin.common.cells import CELL_KEY, PROMPT_KEY, TEXT_KEYS
from findorigin.common.files import replacing

# A row of a table, its columns those of the table's schema; rows of known columns have a TypedDict of their
# own.
Row = Mapping[str, Any]

# A row group is what is held in memory at a time: so many rows, or fewer where their text is long.
ROW_GROUP_ROWS = 100
ROW_GROUP_CHARACTERS = 64 * 2**20


def _keys(columns: Sequence[str], further: Mapping[str, type]) -> list[pa.Field]:
    """Return the fields of key columns; those of `further` axes (text or whole numbers) stand before "
    "repeat."""
    own = [(name, pa.string() if kind is str else pa.int64()) for name, kind in sorted(further.items())]
    shared = [
        (name, pa.string() if name in TEXT_KEYS else pa.int32()) for name in columns if name != "repeat"
    ]
    return [*shared, *own, *([("repeat", pa.int32())] if "repeat" in columns else [])]


_MARKS = pa.list_(pa.struct([("name", pa.string()), ("start", pa.int64()), ("end", pa.int64())]))
_GRADE = [
    ("status", pa.string()),
    ("answer", pa.string()),
    ("outcome", pa.string()),
    ("correct", pa.bool_()),
    ("correct_paper", pa.bool_()),
    ("mentions_origin", pa.bool_()),
    ("line_offset", pa.int32()),
    ("needs_review", pa.bool_()),
    ("details", pa.string()),
    ("grader_version", pa.string()),
]


def prompts_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of prompts; `further` are axes of tasks beyond the shared ones."""
    return pa.schema(
        [
            *_keys(PROMPT_KEY, further),
            ("target_tokens", pa.int32()),
            ("n_tokens", pa.int32()),
            ("prompt", pa.string()),
            ("prompt_sha256", pa.string()),
            ("answer", pa.string()),
            ("marks", _MARKS),
        ]
    )


def responses_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of responses. What a vendor counts is as wide as it can be."""
    return pa.schema(
        [
            *_keys(CELL_KEY, further),
            ("cell_id", pa.string()),
            ("status", pa.string()),
            ("text", pa.string()),
            ("finish_reason", pa.string()),
            ("served_model", pa.string()),
            ("input_tokens", pa.int64()),
            ("cached_tokens", pa.int64()),
            ("output_tokens", pa.int64()),
            ("reasoning_tokens", pa.int64()),
            ("answer_temperature", pa.float64()),
            ("refusal_retries", pa.int64()),
            ("latency_s", pa.float64()),
            ("attempts", pa.int64()),
            ("usd", pa.float64()),
            ("request_sha256", pa.string()),
            ("answered_at", pa.string()),
        ]
    )


def grades_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of grades."""
    return pa.schema([*_keys(CELL_KEY, further), ("cell_id", pa.string()), *_GRADE])


def cells_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of cells: a planned or published cell with all that is known of it."""
    lengths = [("n_tokens", pa.int32()), ("target_tokens", pa.int32()), ("input_tokens", pa.int64())]
    named = [("cell_id", pa.string()), ("evidence", pa.string())]
    return pa.schema([*_keys(CELL_KEY, further), *named, *lengths, *_GRADE])


class TableWriter:
    """Write rows in bounded memory to a Parquet file that appears only when complete.

    Use as a context manager; `path` is replaced at a clean exit and untouched otherwise. Text columns in
    `plain` are not dictionary-encoded (a dictionary of distinct prompts would hold them all in memory).
    """

    def __init__(self, path: str | Path, schema: pa.Schema, plain: Sequence[str] = ()) -> None:
        self._file = replacing(path)
        self._schema = schema
        self._encoded = [name for name in schema.names if name not in plain and name != "marks"]
        self._rows: list[Row] = []
        self._characters = 0

    def __enter__(self) -> TableWriter:
        partial = self._file.__enter__()
        self._writer = pq.ParquetWriter(
            partial, self._schema, compression="zstd", use_dictionary=self._encoded
        )
        return self

    def write(self, row: Row) -> None:
        """Add one row (a mapping of column to value; absent columns are null)."""
        self._rows.append(row)
        self._characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= ROW_GROUP_ROWS or self._characters >= ROW_GROUP_CHARACTERS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=self._schema))
            self._rows = []
            self._characters = 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self._flush()
        self._writer.close()
        self._file.__exit__(kind, error, trace)


def write_rows(path: str | Path, schema: pa.Schema, rows: Iterable[Row], plain: Sequence[str] = ()) -> None:
    """Write `rows` (in their order) to `path` with exactly `schema`."""
    with TableWriter(path, schema, plain) as table:
        for row in rows:
            table.write(row)


def read_rows(path: str | Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table one row group at a time; nulls are None."""
    with pq.ParquetFile(path) as table:
        for group in range(table.num_row_groups):
            yield from table.read_row_group(group, columns=columns).to_pylist()
