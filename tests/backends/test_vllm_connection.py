"""A job with a vLLM server, against a stand-in of the same command line; tests/vllm has the real one."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys

import pytest

from backend_inputs import asked, prompt_of, replies
from fake_vllm import GPU, python_with_vllm, vllm_model, write_weights
from findorigin.backends import failures
from findorigin.backends.base import request_of
from findorigin.backends.connections import connect
from findorigin.backends.failures import Failure
from findorigin.backends.vllm import connection
from findorigin.backends.vllm.connection import check_one_beginning
from findorigin.backends.vllm.server import server_arguments
from findorigin.backends.vllm.weights import find_weights
from findorigin.common.errors import UserError
from shared_inputs import PROJECT
from waiting import is_alive, wait_until, wait_until_gone

PROMPTS = [prompt_of(2), prompt_of(4)]


class Job:
    """Where a job of a vLLM model has its files, and how it asks."""

    def __init__(self, folder):
        self.folder = folder
        self.log = folder / "vllm.log"

    def options(self, python=None, **behaviour):
        python = python or python_with_vllm(self.folder, **behaviour)
        return {"python": python, "log": str(self.log), "journal": self.folder / "tested.jsonl"}

    def model(self, **changes):
        return vllm_model(write_weights(self.folder / "weights"), **changes)

    def ask(self, prompts=PROMPTS, *, behaviour=None, python=None, **changes):
        options = self.options(python, **(behaviour or {}))
        return replies(connect, self.model(**changes), prompts, **options)

    @property
    def arguments(self):
        lines = self.log.read_text().splitlines()
        return json.loads(next(line for line in lines if line.startswith("arguments "))[len("arguments ") :])

    def processes(self):
        lines = [line.split() for line in self.log.read_text().splitlines()]
        return [int(words[1]) for words in lines if words[0] in ("ready", "worker")]


@pytest.fixture
def job(tmp_path, monkeypatch):
    # Where the lock on the GPUs lies: nobody else's job is waited for.
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return Job(tmp_path)


def test_the_settings_say_how_answers_are_given(job):
    given, backend = job.ask(quantization="fp8", seed=3, server_arguments={"dtype": "float16"})
    assert [reply.status for reply in given] == ["ok", "ok"]
    settings = backend.settings
    assert (settings["engine"], settings["gpus"]) == ("vllm 0.33.0", ["Fake H100"])
    assert (settings["quantization"], settings["seed"]) == ("fp8", 3)
    assert settings["server_arguments"] == {"dtype": "float16"}
    assert settings["weights"]["path"] == str(job.folder / "weights")
    assert settings["max_model_len"] > 0
    assert len(settings["chat_template_sha256"]) == len(settings["revision"]) == 64
    assert json.loads(json.dumps(settings)) == settings


def test_the_server_is_asked_for_on_loopback_with_the_template_that_was_hashed(job):
    job.ask()
    arguments = dict(argument.lstrip("-").partition("=")[::2] for argument in job.arguments)
    assert arguments["host"] == "127.0.0.1"
    assert arguments["served-model-name"] == "fake"
    assert arguments["generation-config"] == "vllm"
    assert "chat-template" in arguments
    assert "api-key" not in arguments


def test_a_begun_answer_is_continued(job):
    (begun,), _ = job.ask(PROMPTS[:1], assistant_prefill='FINAL ANSWER: "')
    assert begun.text.startswith('FINAL ANSWER: "x"') and "continue_final_message" in begun.text
    (free,), _ = job.ask(PROMPTS[:1])
    assert "continue_final_message" not in free.text


def test_the_room_is_just_above_the_longest_prompt(job):
    given, backend = job.ask([prompt_of(2), prompt_of(40)])
    longest = max(reply.input_tokens for reply in given) + 256
    assert longest < backend.settings["max_model_len"] < 1.05 * longest + 400


FAILURES = {
    "it fails while it loads": (
        {"fail": ["INFO 11-30 00:00:00 [x.py:1] loading", "ValueError: head size 16 is not supported"]},
        {},
        "vLLM's server ended before it was ready: ValueError: head size 16 is not supported; its log is",
    ),
    "it is never ready": (
        {"never_ready": True},
        {"start_timeout_s": 2.0},
        "was not ready after 2 s (start_timeout_s): ",
    ),
    "no GPU": ({"gpus": [], "device": ""}, {}, "no GPU to be seen by this job (vLLM's device: none)"),
    "two beginnings": ({"bos_twice": True}, {}, "each prompt would begin twice"),
    "a prompt beyond max_model_len": ({}, {"max_model_len": 280}, "more than max_model_len 280"),
}


@pytest.mark.parametrize(("behaviour", "changes", "line"), FAILURES.values(), ids=FAILURES)
def test_one_line_says_what_went_wrong(job, behaviour, changes, line):
    with pytest.raises(UserError) as caught:
        job.ask(behaviour={"workers": 1, **behaviour}, **changes)
    assert line in str(caught.value) and "\n" not in str(caught.value)
    assert str(caught.value).startswith("Llama: ")
    if job.log.exists():
        wait_until_gone(job.processes())


async def ask_until_told(backend, request):
    """Ask as the engine does: a call that was cut off is made again, when the server is known to be gone."""
    with pytest.raises(Failure):
        await backend.ask(request)
    await backend._server.process.wait()
    await backend.ask(request)


def test_an_engine_that_dies_stops_the_model(job):
    async def ask():
        of = job.model()
        async with connect(of, asked(of), **job.options(dies_after=0, workers=1)) as backend:
            await ask_until_told(backend, request_of(asked(of)))

    with pytest.raises(Failure, match=r"torch\.OutOfMemoryError: CUDA out of memory; its log is") as caught:
        asyncio.run(ask())
    assert caught.value.kind == failures.SERVER_ENDED
    wait_until_gone(job.processes())


def test_a_python_without_vllm_is_one_line(job):
    with pytest.raises(UserError, match=f"{sys.executable} has no vLLM; run with --sdm conda"):
        job.ask(python=sys.executable)
    with pytest.raises(UserError, match="vllm_python /no/such/python can't be run"):
        job.ask(python="/no/such/python")


def test_too_little_memory_is_told_and_tried(job, capsys):
    """vLLM has the last word: an estimate that is too high must not refuse what would fit."""
    small = {**GPU, "total": 2**16, "free": 2**16}
    given, _ = job.ask(behaviour={"gpus": [small]})
    assert [reply.status for reply in given] == ["ok", "ok"]
    assert "Llama: GPU 0 (Fake H100) may be too small" in capsys.readouterr().err


def test_an_overflow_of_our_own_making_is_no_answer(job, monkeypatch):
    monkeypatch.setattr(connection, "room_for", lambda model, weights, n_tokens, longest: 640)
    with pytest.raises(Failure, match="raise max_model_len") as caught:
        job.ask([prompt_of(200)])
    assert caught.value.kind == failures.BAD_REQUEST


JOB = """
import asyncio, json, sys
from pathlib import Path
from backend_inputs import asked
from findorigin.backends.base import request_of
from findorigin.backends.connections import connect
from findorigin.config.models import read_model

async def main(entry, options):
    request = asked(read_model(entry))
    async with connect(request.model, request, **options | {"journal": Path(options["journal"])}) as backend:
        await backend.ask(request_of(request))

asyncio.run(main(*json.loads(sys.argv[1])))
"""


def start_job(job, **behaviour):
    """Start a job in a process of its own, as Snakemake does, and wait for its server."""
    options = job.options(workers=2, **behaviour)
    settings = [job.model(timeout_s=60.0).as_json(), {**options, "journal": str(options["journal"])}]
    paths = [PROJECT / "workflow" / "scripts", PROJECT / "tests" / "support"]
    process = subprocess.Popen(
        [sys.executable, "-c", JOB, json.dumps(settings)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    wait_until(lambda: job.log.exists() and "ready" in job.log.read_text())
    assert len(job.processes()) == 3
    return process


@pytest.mark.parametrize("behaviour", [{"never_ready": True}, {"seconds": 30}], ids=["loading", "asking"])
def test_killing_the_job_ends_the_server_and_its_workers(job, behaviour):
    with start_job(job, **behaviour) as process:
        os.killpg(process.pid, signal.SIGKILL)
    wait_until_gone(job.processes())


def test_killing_the_supervisor_ends_the_server_too(job):
    async def ask():
        of = job.model()
        async with connect(of, asked(of), **job.options(workers=2)) as backend:
            server = job.processes()[-1]
            os.kill(backend._server.process.pid, signal.SIGKILL)
            await asyncio.to_thread(wait_until_gone, [server])
            await ask_until_told(backend, request_of(asked(of)))

    with pytest.raises(Failure) as caught:
        asyncio.run(ask())
    assert caught.value.kind == failures.SERVER_ENDED
    for worker in filter(is_alive, job.processes()):
        os.kill(worker, signal.SIGKILL)  # in sessions of their own, and their keeper is gone


def test_switches_and_structures_among_the_arguments(tmp_path):
    arguments = {"enforce-eager": True, "enable-prefix-caching": False, "hf-overrides": {"a": 1}, "x": None}
    model = vllm_model(write_weights(tmp_path / "w"), server_arguments=arguments)
    given = server_arguments(model, find_weights(model, None), 512)
    switches = ["--no-enable-prefix-caching", "--enforce-eager", '--hf-overrides={"a": 1}']
    assert given[-3:] == switches
    assert not any(argument.startswith("--revision") for argument in given)


@pytest.mark.parametrize(
    ("rendered", "beginning", "fine"),
    [([7, 9], [7], True), ([7, 7, 9], [7], False), ([9, 9], [7], True), ([9, 9], [], True), ([], [7], True)],
)
def test_no_text_begins_twice(rendered, beginning, fine):
    if fine:
        check_one_beginning("Model", rendered, beginning)
    else:
        with pytest.raises(UserError, match=r"begins a text \(7\)"):
            check_one_beginning("Model", rendered, beginning)


def test_jobs_that_see_the_same_gpus_take_turns(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    order = []

    async def take_turn(name):
        async with connection.gpu_turn(name):
            order.append(name)
            await asyncio.sleep(0.1)
            order.append(name)

    async def both():
        await asyncio.gather(take_turn("first"), take_turn("second"))

    asyncio.run(both())
    assert order == ["first", "first", "second", "second"]
    assert "second: waiting for another job" in capsys.readouterr().err
