"""Parquet tables with fixed columns, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from findorigin.common.cells import CELL_KEY, PROMPT_KEY, TEXT_KEYS
from findorigin.common.files import replacing

# A row of a table, its columns those of the table's schema.
Row = Mapping[str, Any]

# A row group is what is held in memory at a time: so many rows, or fewer where their text is long.
ROW_GROUP_ROWS = 100
ROW_GROUP_CHARACTERS = 64 * 2**20


def _keys(columns: Sequence[str], further: Mapping[str, type]) -> list[pa.Field]:
    """Return the fields of key columns; `further` axes (text or whole numbers) stand before repeat."""
    shared = [pa.field(name, "string" if name in TEXT_KEYS else "int32") for name in columns]
    own = [pa.field(name, "string" if kind is str else "int64") for name, kind in sorted(further.items())]
    last = len(shared) - columns.count("repeat")
    return [*shared[:last], *own, *shared[last:]]


def _fields(kind: str | pa.DataType, *names: str) -> list[pa.Field]:
    return [pa.field(name, kind) for name in names]


_MARKS = pa.list_(pa.struct([*_fields("string", "name"), *_fields("int64", "start", "end")]))
_GRADE = [
    *_fields("string", "status", "answer", "outcome"),
    *_fields("bool", "correct", "correct_paper", "mentions_origin"),
    *(*_fields("int32", "line_offset"), *_fields("bool", "needs_review")),
    *_fields("string", "details", "grader_version"),
]


def prompts_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of prompts; `further` are axes of tasks beyond the shared ones."""
    return pa.schema(
        [
            *_keys(PROMPT_KEY, further),
            *_fields("int32", "target_tokens", "n_tokens"),
            *_fields("string", "prompt", "prompt_sha256", "answer"),
            *_fields(_MARKS, "marks"),
        ]
    )


def responses_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of responses. What a vendor counts is as wide as it can be."""
    return pa.schema(
        [
            *_keys(CELL_KEY, further),
            *_fields("string", "cell_id", "status", "text", "finish_reason", "served_model"),
            *_fields("int64", "input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"),
            *(*_fields("double", "answer_temperature"), *_fields("int64", "refusal_retries")),
            *(*_fields("double", "latency_s"), *_fields("int64", "attempts"), *_fields("double", "usd")),
            *_fields("string", "request_sha256", "answered_at"),
        ]
    )


def grades_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of grades."""
    return pa.schema([*_keys(CELL_KEY, further), *_fields("string", "cell_id"), *_GRADE])


def cells_schema(further: Mapping[str, type]) -> pa.Schema:
    """Return the columns of a table of cells: a planned or published cell with all that is known of it."""
    lengths = [*_fields("int32", "n_tokens", "target_tokens"), *_fields("int64", "input_tokens")]
    named = _fields("string", "cell_id", "evidence")
    return pa.schema([*_keys(CELL_KEY, further), *named, *lengths, *_GRADE])


def write_rows(path: str | Path, schema: pa.Schema, rows: Iterable[Row], plain: Sequence[str] = ()) -> None:
    """Write `rows` (in their order; absent columns are null) to `path` with exactly `schema`.

    In bounded memory; `path` is replaced once all are written, and untouched otherwise. Text columns in
    `plain` are not dictionary-encoded (a dictionary of distinct prompts would hold them all in memory).
    """
    encoded = [name for name in schema.names if name not in plain and name != "marks"]
    with (
        replacing(path) as partial,
        pq.ParquetWriter(partial, schema, compression="zstd", use_dictionary=encoded) as table,
    ):
        for group in _groups(rows):
            table.write_table(pa.Table.from_pylist(group, schema=schema))


def _groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows of one row group after the other."""
    group: list[Row] = []
    characters = 0
    for row in rows:
        group.append(row)
        characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(group) >= ROW_GROUP_ROWS or characters >= ROW_GROUP_CHARACTERS:
            yield group
            group, characters = [], 0
    if group:
        yield group


def read_rows(path: str | Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table one row group at a time; nulls are None."""
    with pq.ParquetFile(path) as table:
        for group in range(table.num_row_groups):
            yield from table.read_row_group(group, columns=columns).to_pylist()
