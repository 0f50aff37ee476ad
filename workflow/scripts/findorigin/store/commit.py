"""Group commit: many writers that wait share one fsync, made in a thread."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

Waiter = tuple["asyncio.Future[None]", Callable[[], None]]


class GroupCommit:
    """Make written bytes of one file durable without holding up the event loop.

    A writer that comes while an fsync is on its way waits for the next one, since the first may have begun
    before its bytes were written. After a failed fsync every further call fails too: the system may have
    dropped the bytes, and the next fsync would not tell.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fsync")
        self._waiting: list[Waiter] = []
        self._task: asyncio.Task[None] | None = None
        self._error: OSError | None = None

    async def durable(self, then: Callable[[], None]) -> None:
        """Return once all that was written before is on disk; `then` is called at that moment.

        `then` is called even if the caller has been cancelled meanwhile. Raises OSError if fsync fails.
        """
        if self._error:
            raise self._error
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.append((done, then))
        if self._task is None:
            self._task = loop.create_task(self._work())
        await done

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        batch: list[Waiter] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await loop.run_in_executor(self._thread, os.fsync, self._descriptor)
                for done, then in batch:
                    then()
                    if not done.done():
                        done.set_result(None)
        except OSError as error:
            self._error = error
            for done, _ in (*batch, *self._waiting):
                if not done.done():
                    done.set_exception(error)
        finally:
            # Reached early only when the event loop ends: whoever still waits is cancelled with it.
            for done, _ in (*batch, *self._waiting):
                done.cancel()
            self._waiting = []
            self._task = None

    def close(self) -> None:
        """Wait for an fsync on its way and end the thread."""
        self._thread.shutdown(wait=True)
