"""Small records and journals for the tests of the store."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from findorigin.store.journal import Journal


def response(key: str, **members: Any) -> dict[str, Any]:
    return {
        "kind": "response",
        "key": key,
        "cell_id": f"cell-{key}",
        "at": "2026-11-30T10:00:00Z",
        "status": "ok",
        "text": f"FINAL ANSWER: {key}",
        "attempts": 1,
        "usd": 0.25,
        **members,
    }


def intent(key: str, attempt: int = 1, **members: Any) -> dict[str, Any]:
    return {"kind": "intent", "key": key, "cell_id": f"cell-{key}", "attempt": attempt, **members}


def error(key: str, attempt: int = 1, **members: Any) -> dict[str, Any]:
    return {"kind": "error", "key": key, "cell_id": f"cell-{key}", "attempt": attempt, **members}


def write(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """One run: open the journal, write `records` one after the other, close."""

    async def write_all(journal: Journal) -> None:
        for record in records:
            if record["kind"] == "response":
                await journal.write_response(record)
            elif record["kind"] == "intent":
                journal.write_intent(record)
            else:
                journal.write_error(record)

    with Journal.open(path) as journal:
        asyncio.run(write_all(journal))
