"""vLLM's OpenAI server as a process on loopback: its arguments, its start, its end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import httpx2

from findorigin.backends import supervisor
from findorigin.backends.vllm.log import last_useful_line
from findorigin.backends.vllm.weights import Weights
from findorigin.common.errors import UserError

START_S = 3600.0
END_S = 30.0

# A model's own sampling defaults would be added to what is sent; the tokens that end its replies hold anyhow.
DEFAULT_ARGUMENTS = {"generation-config": "vllm"}


class Server:
    """A running server: its process, its address, the key that only this job knows, its log."""

    def __init__(self, process: asyncio.subprocess.Process, address: str, key: str, log: Path) -> None:
        self.process = process
        self.address = address
        self.key = key
        self.log = log


def environment(weights: Weights) -> dict[str, str]:
    """Return the environment of the server: nothing is reported to anybody, nothing present is asked for."""
    own = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    if weights.is_local:
        own["HF_HUB_OFFLINE"] = "1"
    return {**os.environ, **own}


def server_arguments(entry: Mapping[str, Any], weights: Weights, max_model_len: int) -> list[str]:
    """Return vLLM's arguments for an entry, without address, key and template."""
    named = {
        "model": weights.model,
        "revision": weights.revision,
        "tokenizer-revision": weights.revision,
        "served-model-name": entry["id"],
        "max-model-len": max_model_len,
        "tensor-parallel-size": entry["tensor_parallel_size"],
        "pipeline-parallel-size": entry["pipeline_parallel_size"],
        "quantization": entry["quantization"],
        "kv-cache-dtype": entry["kv_cache_dtype"],
        "gpu-memory-utilization": entry["gpu_memory_utilization"],
        "seed": entry["seed"],
    }
    arguments = [f"--{name}={value}" for name, value in named.items() if value is not None]
    for name, value in {**DEFAULT_ARGUMENTS, **entry["server_arguments"]}.items():
        if value is True:
            arguments.append(f"--{name}")
        elif value is False:
            arguments.append(f"--no-{name}")
        elif value is not None:
            arguments.append(f"--{name}={value if isinstance(value, str) else json.dumps(value)}")
    return arguments


@contextlib.asynccontextmanager
async def serve(
    python: str, arguments: list[str], entry: Mapping[str, Any], weights: Weights, log: Path
) -> AsyncIterator[Server]:
    """Run vLLM's OpenAI server on a free port of 127.0.0.1; it never outlives this block, or this process.

    Raises UserError, with the last useful line of its log, where it ends or is not ready in time.
    """
    port, key = free_port(), secrets.token_hex(16)
    program = [python, "-m", "vllm.entrypoints.openai.api_server", "--host=127.0.0.1", f"--port={port}"]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            supervisor.__file__,
            json.dumps([*program, *arguments]),
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C must not end it before the replies in flight are in
            env={**environment(weights), "VLLM_API_KEY": key},
        )
    server = Server(process, f"http://127.0.0.1:{port}", key, log)
    try:
        await until_ready(server, entry)
        yield server
    finally:
        await end(process)


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


async def until_ready(server: Server, entry: Mapping[str, Any]) -> None:
    """Wait until the server answers; raises UserError where it ended or took too long."""
    limit = entry["start_timeout_s"] or START_S
    try:
        async with asyncio.timeout(limit), httpx2.AsyncClient(trust_env=False, timeout=10.0) as http:
            while server.process.returncode is None:
                with contextlib.suppress(httpx2.TransportError):
                    if (await http.get(f"{server.address}/health")).status_code == 200:
                        return
                await asyncio.sleep(0.5)
        state = "ended before it was ready"
    except TimeoutError:
        state = f"was not ready after {limit:.0f} s (start_timeout_s)"
    raise UserError(
        f"{entry['label']}: vLLM's server {state}: {last_useful_line(server.log)}; its log is {server.log}"
    )


async def end(process: asyncio.subprocess.Process) -> None:
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
