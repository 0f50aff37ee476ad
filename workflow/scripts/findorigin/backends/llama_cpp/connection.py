"""llama.cpp's server on loopback, started by the job that needs it, and the check that prompts fit it."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2

from findorigin.backends.base import request_of
from findorigin.backends.llama_cpp import process
from findorigin.backends.llama_cpp.gguf import weights_file
from findorigin.backends.local_server import LocalChat, LocalServer, running
from findorigin.backends.openai import client, messages
from findorigin.common.errors import UserError
from findorigin.config.models import LlamaCppModel
from findorigin.planning.requests import PromptRequest

START_S = 600.0


@contextlib.asynccontextmanager
async def connect(model: LlamaCppModel, longest: PromptRequest) -> AsyncIterator[LocalChat]:
    """Start a server, see that the longest prompt fits its context, yield a backend, end the server."""
    async with serve(model) as (address, server):
        await check_fits(address, model, longest)
        async with client(model, f"{address}/v1", "none") as open_client:
            yield LocalChat(open_client, server, prefill_returned=True)


@contextlib.asynccontextmanager
async def serve(model: LlamaCppModel) -> AsyncIterator[tuple[str, LocalServer]]:
    """Run llama.cpp's server for one model; yield its address and the server. It logs to stderr, our log."""
    with tempfile.TemporaryDirectory(prefix="findorigin-") as folder:
        address = Path(folder) / "address"
        settings = {
            "model": str(weights_file(model)),
            "model_id": model.id,
            "threads": model.threads,
            "context": model.context,
            "address_file": str(address),
        }

        async def is_ready() -> bool:
            return address.exists()

        async with running(
            f"{model.label}: llama.cpp's server",
            [sys.executable, "-P", process.__file__, json.dumps(settings)],
            is_ready=is_ready,
            limit_s=START_S,
            last_words=lambda: "this job's log says why",
            end_signal=signal.SIGKILL,
        ) as server:
            yield address.read_text(encoding="ascii"), server


async def check_fits(address: str, model: LlamaCppModel, longest: PromptRequest) -> None:
    """Raise UserError where the longest prompt, by the model's own count, and its reply don't fit."""
    n_tokens = await count_tokens(address, messages(request_of(longest)))
    needed = n_tokens + (longest.model.output_limit or 1)
    if needed > model.context:
        raise UserError(
            f"{model.label}: {longest.cell.id} and its reply need {needed:,} tokens, more than context "
            f"{model.context:,}; ask for shorter prompts, or raise context as far as the model allows"
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
