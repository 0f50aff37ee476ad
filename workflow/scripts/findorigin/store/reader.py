"""Reading a journal: which keys have a final response, and what it was, by where it lies in the file."""

from __future__ import annotations

import os
import weakref
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Self, cast

from findorigin.common.errors import UserError
from findorigin.store.index import Index
from findorigin.store.records import DamagedLineError, Line, ResponseRecord, decode, without_own_members
from findorigin.store.system import lines, require_regular, store_error


class JournalReader:
    """A journal as it was when read; takes no lock and changes nothing. Usable as a context manager.

    `warnings` has one line for each thing that the user should be told, `index` the counts.
    """

    def __init__(self, path: Path, descriptor: int | None, index: Index, warnings: list[str]) -> None:
        self.path = path
        self.warnings = warnings
        self._descriptor = descriptor
        self.index = index
        self._release = weakref.finalize(self, _close, descriptor)

    def has_final(self, key: str) -> bool:
        """Whether a final response of `key` is on disk."""
        return self.index.span(key) is not None

    def final(self, key: str) -> ResponseRecord | None:
        """Return the first final response of `key` as it was written, read from disk, or None.

        Raises UserError if its line was damaged after the file was opened.
        """
        span = self.index.span(key)
        if span is None:
            return None
        if self._descriptor is None:
            raise ValueError(f"{self.path} is closed")
        try:
            record = decode(os.pread(self._descriptor, span.length, span.offset))
        except DamagedLineError as error:
            raise UserError(
                f"{self.path}: the record at byte {span.offset} was damaged meanwhile: {error}"
            ) from None
        except OSError as error:
            raise store_error(self.path, error) from None
        if "reply_status" in record:
            record["status"] = record.pop("reply_status")
        return cast("ResponseRecord", without_own_members(record))

    def keys(self) -> list[str]:
        """Return the keys that have a final response, in the order of the file."""
        return self.index.keys()

    def unanswered_intents(self) -> int:
        """Return how many calls may have been paid without an answer: intents that nothing followed.

        A `Journal` leaves out its own run's; a reader that looks while a run is at work counts the calls in
        flight too.
        """
        return self.index.unanswered()[0]

    def committed_usd(self) -> float:
        """Return what counts against a limit in USD: all that was spent, and at their worst the calls whose
        price is unknown or whose answer never came."""
        return self.index.usd + self.index.unpriced_usd + self.index.unanswered()[1]

    def close(self) -> None:
        """Close the file; nothing can be read afterwards."""
        self._release()
        self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_journal(path: str | Path, served_as: Collection[str] = ()) -> JournalReader:
    """Read the journal at `path` (absent: as if empty) without a lock, while another run may write to it.

    A torn last line is passed over. `served_as` are the model's names (`Index`). Raises UserError if the file
    can't be read.
    """
    path = Path(path)
    index = Index(served_as)
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return JournalReader(path, None, index, [])
    except OSError as error:
        raise store_error(path, error) from None
    reader = JournalReader(path, descriptor, index, [])
    try:
        require_regular(descriptor)
        for line in lines(descriptor):
            if line.record is not None or line.ended:
                index.add(line)
    except OSError as error:
        raise store_error(path, error) from None
    if index.damaged:
        reader.warnings.append(f"{path}: {index.damaged} damaged line(s) left out")
    return reader


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of the journal at `path` without a lock; UserError if it can't be read."""
    try:
        with path.open("rb") as file:
            require_regular(file.fileno())
            yield from lines(file.fileno())
    except OSError as error:
        raise store_error(path, error) from None


def _close(descriptor: int | None) -> None:
    if descriptor is not None:
        os.close(descriptor)
