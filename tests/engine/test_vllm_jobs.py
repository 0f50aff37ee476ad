"""A query job with a vLLM server (a stand-in of the same command line): what it stores, when it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial

import pytest

from engine_inputs import SLUG, Run, prompt_row, refuse, sweep
from fake_vllm import GPU, python_with_vllm, vllm_model, write_weights
from findorigin.backends.connections import connect
from findorigin.backends.identities import identify
from findorigin.common.tables import write_rows
from findorigin.tasks.columns import PROMPTS
from shared_inputs import PROJECT
from waiting import wait_until, wait_until_gone

PROGRAM = "import json, sys, query; query.main(**json.loads(sys.argv[1]))"


class VllmRun(Run):
    """A run with a vLLM model, whose weights lie beside it."""

    @property
    def server_log(self):
        return self.folder / "vllm.log"

    def ask_vllm(self, *, connect=connect, **changes):
        journal = self.folder / "store" / f"{SLUG}.jsonl"
        model = vllm_model(self.folder / "weights", **changes)
        python = python_with_vllm(self.folder, gpus=[GPU, GPU])
        connecting = partial(connect, python=python, log=self.server_log, journal=journal)
        entry = {name: value for name, value in model.as_json().items() if name != "slug"}
        return self.ask((2, 4), connect=connecting, options={"identity": identify(model, journal)}, **entry)

    def processes(self):
        lines = [line.split() for line in self.server_log.read_text().splitlines()]
        return [int(words[1]) for words in lines if words[0] in ("ready", "worker")]

    def start_job(self, **behaviour):
        """Start a job in a process of its own, as Snakemake does, and wait for its server."""
        lengths = (2, 4, 6, 8)
        write_rows(self.prompts, PROMPTS, [prompt_row(n) for n in lengths], plain=("prompt",))
        arguments = {
            "model": vllm_model(self.folder / "weights", max_in_flight=1).as_json(),
            "sweeps": [sweep(lengths).as_json()],
            "prompt_files": [str(self.prompts)],
            "store": str(self.folder / "store"),
            "output": str(self.folder / "out.parquet"),
            "server": {
                "python": python_with_vllm(self.folder, workers=2, **behaviour),
                "log": str(self.server_log),
            },
        }
        job = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, json.dumps(arguments)],
            env={**os.environ, "PYTHONPATH": str(PROJECT / "workflow" / "scripts")},
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        wait_until(lambda: self.server_log.exists() and "ready" in self.server_log.read_text())
        assert len(self.processes()) == 3
        return job


@pytest.fixture
def run(tmp_path, monkeypatch):
    # Where the lock on the GPUs lies: nobody else's job is waited for.
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    write_weights(tmp_path / "weights")
    return VllmRun(tmp_path)


def test_every_answer_says_how_it_was_given_and_a_second_run_starts_nothing(run):
    rows = run.ask_vllm(quantization="fp8", seed=3)
    assert [(row["status"], row["usd"]) for row in rows] == [("ok", 0.0)] * 2
    servers = [record["server"] for record in run.of_kind("response")]
    assert [(server["quantization"], server["seed"]) for server in servers] == [("fp8", 3)] * 2
    assert run.ask_vllm(connect=refuse, quantization="fp8", seed=3) == rows
    (run.folder / "weights").rename(run.folder / "elsewhere")
    assert run.ask_vllm(connect=refuse, quantization="fp8", seed=3) == rows, run.error


def test_two_precisions_are_two_models_and_parallelism_is_not(run):
    run.ask_vllm()
    run.ask_vllm(connect=refuse, tensor_parallel_size=2, max_model_len=4096)
    assert len(run.of_kind("response")) == 2
    run.ask_vllm(quantization="fp8")
    assert len(run.of_kind("response")) == 4


def test_a_signal_while_the_model_loads_ends_the_job_at_once(run):
    with run.start_job(never_ready=True) as job:
        job.send_signal(signal.SIGTERM)
        assert job.wait(20) != 0
        assert "interrupted (SIGTERM) before anything was asked" in job.stderr.read()
    wait_until_gone(run.processes())


def test_a_signal_while_asking_keeps_what_is_in_flight(run):
    with run.start_job(seconds=2) as job:
        wait_until(lambda: len(run.of_kind("intent")) == 2)
        job.send_signal(signal.SIGTERM)
        assert job.wait(30) != 0
    assert len(run.of_kind("response")) == len(run.of_kind("intent")) < 4
    wait_until_gone(run.processes())
