"""The check of a GPU machine, where something is missing; on a machine with one it runs the workflow."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fake_vllm import GPU, python_with_vllm
from shared_inputs import PROJECT

MISSING = {
    "no vLLM": (None, "MISSING vLLM in"),
    "no GPU": ({"gpus": [], "device": ""}, "MISSING GPU: vLLM sees none (device: none)"),
    "too old": ({"gpus": [{**GPU, "capability": [7, 0]}]}, "compute capability 7.0: vLLM needs 7.5 or more"),
}


@pytest.mark.parametrize(("behaviour", "line"), MISSING.values(), ids=MISSING)
def test_what_is_missing_is_said_and_nothing_is_run(tmp_path, behaviour, line):
    python = sys.executable if behaviour is None else python_with_vllm(tmp_path, **behaviour)
    said = subprocess.run(
        [sys.executable, PROJECT / "tools" / "check_gpu.py", "--python", python],
        capture_output=True,
        text=True,
    )
    assert line in said.stdout
    assert "Nothing was run" in said.stdout
    assert said.returncode == 1
    assert said.stderr == ""
