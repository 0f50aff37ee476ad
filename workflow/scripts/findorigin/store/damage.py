"""Damaged lines of a journal, kept in a side file so that nothing is ever silently lost."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from findorigin.store.records import Line
from findorigin.store.system import sync_folder


def side_file(journal: Path) -> Path:
    """Return the file for damaged lines of `journal`.

    Its name does not end in .jsonl, so that `cat store/*.jsonl` never takes it for a journal.
    """
    return journal.with_name(f"{journal.name}.damaged")


def quarantine(journal: Path, lines: Sequence[Line]) -> int:
    """Copy damaged `lines` to the side file, each once however often it is met; return how many were new.

    An entry holds the time, the line's number, offset and fault, and its bytes: `text` decodes them as UTF-8
    with surrogateescape, so encoding it the same way gives them back. On disk at return.
    """
    path = side_file(journal)
    known = _known(path)
    new = [line for line in lines if (line.offset, _digest(line)) not in known]
    if new:
        with path.open("ab") as file:
            file.writelines(_entry(line) for line in new)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    return len(new)


def _digest(line: Line) -> str:
    return sha256(line.data).hexdigest()


def _entry(line: Line) -> bytes:
    entry = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "line": line.number,
        "offset": line.offset,
        "damage": line.damage,
        "sha256": _digest(line),
        "text": line.data.decode("utf-8", "surrogateescape"),
    }
    return json.dumps(entry).encode("ascii") + b"\n"


def _known(path: Path) -> set[tuple[int, str]]:
    known = set()
    if path.exists():
        with path.open("rb") as file:
            for data in file:
                try:
                    entry = json.loads(data)
                    known.add((entry["offset"], entry["sha256"]))
                except (ValueError, KeyError, TypeError):
                    continue
    return known
