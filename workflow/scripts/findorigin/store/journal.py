"""The journal of one model: an append-only JSON-lines file, locked while it is written, read by offset.

An `intent` is written before a call is sent; a `response` is what came back, an `error` (or `refusal`) a call
that gave no final answer (`records`). Each carries in `usd` what its own call cost (null: unknown), and in
`attempt` or `attempts` the number of the attempt that it ends: the intents of the same run and key up to that
number have had their answer. The journal adds `run`, `seq` and `crc32` to each line and takes them off again
on reading.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Collection, Mapping
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.store.commit import GroupCommit
from findorigin.store.damage import quarantine, side_file
from findorigin.store.index import Index, Span
from findorigin.store.lock import drop_note, take_lock
from findorigin.store.reader import JournalReader
from findorigin.store.records import ErrorRecord, IntentRecord, Line, RefusalRecord, ResponseRecord, encode
from findorigin.store.system import (
    free_bytes,
    lines,
    open_or_create,
    require_regular,
    store_error,
    write_whole,
)

# No call is sent with less space than this left on the disk: the replies in flight must still fit.
LEAST_FREE_BYTES = 16 * 2**20


class Journal(JournalReader):
    """The one writer of a journal: made by `Journal.open`, a context manager, used from one thread."""

    def __init__(self, path: Path, descriptor: int, index: Index, warnings: list[str]) -> None:
        super().__init__(path, descriptor, index, warnings)
        self._commit = GroupCommit(descriptor)
        self._run = secrets.token_hex(8)
        self._records_written = 0
        self._failure: UserError | None = None

    @classmethod
    def open(cls, path: str | Path, served_as: Collection[str] = ()) -> Journal:
        """Lock, check and repair the journal at `path`, made if absent.

        A torn last line is cut off, a damaged line before it is left where it is and passed over; both are
        copied to the side file first. `served_as` are the model's names (`Index`). Raises UserError if
        another run holds the journal or if it can't be read and written.
        """
        path = Path(path)
        try:
            descriptor = open_or_create(path)
            try:
                require_regular(descriptor)
                take_lock(descriptor, path)
                index, warnings = _repair(path, descriptor, served_as)
                # What a killed run left in the system's memory counts only once it is on disk.
                os.fsync(descriptor)
            except BaseException:
                os.close(descriptor)
                raise
        except OSError as error:
            raise store_error(path, error) from None
        return cls(path, descriptor, index, warnings)

    def write_intent(self, record: IntentRecord) -> None:
        """Note a call about to be sent (handed to the system at return, durable with the next response).

        Raises UserError, so that the call is not sent, when the disk is full or nearly so.
        """
        if free_bytes(self._open_file()) < LEAST_FREE_BYTES:
            raise UserError(
                f"{self.path}: less than {LEAST_FREE_BYTES // 2**20} MiB are left on its disk, so no call is "
                "sent; free some space and run again; all that was stored is kept"
            )
        self._append(record)

    def write_error(self, record: ErrorRecord | RefusalRecord) -> None:
        """Note a call that gave no final answer (handed to the system at return)."""
        self._append(record)
        self.index.add_money(record)

    async def write_response(self, record: ResponseRecord) -> None:
        """Write a response; returns once it is on disk, and only then do `final` and `has_final` know it.

        Raises UserError if it could not be written; what was stored before is not touched.
        """
        span = self._append(record)
        self.index.add_money(record)
        try:
            await self._commit.durable(lambda: self.index.add_span(record, span))
        except OSError as error:
            self._failure = store_error(self.path, error)
            raise self._failure from None

    def close(self) -> None:
        """Put everything on disk and give the lock back."""
        if self._descriptor is None:
            return
        self._commit.close()
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            raise store_error(self.path, error) from None
        finally:
            drop_note(self.path)
            super().close()

    def _open_file(self) -> int:
        if self._failure:
            raise self._failure
        if self._descriptor is None:
            raise ValueError(f"{self.path} is closed")
        return self._descriptor

    def _append(self, record: Mapping[str, object]) -> Span:
        """Write one line at the end of the file, whole or not at all; return where it lies."""
        descriptor = self._open_file()
        line = encode({**record, "run": self._run, "seq": self._records_written + 1})
        offset = os.lseek(descriptor, 0, os.SEEK_END)
        try:
            write_whole(descriptor, line)
        except OSError as error:
            failure = store_error(self.path, error)
            try:
                os.ftruncate(descriptor, offset)
            except OSError:
                self._failure = failure
            raise failure from None
        self._records_written += 1
        return Span(offset, len(line))


def _repair(path: Path, descriptor: int, served_as: Collection[str]) -> tuple[Index, list[str]]:
    """Index the file; cut off a torn last line, end a whole one without its newline, set damage aside."""
    index = Index(served_as)
    damaged: list[Line] = []
    last: Line | None = None
    for line in lines(descriptor):
        index.add(line)
        if line.record is None:
            damaged.append(line)
        last = line
    quarantine(path, damaged)
    warnings = []
    if last is not None and last.record is None:
        os.ftruncate(descriptor, last.offset)
        index.damaged -= 1
        warnings.append(f"{path}: its last line was torn; it is set aside in {side_file(path).name}")
    elif last is not None and not last.ended:
        write_whole(descriptor, b"\n")
    if index.damaged:
        warnings.append(
            f"{path}: {index.damaged} damaged line(s) left out, copied to {side_file(path).name}; "
            f"the first is line {damaged[0].number} ({damaged[0].damage})"
        )
    return index, warnings
