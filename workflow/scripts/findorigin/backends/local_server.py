"""A server that a job starts on this machine, for as long as the job needs it.

It runs below `supervisor.py`, which ends it with the job whatever ends the job: so one mechanism starts,
awaits, logs and ends llama.cpp's server and vLLM's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import openai

from findorigin.backends import failures, supervisor
from findorigin.backends.base import Reply, Request
from findorigin.backends.failures import Failure
from findorigin.backends.openai import OpenAIChat
from findorigin.common.errors import UserError

POLL_S = 0.2
END_S = 30.0


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that was started: its process (the supervisor's), and what it said last (`last_words`)."""

    process: asyncio.subprocess.Process
    last_words: Callable[[], str]

    @property
    def has_ended(self) -> bool:
        """Whether it is gone, by itself or because somebody killed it."""
        return self.process.returncode is not None


@contextlib.asynccontextmanager
async def running(
    name: str,
    command: list[str],
    *,
    is_ready: Callable[[], Awaitable[bool]],
    limit_s: float,
    limit_key: str | None = None,
    last_words: Callable[[], str],
    log: Path | None = None,
    environment: Mapping[str, str] | None = None,
    end_signal: signal.Signals = signal.SIGTERM,
) -> AsyncIterator[LocalServer]:
    """Start a server and yield once it `is_ready`; it never outlives the block, or this process.

    `name` begins the lines of errors. What it prints goes to the file `log`, or to this job's own log.
    `end_signal` is how it is asked to end. Raises UserError, with its `last_words`, where it ends or is not
    ready within `limit_s` seconds (`limit_key`: the key of the registry that says so).
    """
    with _output(log) as output:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", supervisor.__file__, json.dumps(command), end_signal.name),
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            start_new_session=True,  # Ctrl-C must not end it before the replies in flight are in
            env=environment,
        )
    server = LocalServer(process, last_words)
    try:
        problem = await _problem(server, is_ready, limit_s, limit_key)
        if problem:
            raise UserError(f"{name} {problem}: {last_words()}")
        yield server
    finally:
        await _end(process)


async def _problem(
    server: LocalServer, is_ready: Callable[[], Awaitable[bool]], limit_s: float, limit_key: str | None
) -> str | None:
    """Wait until the server is ready; return what went wrong instead, or None."""
    try:
        async with asyncio.timeout(limit_s):
            while not server.has_ended:
                if await is_ready():
                    return None
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        return f"was not ready after {limit_s:.0f} s" + (f" ({limit_key})" if limit_key else "")
    return "ended before it was ready"


@contextlib.contextmanager
def _output(log: Path | None) -> Iterator[int]:
    """Yield the descriptor of the log: the file, or where this job's stderr goes."""
    if log is not None:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as file:
            yield file.fileno()
        return
    try:
        yield sys.stderr.fileno()
    except OSError:  # a stream without a file, as under a test runner
        yield subprocess.DEVNULL


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the supervisor, and with it all that it started."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(END_S):
            status = await process.wait()
    except TimeoutError:
        status = -signal.SIGKILL
    if status < 0:  # somebody killed it, or nothing else ends it: what it started is left to its group
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


class LocalChat(OpenAIChat):
    """A client of a server of this job's own; see OpenAIChat.

    `is_cut`: the server takes less than the model could, so an overflow is a setting's fault and no answer.
    """

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        server: LocalServer,
        *,
        prefill_returned: bool,
        prefill_parameters: Mapping[str, object] | None = None,
        settings: Mapping[str, object] | None = None,
        is_cut: bool = False,
    ) -> None:
        super().__init__(client, prefill_returned=prefill_returned, prefill_parameters=prefill_parameters)
        self.settings = settings
        self._server = server
        self._is_cut = is_cut

    async def ask(self, request: Request) -> Reply:
        """Send one request and read its reply; raises Failure (SERVER_ENDED where the server is gone)."""
        try:
            return await super().ask(request)
        except Failure as failure:
            if self._server.has_ended:
                raise Failure(failures.SERVER_ENDED, self._server.last_words()) from None
            if failure.kind == failures.CONTEXT_OVERFLOW and self._is_cut:
                raise Failure(
                    failures.BAD_REQUEST, f"raise max_model_len: {failure.message}", raw=failure.raw
                ) from None
            raise
