"""A job with a vLLM server, against a stand-in of the same command line; tests/vllm has the real one."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine_inputs import ENTRY, Run, prompt_row, sweep
from fake_vllm import GPU, python_with_vllm, vllm_entry, write_weights
from findorigin.backends.vllm import model as vllm_model
from findorigin.backends.vllm.model import VllmModel, check_one_beginning
from findorigin.backends.vllm.server import server_arguments
from findorigin.backends.vllm.weights import find_weights
from findorigin.common.tables import PROMPTS, write_rows

SCRIPTS = Path(__file__).resolve().parents[2] / "workflow" / "scripts"


class VllmRun(Run):
    """A run of the engine with a vLLM model."""

    def ask_vllm(self, lengths=(2, 4), *, behaviour=None, python=None, **changes):
        weights = self.folder / "weights"
        if not weights.exists():
            write_weights(weights)
        entry = vllm_entry(weights, **changes)
        model = VllmModel(
            {**ENTRY, **entry},
            python or python_with_vllm(self.folder, **(behaviour or {})),
            self.folder / "vllm.log",
            self.folder / "store" / "tested.jsonl",
        )
        return self.ask(
            lengths,
            connect=model.connect,
            identify=model.identify,
            **entry,
        )

    @property
    def server_log(self):
        return (self.folder / "vllm.log").read_text()

    @property
    def arguments(self):
        line = next(line for line in self.server_log.splitlines() if line.startswith("arguments "))
        return json.loads(line.removeprefix("arguments "))

    @property
    def responses(self):
        records = [json.loads(line) for line in self.journal.splitlines()]
        return [record for record in records if record["kind"] == "response"]

    def processes(self):
        lines = [line.split() for line in self.server_log.splitlines()]
        return [int(words[1]) for words in lines if words[0] in ("ready", "worker")]


@pytest.fixture
def run(tmp_path, monkeypatch):
    # Where the lock on the GPUs lies: nobody else's job is waited for.
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return VllmRun(tmp_path)


def alive(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def gone(processes, seconds=15):
    deadline = time.monotonic() + seconds
    while any(map(alive, processes)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return not any(map(alive, processes))


def test_every_answer_says_how_it_was_given_and_a_second_run_starts_nothing(run, monkeypatch):
    rows = run.ask_vllm(quantization="fp8", seed=3, server_arguments={"dtype": "float16"})
    assert [row["status"] for row in rows] == ["ok", "ok"]
    assert [row["usd"] for row in rows] == [0.0, 0.0]
    for record in run.responses:
        server = record["server"]
        assert server["engine"] == "vllm 0.33.0"
        assert server["gpus"] == ["Fake H100"]
        assert server["quantization"] == "fp8"
        assert server["seed"] == 3
        assert server["server_arguments"] == {"dtype": "float16"}
        assert server["max_model_len"] > 0
        assert len(server["chat_template_sha256"]) == len(server["revision"]) == 64
    monkeypatch.setattr(vllm_model, "serve", None)
    assert run.ask_vllm(quantization="fp8", seed=3, server_arguments={"dtype": "float16"}) == rows


def test_two_precisions_are_two_models_and_parallelism_is_not(run):
    run.ask_vllm(behaviour={"gpus": [GPU, GPU]})
    run.ask_vllm(behaviour={"gpus": [GPU, GPU]}, tensor_parallel_size=2, max_model_len=4096)
    assert len(run.responses) == 2
    run.ask_vllm(quantization="fp8")
    assert len(run.responses) == 4


def test_a_stored_model_needs_no_files(run):
    rows = run.ask_vllm()
    (run.folder / "weights").rename(run.folder / "elsewhere")
    entry = vllm_entry(run.folder / "weights")
    model = VllmModel({**ENTRY, **entry}, None, run.folder / "log", run.folder / "store" / "tested.jsonl")
    again = run.ask(
        (2, 4),
        connect=None,
        identify=model.identify,
        **entry,
    )
    assert again == rows


def test_the_server_is_asked_for_on_loopback_with_the_template_that_was_hashed(run):
    run.ask_vllm()
    arguments = dict(argument.lstrip("-").partition("=")[::2] for argument in run.arguments)
    assert arguments["host"] == "127.0.0.1"
    assert arguments["served-model-name"] == "fake"
    assert arguments["generation-config"] == "vllm"
    assert "chat-template" in arguments
    assert "api-key" not in arguments


def test_a_begun_answer_is_continued(run):
    rows = run.ask_vllm((2,), assistant_prefill='FINAL ANSWER: "')
    assert rows[0]["text"].startswith('FINAL ANSWER: "x"')
    assert "continue_final_message" in rows[0]["text"]
    assert run.ask_vllm((2,))[0]["text"].count("continue_final_message") == 0


def test_the_room_is_just_above_the_longest_prompt(run):
    run.ask_vllm((2, 40))
    room = run.responses[0]["server"]["max_model_len"]
    longest = max(record["input_tokens"] for record in run.responses) + 256
    assert longest < room < 1.05 * longest + 400


FAILURES = {
    "it fails while it loads": (
        {"fail": ["INFO 11-30 00:00:00 [x.py:1] loading", "ValueError: head size 16 is not supported"]},
        {},
        "vLLM's server ended before it was ready: ValueError: head size 16 is not supported; its log is",
    ),
    "it is never ready": ({"never_ready": True}, {"start_timeout_s": 2}, "was not ready after 2 s"),
    "its engine dies": (
        {"dies_after": 1},
        {},
        "the model's server has ended (torch.OutOfMemoryError: CUDA out of memory; its log is",
    ),
    "no GPU": ({"gpus": [], "device": ""}, {}, "no GPU to be seen by this job (vLLM's device: none)"),
    "two beginnings": ({"bos_twice": True}, {}, "each prompt would begin twice"),
    "a prompt beyond max_model_len": (
        {},
        {"max_model_len": 300},
        "more than the model's max_model_len of 300",
    ),
}


@pytest.mark.parametrize(("behaviour", "changes", "line"), FAILURES.values(), ids=FAILURES)
def test_one_line_says_what_went_wrong(run, behaviour, changes, line):
    run.ask_vllm(behaviour={"workers": 1, **behaviour}, **changes)
    assert line in run.error
    assert "\n" not in run.error
    if (run.folder / "vllm.log").exists():
        assert gone(run.processes())


def test_a_python_without_vllm_is_one_line(run):
    run.ask_vllm(python=sys.executable)
    assert f"{sys.executable} has no vLLM; run with --sdm conda" in run.error
    run.ask_vllm(python="/no/such/python")
    assert "vllm_python /no/such/python can't be run" in run.error


def test_an_overflow_of_our_own_making_is_no_answer(run, monkeypatch):
    monkeypatch.setattr(vllm_model, "room_for", lambda entry, weights, n_tokens, longest: 640)
    run.ask_vllm((2, 200))
    assert "raise max_model_len" in run.error
    assert [record["status"] for record in run.responses] == ["ok"]


JOB = """
import json, sys
from pathlib import Path
from findorigin.engine.run import run_query
from findorigin.backends.vllm.model import VllmModel
model = VllmModel(**json.loads(sys.argv[1]) | {"journal": Path(sys.argv[2]) / "tested.jsonl"})
run_query(model="tested", store=sys.argv[2], connect=model.connect, identify=model.identify,
          **json.loads(sys.argv[3]))
"""


def start_job(run, **behaviour):
    """Start a query job of its own process, as Snakemake does, and wait for its server."""
    lengths = (2, 4, 6, 8)
    entry = {**ENTRY, **vllm_entry(write_weights(run.folder / "weights"), max_in_flight=1)}
    prompts = str(run.folder / "d1.parquet")
    write_rows(prompts, PROMPTS, [prompt_row(n) for n in lengths], plain=("prompt",))
    query = {"entry": entry, "sweeps": [sweep(lengths)], "prompt_files": [prompts]}
    model = {
        "entry": entry,
        "python": python_with_vllm(run.folder, workers=2, **behaviour),
        "log": str(run.folder / "vllm.log"),
    }
    job = subprocess.Popen(
        [
            sys.executable,
            "-c",
            JOB,
            json.dumps(model),
            str(run.folder / "store"),
            json.dumps({**query, "output": str(run.folder / "out.parquet")}),
        ],
        env={**os.environ, "PYTHONPATH": str(SCRIPTS)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if (run.folder / "vllm.log").exists() and "ready" in run.server_log:
            break
        time.sleep(0.05)
    assert len(run.processes()) == 3
    return job


def wait_for_intents(run, number):
    deadline = time.monotonic() + 20
    while run.journal.count('{"kind":"intent"') < number and time.monotonic() < deadline:
        time.sleep(0.05)


@pytest.mark.parametrize("behaviour", [{"never_ready": True}, {"seconds": 2}], ids=["loading", "asking"])
def test_killing_the_job_ends_the_server_and_its_workers(run, behaviour):
    job = start_job(run, **behaviour)
    with job:
        os.killpg(job.pid, signal.SIGKILL)
    assert gone(run.processes())


def test_a_signal_while_the_model_loads_ends_the_job_at_once(run):
    with start_job(run, never_ready=True) as job:
        job.send_signal(signal.SIGTERM)
        assert job.wait(10) != 0
        assert "interrupted (SIGTERM) before anything was asked" in job.stderr.read()
    assert gone(run.processes(), 1)


def test_a_signal_while_asking_keeps_what_is_in_flight(run):
    with start_job(run, seconds=2) as job:
        wait_for_intents(run, 2)
        job.send_signal(signal.SIGTERM)
        assert job.wait(20) != 0
    assert len(run.responses) == run.journal.count('{"kind":"intent"')
    assert gone(run.processes(), 1)


def test_killing_the_supervisor_ends_the_server_too(run):
    with start_job(run, seconds=1) as job:
        wait_for_intents(run, 1)
        server = run.processes()[-1]
        supervisor = int(Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[1])
        os.kill(supervisor, signal.SIGKILL)
        assert gone([server], 5)
        assert job.wait(30) != 0
        assert "the model's server has ended" in job.stderr.read()
    for worker in run.processes():
        if alive(worker):
            os.kill(worker, signal.SIGKILL)  # in sessions of their own, and their keeper is gone


def test_switches_and_structures_among_the_arguments(tmp_path):
    arguments = {"enforce-eager": True, "enable-prefix-caching": False, "hf-overrides": {"a": 1}, "x": None}
    entry = {**ENTRY, **vllm_entry(write_weights(tmp_path / "w"), server_arguments=arguments)}
    given = server_arguments(entry, find_weights(entry, None), 512)
    assert given[-3:] == ["--enforce-eager", "--no-enable-prefix-caching", '--hf-overrides={"a": 1}']
    assert not any(argument.startswith("--revision") for argument in given)


@pytest.mark.parametrize(
    ("rendered", "beginning", "fine"),
    [([7, 9], [7], True), ([7, 7, 9], [7], False), ([9, 9], [7], True), ([9, 9], [], True), ([], [7], True)],
)
def test_no_text_begins_twice(rendered, beginning, fine):
    if fine:
        check_one_beginning("Model", rendered, beginning)
    else:
        with pytest.raises(vllm_model.UserError, match=r"begins a text \(7\)"):
            check_one_beginning("Model", rendered, beginning)


def test_jobs_that_see_the_same_gpus_take_turns(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    order = []

    async def job(name):
        async with vllm_model.gpu_turn(name):
            order.append(name)
            await asyncio.sleep(0.1)
            order.append(name)

    async def both():
        await asyncio.gather(job("first"), job("second"))

    asyncio.run(both())
    assert order == ["first", "first", "second", "second"]
    assert "second: waiting for another job" in capsys.readouterr().err
