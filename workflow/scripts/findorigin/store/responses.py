"""What the store has of the planned cells, as rows of the table of responses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from findorigin.common.cells import cell_id
from findorigin.planning.questions import Planned
from findorigin.store.reader import JournalReader
from findorigin.store.rows import response_row

UNAVAILABLE = "unavailable"


def response_rows(
    planned: Sequence[Planned], stored: JournalReader, unavailable: str | None = None
) -> Iterator[dict[str, Any]]:
    """Yield a row of RESPONSES for each planned cell, read from the store one at a time.

    `unavailable` says why a cell without a response can't be asked, and stands in its finish_reason.
    """
    for item in planned:
        record = stored.final(item.key)
        row = response_row(item.cell, cell_id(item.cell), record)
        if record is None and unavailable is not None:
            row |= {"status": UNAVAILABLE, "finish_reason": unavailable}
        yield row
