"""vLLM's OpenAI server as a process on loopback: its arguments, its environment, its start."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx2

from findorigin.backends.local_server import LocalServer, running
from findorigin.backends.vllm.log import last_useful_line
from findorigin.backends.vllm.weights import Weights
from findorigin.config.models import VllmModel

# A model's own sampling defaults would be added to what is sent; the tokens that end its replies hold anyhow.
DEFAULT_ARGUMENTS = {"generation-config": "vllm"}


@dataclass(frozen=True, slots=True)
class VllmServer:
    """A running server, its address, and the key that only this job knows."""

    running: LocalServer
    address: str
    key: str


def environment(weights: Weights) -> dict[str, str]:
    """Return the environment of the server: nothing is reported to anybody, nothing present is asked for."""
    own = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    if weights.is_local:
        own["HF_HUB_OFFLINE"] = "1"
    return {**os.environ, **own}


def server_arguments(model: VllmModel, weights: Weights, max_model_len: int) -> list[str]:
    """Return vLLM's arguments for a model, without address, key and template."""
    named = {
        "model": weights.model,
        "revision": weights.revision,
        "tokenizer-revision": weights.revision,
        "served-model-name": model.id,
        "max-model-len": max_model_len,
        "tensor-parallel-size": model.tensor_parallel_size,
        "pipeline-parallel-size": model.pipeline_parallel_size,
        "quantization": model.quantization,
        "kv-cache-dtype": model.kv_cache_dtype,
        "gpu-memory-utilization": model.gpu_memory_utilization,
        "seed": model.seed,
    }
    arguments = [f"--{name}={value}" for name, value in named.items() if value is not None]
    for name, value in {**DEFAULT_ARGUMENTS, **model.server_arguments}.items():
        if value is True:
            arguments.append(f"--{name}")
        elif value is False:
            arguments.append(f"--no-{name}")
        elif value is not None:
            arguments.append(f"--{name}={value if isinstance(value, str) else json.dumps(value)}")
    return arguments


@contextlib.asynccontextmanager
async def serve(
    python: str, arguments: list[str], model: VllmModel, weights: Weights, log: Path
) -> AsyncIterator[VllmServer]:
    """Run vLLM's OpenAI server on a free port of 127.0.0.1; see `local_server.running`.

    Raises UserError, with the last useful line of its log, where it ends or is not ready in time.
    """
    port, key = free_port(), secrets.token_hex(16)
    address = f"http://127.0.0.1:{port}"
    program = [python, "-m", "vllm.entrypoints.openai.api_server", "--host=127.0.0.1", f"--port={port}"]
    async with httpx2.AsyncClient(trust_env=False, timeout=10.0) as http:

        async def is_ready() -> bool:
            with contextlib.suppress(httpx2.TransportError):
                return (await http.get(f"{address}/health")).status_code == 200
            return False

        async with running(
            f"{model.label}: vLLM's server",
            [*program, *arguments],
            is_ready=is_ready,
            limit_s=model.start_timeout_s,
            limit_key="start_timeout_s",
            last_words=lambda: f"{last_useful_line(log)}; its log is {log}",
            log=log,
            environment={**environment(weights), "VLLM_API_KEY": key},
        ) as server:
            yield VllmServer(server, address, key)


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
