"""Models as the registry resolves them, and requests to put to their backends, without prompts on disk."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from findorigin.backends.base import Backend, Reply, request_of
from findorigin.common.cells import Cell, PromptKey
from findorigin.config.models import AnyModel, read_model
from findorigin.planning.requests import PromptLocation, PromptRequest
from findorigin.tasks.find_the_origin.prompts import render

TASK = "find_the_origin"


def model(backend: str = "openai", **changes: Any) -> AnyModel:
    """Return a registry entry: the defaults of its backend, and `changes`."""
    weights = {"vllm": {"path": "weights"}, "llama_cpp": {"path": "model.gguf"}}.get(backend)
    own = {"weights": weights} if weights else {}
    own |= {"id": "oracle"} if backend == "control" else {}
    return read_model({"slug": "tested", "label": "Tested", "backend": backend, **own, **changes})


def prompt_of(n_lines: int) -> str:
    """Return a prompt of Find the Origin with so many connections; its origin is `origin`."""
    others = (f'"start{i}" is connected to "finish{i}"' for i in range(n_lines - 2))
    lines = ['"origin" is connected to "middle"', '"middle" is connected to "end"', *others]
    return render(lines, 2, "end")


def asked(of: AnyModel, prompt: str | None = None, repeat: int = 1) -> PromptRequest:
    """Return the planned request that puts `prompt` to a model."""
    prompt = prompt_of(2) if prompt is None else prompt
    digest = hashlib.sha256(prompt.encode()).hexdigest()
    location = PromptLocation("prompts.parquet", 0, 0, len(prompt.split()), digest)
    cell = Cell(of.slug, PromptKey(TASK, arrangement="structured", d=1, n_lines=2), repeat)
    return PromptRequest(cell, digest, location, of, prompt)


def replies(
    connect: Callable[..., AbstractAsyncContextManager[Backend]],
    of: AnyModel,
    prompts: Sequence[str],
    **options: Any,
) -> tuple[list[Reply], Backend]:
    """Connect, put the prompts one after the other and return the replies, and the backend that gave them."""

    async def ask() -> tuple[list[Reply], Backend]:
        requests = [asked(of, prompt) for prompt in prompts]
        longest = max(requests, key=lambda request: len(request.prompt))
        async with connect(of, longest, **options) as backend:
            return [await backend.ask(request_of(request)) for request in requests], backend

    return asyncio.run(ask())
