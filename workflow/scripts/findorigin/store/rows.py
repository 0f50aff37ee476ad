"""Responses of the store as rows of the table of responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from findorigin.common.cells import AxisValue, Cell
from findorigin.store.reader import JournalReader
from findorigin.store.records import MOST_COUNT, ResponseRecord, count, well_formed

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
