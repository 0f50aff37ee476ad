"""The store's dealings with the file system: opening, appending, syncing, and errors in the user's words."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.store.records import Line, scan

_READ_BUFFER = 2**20


def open_or_create(path: Path) -> int:
    """Open the file for reading and appending; a new one, and its folder, are on disk at return."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    if new:
        sync_folder(path.parent)
        sync_folder(path.parent.parent)
    return descriptor


def sync_folder(folder: Path) -> None:
    """Put the folder's list of names on disk, where the file system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def require_regular(descriptor: int) -> None:
    """Raise OSError if the open file is a device, a pipe or a folder."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise OSError(errno.EINVAL, "not a regular file")


def lines(descriptor: int) -> Iterator[Line]:
    """Yield the lines of the open file from its beginning, one in memory at a time."""
    with os.fdopen(descriptor, "rb", buffering=_READ_BUFFER, closefd=False) as file:
        file.seek(0)
        yield from scan(file)


def write_whole(descriptor: int, data: bytes) -> None:
    """Write all of `data`, however many pieces the system takes it in."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def free_bytes(descriptor: int) -> int:
    """Return the space left to this user on the disk of the open file."""
    space = os.fstatvfs(descriptor)
    return space.f_bavail * space.f_frsize


def store_error(path: Path, error: OSError) -> UserError:
    """Return what an error of the system means for the user, in one line."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            remedy = "free some space and run again; all that was stored is kept"
        case errno.EROFS | errno.EACCES | errno.EPERM:
            remedy = "make the store's folder and this file readable and writable, or choose another folder"
        case errno.ENOTDIR | errno.EEXIST | errno.EISDIR | errno.EINVAL:
            remedy = "a store is a folder with one file per model: move what is in the way"
        case _:
            remedy = "all that was stored before is kept"
    return UserError(f"{path}: the store can't be used ({error.strerror or error}); {remedy}")
