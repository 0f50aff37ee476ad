"""A model that vLLM serves for one job: what is checked first, how it is asked, what is written down."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx2
import openai

from findorigin.backends import failures
from findorigin.backends.base import Reply, Request
from findorigin.backends.failures import Failure
from findorigin.backends.openai_chat import OpenAIChat, client, messages
from findorigin.backends.vllm import probe as vllm_probe
from findorigin.backends.vllm.checks import check_gpus, check_installed, model_window, notes, room_for
from findorigin.backends.vllm.gpu_turn import gpu_turn
from findorigin.backends.vllm.log import last_useful_line
from findorigin.backends.vllm.server import Server, environment, serve, server_arguments
from findorigin.backends.vllm.weights import Weights, find_weights, identify
from findorigin.common.errors import UserError
from findorigin.planning.identity import Identity
from findorigin.planning.questions import Question

PROBE_S = 600.0

# What vLLM wants to hear to continue an answer that is begun for it.
CONTINUE = {"add_generation_prompt": False, "continue_final_message": True}


class VllmModel:
    """A registry entry with backend vllm, and the Python that has vLLM.

    `log` is the file for what the server says, `journal` the model's file in the store.
    """

    def __init__(self, entry: Mapping[str, Any], python: str | None, log: str | Path, journal: Path) -> None:
        self.entry = entry
        self.python = str(Path(python).expanduser().absolute()) if python else sys.executable
        self.log = Path(log)
        self.journal = journal

    @cached_property
    def identity(self) -> Identity:
        """What tells this model's answers from another's; see `vllm_weights.identify`."""
        return identify(self.entry, self.journal)

    def identify(self, entry: Mapping[str, Any]) -> Identity:
        """Return the commit or digest of the weights, and of the template with which questions are put."""
        return self.identity

    @contextlib.asynccontextmanager
    async def connect(self, entry: Mapping[str, Any], longest: Question) -> AsyncIterator[OpenAIChat]:
        """Check everything, start a server, yield a backend, end the server."""
        weights = find_weights(entry, self.identity.revision)
        async with gpu_turn(entry["label"]):
            facts = await probe(entry, self.python, weights, chat_of(longest))
            room = room_for(longest.entry, weights, facts["n_tokens"], longest.cell_id)
            check_gpus(entry, facts, weights, room)
            for note in notes(entry, facts, weights):
                print(f"{entry['label']}: {note}", file=sys.stderr)
            with tempfile.TemporaryDirectory(prefix="findorigin-") as folder:
                template = Path(folder) / "chat_template.jinja"
                template.write_text(weights.chat_template, encoding="utf-8")
                arguments = server_arguments(entry, weights, room)
                async with (
                    serve(
                        self.python, [*arguments, f"--chat-template={template}"], entry, weights, self.log
                    ) as server,
                    client(
                        f"{server.address}/v1", server.key, max_in_flight=entry["max_in_flight"], local=True
                    ) as open_client,
                ):
                    await check_rendering(server, longest)
                    yield VllmChat(
                        open_client,
                        server=server,
                        is_cut=room < (model_window(weights) or room),
                        settings=settings(entry, weights, facts, room, arguments),
                    )


class VllmChat(OpenAIChat):
    """A client of a server of this job's own.

    `is_cut`: the server takes less than the model could, so an overflow is its setting and no answer.
    """

    def __init__(
        self, open_client: openai.AsyncOpenAI, *, server: Server, is_cut: bool, settings: Mapping[str, Any]
    ) -> None:
        super().__init__(open_client, prefill_returned=False, prefill_parameters=CONTINUE)
        self.settings = settings
        self._server = server
        self._is_cut = is_cut

    async def ask(self, request: Request) -> Reply:
        """Send one request and read its reply; raises Failure."""
        try:
            return await super().ask(request)
        except Failure as failure:
            if self._server.process.returncode is not None:
                said = f"{last_useful_line(self._server.log)}; its log is {self._server.log}"
                raise Failure(failures.SERVER_ENDED, said) from None
            if failure.kind == failures.CONTEXT_OVERFLOW and self._is_cut:
                raise Failure(
                    failures.BAD_REQUEST, f"raise max_model_len: {failure.message}", raw=failure.raw
                ) from None
            raise


def chat_of(question: Question) -> list[dict[str, str]]:
    """Return the messages with which a question is put, as its own task does."""
    entry = question.entry
    return messages(
        Request(
            model=entry["id"],
            prompt=question.prompt,
            system=entry["system"],
            assistant_prefill=entry["assistant_prefill"],
            parameters={},
            timeout_s=entry["timeout_s"],
            prompt_sha256=question.prompt_sha256,
            repeat=1,
        )
    )


async def probe(
    entry: Mapping[str, Any], python: str, weights: Weights, chat: list[dict[str, str]]
) -> dict[str, Any]:
    """Return what the Python with vLLM says of itself, the GPUs and a chat's length. Raises UserError."""
    question = {
        "model": weights.model,
        "revision": weights.revision,
        "chat_template": weights.chat_template,
        "messages": chat,
        "trust_remote_code": entry["server_arguments"].get("trust-remote-code") is True,
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
        raise UserError(f"{entry['label']}: vllm_python {python} can't be run ({error.strerror})") from None
    try:
        async with asyncio.timeout(PROBE_S):
            answer, said = await process.communicate(json.dumps(question).encode())
    except TimeoutError:
        raise UserError(f"{entry['label']}: {python} said nothing about vLLM for {PROBE_S:.0f} s") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        sys.stderr.write(said.decode("utf-8", "replace"))
        lines = said.decode("utf-8", "replace").strip().splitlines() or [f"exit status {process.returncode}"]
        raise UserError(f"{entry['label']}: vLLM can't be used with {python}: {lines[-1]}")
    facts = json.loads(answer)
    check_installed(entry, facts, python)
    return facts


def settings(
    entry: Mapping[str, Any],
    weights: Weights,
    facts: Mapping[str, Any],
    max_model_len: int,
    arguments: list[str],
) -> dict[str, Any]:
    """Return what is written down with every answer: under what conditions it was given."""
    keys = ("quantization", "kv_cache_dtype", "tensor_parallel_size", "pipeline_parallel_size")
    keys += ("gpu_memory_utilization", "seed", "server_arguments", "weights", "chat_template")
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
        **{name: entry[name] for name in keys},
        "arguments": arguments,
        "environment": variables,
    }


async def check_rendering(server: Server, question: Question) -> None:
    """Raise UserError where the server begins a chat with two beginnings of text, as no model learnt it."""
    entry = question.entry
    begun = CONTINUE if entry["assistant_prefill"] else {}
    headers = {"authorization": f"Bearer {server.key}"}
    async with httpx2.AsyncClient(
        base_url=server.address, headers=headers, trust_env=False, timeout=60.0
    ) as http:
        chat = {"model": entry["id"], "messages": chat_of(question), **begun}
        rendered = (await http.post("/tokenize", json=chat)).raise_for_status().json()["tokens"]
        nothing = {"model": entry["id"], "prompt": "", "add_special_tokens": True}
        beginning = (await http.post("/tokenize", json=nothing)).raise_for_status().json()["tokens"]
    check_one_beginning(entry["label"], rendered, beginning)


def check_one_beginning(label: str, rendered: list[int], beginning: list[int]) -> None:
    """Raise UserError where token ids begin twice with what the tokenizer puts before every text."""
    if beginning and rendered[:2] == [beginning[0]] * 2:
        raise UserError(
            f"{label}: its chat template writes the token that begins a text ({beginning[0]}), and so does "
            "its tokenizer: each prompt would begin twice; give a template without it in chat_template"
        )
