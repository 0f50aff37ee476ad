"""Parquet tables with fixed schemas, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from findorigin.common.cells import CELL_KEY, PROMPT_KEY, TEXT_KEYS
from findorigin.common.files import replacing

# A row group is what is held in memory at a time: so many rows, or fewer where their text is long.
ROW_GROUP_ROWS = 100
ROW_GROUP_CHARACTERS = 64 * 2**20


def _key_fields(columns: Sequence[str]) -> list[pa.Field]:
    return [pa.field(name, pa.string() if name in TEXT_KEYS else pa.int32()) for name in columns]


PROMPTS = pa.schema(
    [
        *_key_fields(PROMPT_KEY),
        ("target_tokens", pa.int32()),
        ("n_tokens", pa.int32()),
        ("prompt", pa.string()),
        ("prompt_sha256", pa.string()),
        ("origin", pa.string()),
        ("destination", pa.string()),
    ]
)

RESPONSES = pa.schema(
    [
        *_key_fields(CELL_KEY),
        ("cell_id", pa.string()),
        ("status", pa.string()),
        ("text", pa.string()),
        ("finish_reason", pa.string()),
        ("served_model", pa.string()),
        ("input_tokens", pa.int32()),
        ("cached_tokens", pa.int32()),
        ("output_tokens", pa.int32()),
        ("reasoning_tokens", pa.int32()),
        ("answer_temperature", pa.float64()),
        ("refusal_retries", pa.int32()),
        ("latency_s", pa.float64()),
        ("attempts", pa.int32()),
        ("usd", pa.float64()),
        ("request_sha256", pa.string()),
        ("answered_at", pa.string()),
    ]
)

_GRADE_FIELDS = [
    ("status", pa.string()),
    ("answer", pa.string()),
    ("outcome", pa.string()),
    ("correct", pa.bool_()),
    ("correct_paper", pa.bool_()),
    ("mentions_origin", pa.bool_()),
    ("line_offset", pa.int32()),
    ("grader_version", pa.string()),
]

GRADES = pa.schema([*_key_fields(CELL_KEY), ("cell_id", pa.string()), *_GRADE_FIELDS])

CELLS = pa.schema(
    [
        *_key_fields(CELL_KEY),
        ("cell_id", pa.string()),
        ("label", pa.string()),
        ("evidence", pa.string()),
        ("n_tokens", pa.int32()),
        ("target_tokens", pa.int32()),
        ("input_tokens", pa.int32()),
        *_GRADE_FIELDS,
    ]
)


class TableWriter:
    """Write rows in bounded memory to a Parquet file that appears only when complete.

    Use as a context manager; `path` is replaced at a clean exit and untouched otherwise. Text columns in
    `plain` are not dictionary-encoded (a dictionary of distinct prompts would hold them all in memory).
    """

    def __init__(self, path: str | Path, schema: pa.Schema, plain: Sequence[str] = ()) -> None:
        self._file = replacing(path)
        self._schema = schema
        self._encoded = [name for name in schema.names if name not in plain]
        self._rows: list[dict[str, Any]] = []
        self._characters = 0

    def __enter__(self) -> TableWriter:
        partial = self._file.__enter__()
        self._writer = pq.ParquetWriter(
            partial, self._schema, compression="zstd", use_dictionary=self._encoded
        )
        return self

    def write(self, row: dict[str, Any]) -> None:
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
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._flush()
        self._writer.close()
        self._file.__exit__(kind, error, trace)


def write_rows(
    path: str | Path, schema: pa.Schema, rows: Iterable[dict[str, Any]], plain: Sequence[str] = ()
) -> None:
    """Write `rows` (in their order) to `path` with exactly `schema`."""
    with TableWriter(path, schema, plain) as table:
        for row in rows:
            table.write(row)


def read_rows(path: str | Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table one row group at a time; nulls are None."""
    with pq.ParquetFile(path) as table:
        for group in range(table.num_row_groups):
            yield from table.read_row_group(group, columns=columns).to_pylist()
