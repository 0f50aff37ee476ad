"""One writer per journal: an exclusive lock on the file itself, and a note of who holds it."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
from datetime import UTC, datetime
from pathlib import Path

from findorigin.common.errors import UserError


def note_file(journal: Path) -> Path:
    """Return the file that says who writes `journal`. It is a note only: the lock is on the journal."""
    return journal.with_name(f"{journal.name}.lock")


def take_lock(descriptor: int, journal: Path) -> None:
    """Lock the open file for as long as it is open; UserError if another run holds it.

    The lock ends with the process, however it ends. It passes on to a forked child (not to a program
    started by exec), which would hold it too.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
            raise UserError(
                f"{journal}: its file system can't lock files ({error.strerror}); "
                "keep the store on one that can"
            ) from None
        raise UserError(
            f"{journal}: another run is writing to it ({_holder(journal)}); wait until it ends, or stop it"
        ) from None
    # A note that can't be written costs the other run the name of the holder, nothing else.
    with contextlib.suppress(OSError):
        note_file(journal).write_text(
            f"process {os.getpid()} on {socket.gethostname()} since "
            f"{datetime.now(UTC).isoformat(timespec='seconds')}\n"
        )


def _holder(journal: Path) -> str:
    try:
        return " ".join(note_file(journal).read_text(errors="replace").split()) or "process unknown"
    except OSError:
        return "process unknown"


def drop_note(journal: Path) -> None:
    """Remove the note; to be called while the lock is still held."""
    with contextlib.suppress(OSError):
        note_file(journal).unlink(missing_ok=True)
