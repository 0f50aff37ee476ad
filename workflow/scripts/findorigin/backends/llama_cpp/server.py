"""llama.cpp's server on loopback, started by the job that needs it: its start, its checks, its end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2

from findorigin.backends.base import Request, output_limit
from findorigin.backends.llama_cpp import process as llama_cpp_process
from findorigin.backends.llama_cpp.gguf import weights_file
from findorigin.backends.openai_chat import OpenAIChat, client, messages
from findorigin.common.errors import UserError
from findorigin.planning.questions import Question

START_S = 600.0
END_S = 10.0


@contextlib.asynccontextmanager
async def connect(entry: Mapping[str, Any], longest: Question) -> AsyncIterator[OpenAIChat]:
    """Start a server, see that the longest prompt fits its context, yield a backend, end the server."""
    async with serve(entry) as address:
        await check_fits(address, entry, longest)
        async with client(
            f"{address}/v1", None, max_in_flight=entry["max_in_flight"], local=True
        ) as open_client:
            yield OpenAIChat(open_client, prefill_returned=True)


@contextlib.asynccontextmanager
async def serve(entry: Mapping[str, Any]) -> AsyncIterator[str]:
    """Run llama.cpp's server for one model and yield its address. Its native log goes to stderr, our log.

    The process lives in a session of its own, so that Ctrl-C does not end it before the replies in flight
    are in, and ends when its standard input does, so that it never outlives the job.
    """
    settings = {
        "model": str(weights_file(entry)),
        "model_id": entry["id"],
        "threads": entry["threads"],
        "context": entry["context"],
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        llama_cpp_process.__file__,
        json.dumps(settings),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=_log_descriptor(),
        start_new_session=True,
    )
    try:
        yield await _address(process, entry)
    finally:
        await _end(process)


def _log_descriptor() -> int | None:
    try:
        return sys.stderr.fileno()
    except OSError:  # a stream without a file, as under a test runner
        return asyncio.subprocess.DEVNULL


async def _address(process: asyncio.subprocess.Process, entry: Mapping[str, Any]) -> str:
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_S):
            async for line in process.stdout:
                if line.startswith(b"http://"):
                    return line.decode().strip()
    except TimeoutError:
        raise UserError(f"{entry['label']}: llama.cpp's server was not ready after {START_S:.0f} s") from None
    raise UserError(
        f"{entry['label']}: llama.cpp's server ended before it was ready, with exit status "
        f"{await process.wait()}; this job's log says why"
    )


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(END_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


async def check_fits(address: str, entry: Mapping[str, Any], longest: Question) -> None:
    """Raise UserError where the longest prompt, by the model's own count, and its reply don't fit."""
    request = Request(
        model=entry["id"],
        prompt=longest.prompt,
        system=entry["system"],
        assistant_prefill=longest.entry["assistant_prefill"],
        parameters={},
        timeout_s=entry["timeout_s"],
        prompt_sha256=longest.prompt_sha256,
        repeat=1,
    )
    needed = await count_tokens(address, messages(request)) + (output_limit(longest.entry["parameters"]) or 1)
    if needed > entry["context"]:
        raise UserError(
            f"{entry['label']}: {longest.cell_id} and its reply need {needed:,} tokens, more than context "
            f"{entry['context']:,}; ask for shorter prompts, or raise context as far as the model allows"
        )


async def count_tokens(address: str, chat: list[dict[str, str]]) -> int:
    """Return the number of tokens that the server makes of a chat with its template."""
    async with httpx2.AsyncClient(base_url=address, trust_env=False, timeout=60.0) as http:
        templated = await http.post("/apply-template", json={"messages": chat})
        text = templated.raise_for_status().json()["prompt"]
        tokens = await http.post(
            "/tokenize", json={"content": text, "add_special": False, "parse_special": True}
        )
        return len(tokens.raise_for_status().json()["tokens"])
