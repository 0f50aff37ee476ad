"""The whole workflow with the real vLLM on the CPU: a tiny Llama made on the spot, plain and in FP8.

`make test-vllm` sets up the Python with vLLM (its CPU build) and runs this; VLLM_PYTHON names another.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from findorigin.backends.supervisor import descendants
from findorigin.common.tables import read_rows
from project_copy import NO_OTHER_TASK
from shared_inputs import PROJECT
from waiting import wait_until, wait_until_gone

PYTHON = Path(os.environ.get("VLLM_PYTHON") or PROJECT / ".venv-vllm" / "bin" / "python")
START_S = 600

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.skipif(not PYTHON.exists(), reason=f"no Python with vLLM at {PYTHON}; see make test-vllm"),
]


def tiny(folder, **changes):
    return {
        "backend": "vllm",
        "weights": {"path": str(folder)},
        "gpu_memory_utilization": 0.1,
        "server_arguments": {"enforce-eager": True},
        "parameters": {"temperature": 0, "max_tokens": 24},
        "timeout_s": 300,
        "max_in_flight": 1,
        **changes,
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A copy of the workflow with a configuration for the tiny model, which stands beside it."""
    top = tmp_path_factory.mktemp("vllm")
    project = top / "project"
    for name in ("workflow", "config", "envs", "resources", "profiles"):
        shutil.copytree(PROJECT / name, project / name)
    shutil.copy(PROJECT / "Snakefile", project)
    maker = PROJECT / "tools" / "make_tiny_llama.py"
    subprocess.run([PYTHON, maker, top / "tiny"], check=True, capture_output=True)
    models = {"tiny": tiny(top / "tiny"), "tiny-fp8": tiny(top / "tiny", quantization="fp8_per_channel")}
    sweep = {"d": 1, "n_lines": [4, 8, 12, 16, 20, 24], "puzzles": [1, 2], "models": list(models)}
    configuration = {
        "vllm_python": str(PYTHON),
        "models": models,
        "published": False,
        "find_the_origin": {"sweeps": [sweep]},
        **NO_OTHER_TASK,
    }
    (project / "tiny.yaml").write_text(yaml.safe_dump(configuration))
    return project


def snakemake(folder, *arguments, configfile="tiny.yaml"):
    return subprocess.Popen(
        [sys.executable, "-m", "snakemake", *arguments, "--cores", "2", "--configfile", configfile],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def finished(folder, *arguments):
    with snakemake(folder, *arguments) as run:
        said = run.communicate(timeout=3000)[0]
    assert run.returncode == 0, said + logs(folder)
    return said


def logs(folder):
    return "\n".join(path.read_text()[-3000:] for path in sorted(folder.glob("results/logs/query/tiny*")))


def records(folder, model, kind):
    path = folder / "store" / f"{model}.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [record for record in map(json.loads, lines) if record["kind"] == kind]


def find(*words):
    """Return the processes whose command line holds all these words."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if all(word in line for word in words):
            found.add(int(path.parent.name))
    return found


def test_1_killing_the_job_in_the_middle_ends_the_server_and_its_engine(folder):
    with snakemake(folder, "results/responses/tiny.parquet") as run:
        wait_until(lambda: records(folder, "tiny", "response") or run.poll() is not None, START_S)
        assert run.poll() is None, run.stdout.read() + logs(folder)
        supervisors = find("supervisor.py", str(folder.parent / "tiny"))
        assert supervisors
        server = {process for supervisor in supervisors for process in descendants(supervisor)}
        assert len(server) >= 2  # the server and its engine
        # Snakemake, the job's script and all: only what left their session goes on.
        os.killpg(run.pid, signal.SIGKILL)
    wait_until_gone(server | supervisors)
    assert not (folder / "results/responses/tiny.parquet").exists()


def test_2_the_workflow_goes_on_from_there_to_the_figures(folder):
    before = records(folder, "tiny", "response")
    finished(folder, "--unlock")
    finished(folder)
    assert (folder / "results/figures/measured_accuracy.png").stat().st_size > 0
    for model, quantization in (("tiny", None), ("tiny-fp8", "fp8_per_channel")):
        responses = records(folder, model, "response")
        assert len({record["key"] for record in responses}) == len(responses) == 12
        assert {record["server"]["quantization"] for record in responses} == {quantization}
        assert all(record["server"]["engine"].startswith("vllm") for record in responses)
        rows = list(read_rows(folder / f"results/grades/{model}.parquet"))
        assert len(rows) == 12
        assert {row["outcome"] for row in rows} <= {"no_answer", "invented", "neighbour"}
    assert records(folder, "tiny", "response")[: len(before)] == before
    assert not find("supervisor.py", str(folder.parent / "tiny"))


def test_3_the_prompts_begin_once(folder):
    """Rendered, a prompt is as long as its template makes it; begun twice it would be one token longer."""
    program = (
        "import json, sys; from transformers import AutoTokenizer as A; t = A.from_pretrained(sys.argv[1])\n"
        "ids = t.apply_chat_template(json.loads(sys.argv[2]), add_generation_prompt=True)['input_ids']\n"
        "print(json.dumps([len(ids), ids[:2], t.bos_token_id, t('')['input_ids']]))"
    )
    prompts = list(read_rows(folder / "results/prompts/find_the_origin/structured/d1.parquet"))
    shortest = min(prompts, key=lambda row: row["n_lines"])
    chat = [
        {"role": "system", "content": "You are a helpful assistant."},
        {"role": "user", "content": shortest["prompt"]},
    ]
    called = [PYTHON, "-c", program, str(folder.parent / "tiny"), json.dumps(chat)]
    answer = subprocess.run(called, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    n_tokens, first_two, bos, beginning = json.loads(answer)
    assert beginning == [bos]  # this tokenizer begins every text, and its template does so too
    assert first_two[0] == bos != first_two[1]
    cell = {name: shortest[name] for name in ("d", "n_lines", "puzzle")}
    answered = [r for r in records(folder, "tiny", "response") if cell.items() <= r["cell"].items()]
    assert [record["input_tokens"] for record in answered] == [n_tokens]


def test_4_a_second_run_asks_nothing_and_starts_no_server(folder):
    before = {path: path.read_bytes() for path in (folder / "store").glob("*.jsonl")}
    shutil.rmtree(folder / "results")
    finished(folder)
    assert {path: path.read_bytes() for path in (folder / "store").glob("*.jsonl")} == before
    # Snakemake itself makes a declared log that a job leaves out.
    assert not any(path.stat().st_size for path in folder.glob("results/logs/query/*.vllm.log"))
    assert "0 questions missing" in (folder / "results/logs/query/tiny.log").read_text()


def test_5_what_vllm_itself_says_against_a_setting_reaches_the_user(folder):
    """Plain `fp8` has a kernel for GPUs only: on a CPU vLLM fails, after it has started."""
    wrong = yaml.safe_load((folder / "tiny.yaml").read_text())
    wrong["models"]["tiny"]["quantization"] = "fp8"
    (folder / "wrong.yaml").write_text(yaml.safe_dump(wrong))
    with snakemake(folder, "results/responses/tiny.parquet", configfile="wrong.yaml") as run:
        said = run.communicate(timeout=START_S)[0]
    assert run.returncode != 0
    line = next(line for line in said.splitlines() if line.startswith("Error: tiny: vLLM's server ended"))
    assert "its log is results/logs/query/tiny.vllm.log" in line
    assert "initialization failed" not in line
