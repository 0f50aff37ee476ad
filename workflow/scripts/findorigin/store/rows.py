"""Responses of the store as rows of the table of responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pa_csv

from findorigin.common.cells import AxisValue, Cell
from findorigin.common.errors import UserError
from findorigin.common.files import replacing
from findorigin.common.tables import ROW_GROUP_ROWS, write_rows
from findorigin.store.reader import JournalReader, read_journal
from findorigin.store.records import MOST_COUNT, ResponseRecord, count, well_formed
from findorigin.tasks.columns import RESPONSES

_TEXTS = ("status", "text", "finish_reason", "served_model")
_TOKENS = ("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens")
_COUNTS = (*_TOKENS, "refusal_retries", "attempts")
_NUMBERS = ("answer_temperature", "latency_s", "usd")

Row = dict[str, object]


def response_rows(
    cells: Iterable[tuple[Cell, str]], stored: JournalReader, unavailable: str | None = None
) -> Iterator[Row]:
    """Yield a row of RESPONSES for each planned cell and the key of its request, read from the store.

    `unavailable` says why a cell without a response can't be asked, and stands in its finish_reason.
    """
    for cell, key in cells:
        record = stored.final(key)
        row = response_row(cell.row(), cell.id, record)
        if record is None and unavailable is not None:
            row |= {"status": "unavailable", "finish_reason": unavailable}
        yield row


def response_row(
    cell: Mapping[str, AxisValue | None], cell_id: str | None, record: ResponseRecord | None
) -> Row:
    """Return the row of a cell (its key's columns) and its response; without one, nulls.

    What the table can't hold is null, and a lone surrogate becomes U+FFFD; the store keeps them.
    """
    row: Row = {**cell, "cell_id": cell_id}
    if record is not None:
        row |= {name: _text(record.get(name)) for name in _TEXTS}
        row |= {name: count(record.get(name)) for name in _COUNTS}
        row |= {name: _number(record.get(name)) for name in _NUMBERS}
        row |= {"request_sha256": record["key"], "answered_at": _text(record.get("at"))}
    return row


def _text(value: object) -> str | None:
    return well_formed(value) if isinstance(value, str) else None


def _number(value: object) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if abs(value) <= MOST_COUNT else None  # which NaN isn't


def export(journals: Sequence[Path], output: Path) -> None:
    """Write one row per key with a final response to `output`, whose ending says the form.

    In CSV all text is quoted and null is empty without quotes, so an answer that is the word null stays one.
    Raises UserError for another ending than .parquet or .csv, and if `output` can't be written.
    """
    try:
        match output.suffix:
            case ".parquet":
                write_rows(output, RESPONSES, _final_rows(journals), plain=("text",))
            case ".csv":
                rows = _final_rows(journals)
                with replacing(output) as partial, pa_csv.CSVWriter(str(partial), RESPONSES) as table:
                    while batch := list(islice(rows, ROW_GROUP_ROWS)):
                        table.write_table(pa.Table.from_pylist(batch, schema=RESPONSES))
            case _:
                raise UserError(f"--output {output}: must end in .parquet or .csv")
    except OSError as error:
        raise UserError(f"--output {output}: can't be written ({error.strerror or error})") from None


def _final_rows(journals: Sequence[Path]) -> Iterator[Row]:
    for path in journals:
        with read_journal(path) as journal:
            for key in journal.keys():  # noqa: SIM118
                record = journal.final(key)
                if record is not None:
                    yield response_row(record.get("cell") or {}, record.get("cell_id"), record)
