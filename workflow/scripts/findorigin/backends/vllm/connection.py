"""A model that vLLM serves for one job: what is checked first, how it is asked, what is written down."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2

from findorigin.backends.base import request_of
from findorigin.backends.local_server import LocalChat
from findorigin.backends.openai import client, messages
from findorigin.backends.vllm import probe as vllm_probe
from findorigin.backends.vllm.checks import check_gpus, model_window, notes, room_for
from findorigin.backends.vllm.gpu_turn import gpu_turn
from findorigin.backends.vllm.probe import Facts
from findorigin.backends.vllm.server import VllmServer, environment, serve, server_arguments
from findorigin.backends.vllm.weights import Weights, find_weights, identify
from findorigin.common.errors import UserError
from findorigin.config.models import VllmModel
from findorigin.planning.requests import PromptRequest

PROBE_S = 600.0

# What vLLM wants to hear to continue an answer that is begun for it.
CONTINUE = {"add_generation_prompt": False, "continue_final_message": True}


@contextlib.asynccontextmanager
async def connect(
    model: VllmModel, longest: PromptRequest, *, python: str | None, log: str | Path, journal: Path
) -> AsyncIterator[LocalChat]:
    """Check everything, start a server, yield a backend, end the server.

    `python` has vLLM (None: this one), `log` is the file for what the server says, `journal` the model's file
    in the store, which says what the model was so far.
    """
    program = str(Path(python).expanduser().absolute()) if python else sys.executable
    weights = find_weights(model, identify(model, journal).revision)
    async with gpu_turn(model.label):
        facts = await probe(model, program, weights, messages(request_of(longest)))
        room = room_for(longest.model, weights, facts["n_tokens"] or 0, longest.cell.id)
        check_gpus(model, facts)
        for note in notes(model, facts, weights, room):
            print(f"{model.label}: {note}", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="findorigin-") as folder:
            template = Path(folder) / "chat_template.jinja"
            template.write_text(weights.chat_template, encoding="utf-8")
            arguments = server_arguments(model, weights, room)
            asked = [*arguments, f"--chat-template={template}"]
            async with (
                serve(program, asked, model, weights, Path(log)) as server,
                client(model, f"{server.address}/v1", server.key) as open_client,
            ):
                await check_rendering(server, longest)
                yield LocalChat(
                    open_client,
                    server.running,
                    prefill_returned=False,
                    prefill_parameters=CONTINUE,
                    settings=settings(model, weights, facts, room, arguments),
                    is_cut=room < (model_window(weights) or room),
                )


async def probe(model: VllmModel, python: str, weights: Weights, chat: list[dict[str, str]]) -> Facts:
    """Return what the Python with vLLM says of itself, the GPUs and a chat's length. Raises UserError."""
    question: vllm_probe.Question = {
        "model": weights.model,
        "revision": weights.revision,
        "chat_template": weights.chat_template,
        "messages": chat,
        "trust_remote_code": model.server_arguments.get("trust-remote-code") is True,
    }
    try:
        process = await asyncio.create_subprocess_exec(
            python,
            vllm_probe.__file__,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(weights),
        )
    except OSError as error:
        raise UserError(f"{model.label}: vllm_python {python} can't be run ({error.strerror})") from None
    try:
        async with asyncio.timeout(PROBE_S):
            answer, said = await process.communicate(json.dumps(question).encode())
    except TimeoutError:
        raise UserError(f"{model.label}: {python} said nothing about vLLM for {PROBE_S:.0f} s") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        sys.stderr.write(said.decode("utf-8", "replace"))
        lines = said.decode("utf-8", "replace").strip().splitlines() or [f"exit status {process.returncode}"]
        raise UserError(f"{model.label}: vLLM can't be used with {python}: {lines[-1]}")
    facts: Facts | None = json.loads(answer)
    if facts is None:
        raise UserError(
            f"{model.label}: {python} has no vLLM; run with --sdm conda, which makes the environment of "
            "envs/vllm.yaml, or name a Python that has it in the configuration's vllm_python"
        )
    return facts


def settings(
    model: VllmModel, weights: Weights, facts: Facts, max_model_len: int, arguments: list[str]
) -> dict[str, Any]:
    """Return what is written down with every answer: under what conditions it was given."""
    keys = {"quantization", "kv_cache_dtype", "tensor_parallel_size", "pipeline_parallel_size"}
    keys |= {"gpu_memory_utilization", "seed", "server_arguments", "weights", "chat_template"}
    variables = {
        name: value
        for name, value in sorted(os.environ.items())
        if name.startswith("VLLM_") and not name.endswith(("_KEY", "_TOKEN"))
    }
    return {
        "engine": facts["vllm"],
        "torch": facts["torch"],
        "device": facts["device"],
        "gpus": [gpu["name"] for gpu in facts["gpus"]],
        "revision": weights.identity.revision,
        "chat_template_sha256": weights.identity.chat_template_sha256,
        "max_model_len": max_model_len,
        **model.model_dump(mode="json", include=keys),
        "arguments": arguments,
        "environment": variables,
    }


async def check_rendering(server: VllmServer, longest: PromptRequest) -> None:
    """Raise UserError where the server begins a chat with two beginnings of text, as no model learnt it."""
    request = request_of(longest)
    begun = CONTINUE if request.assistant_prefill else {}
    headers = {"authorization": f"Bearer {server.key}"}
    async with httpx2.AsyncClient(
        base_url=server.address, headers=headers, trust_env=False, timeout=60.0
    ) as http:
        chat = {"model": request.model, "messages": messages(request), **begun}
        rendered = (await http.post("/tokenize", json=chat)).raise_for_status().json()["tokens"]
        nothing = {"model": request.model, "prompt": "", "add_special_tokens": True}
        beginning = (await http.post("/tokenize", json=nothing)).raise_for_status().json()["tokens"]
    check_one_beginning(longest.model.label, rendered, beginning)


def check_one_beginning(label: str, rendered: list[int], beginning: list[int]) -> None:
    """Raise UserError where token ids begin twice with what the tokenizer puts before every text."""
    if beginning and rendered[:2] == [beginning[0]] * 2:
        raise UserError(
            f"{label}: its chat template writes the token that begins a text ({beginning[0]}), and so does "
            "its tokenizer: each prompt would begin twice; give a template without it in chat_template"
        )
