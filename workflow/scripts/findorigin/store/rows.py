"""A response of the store as a row of the table of responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from findorigin.common.cells import CELL_KEY
from findorigin.store.records import well_formed

MOST = 2**63 - 1
_AS_RECORDED = (
    "status",
    "finish_reason",
    "served_model",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "answer_temperature",
    "refusal_retries",
    "latency_s",
    "attempts",
    "usd",
)


def response_row(cell: Mapping[str, Any], cell_id: str, record: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the row of `cell` (a mapping with the CELL_KEY columns) and its response; without one, nulls.

    Lone surrogates in the text, which a table can't carry, become U+FFFD; the store keeps them.
    """
    row = {name: cell.get(name) for name in CELL_KEY}
    row["cell_id"] = cell_id
    if record is not None:
        row |= {name: _for_a_table(record.get(name)) for name in (*_AS_RECORDED, "text")}
        row["request_sha256"] = record["key"]
        row["answered_at"] = record.get("at")
    return row


def _for_a_table(value: Any) -> Any:  # noqa: ANN401
    """Return a value as a table can carry it: a text without lone surrogates, a whole number of 64 bits."""
    if isinstance(value, str):
        return well_formed(value)
    return None if isinstance(value, int) and abs(value) > MOST else value
