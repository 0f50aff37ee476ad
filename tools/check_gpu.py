"""See what this machine's GPU can do for the workflow, and run it once on it, from prompts to figures.

    python tools/check_gpu.py [--python /opt/vllm/bin/python] [--keep FOLDER]

Prints one line for each thing that must be there, with what to do where it isn't. With everything in place
it makes a tiny Llama with random weights, asks it a few questions through vLLM, plain and in FP8, and draws
the figures; the real models differ from it in their size alone. Exit status 0: all is well.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, cast

import yaml

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "workflow" / "scripts"))

from findorigin.backends.vllm import probe as vllm_probe  # noqa: E402
from findorigin.backends.vllm.checks import FP8_CAPABILITY, GIB, LEAST_CAPABILITY  # noqa: E402
from findorigin.backends.vllm.probe import Facts, Gpu  # noqa: E402

COPIED = ("workflow", "config", "envs", "resources", "profiles")
FP8_8B_GIB = 8.5  # Llama 3.1 8B in FP8, the smallest of the paper's: 9.1 GB of weights


def main() -> int:
    """Check, run, and say what a user should see."""
    options = arguments()
    show_driver()
    facts = ask_python(options.python)
    if facts is None or not usable(facts):
        print("\nNothing was run. docs/gpu.md goes from nothing to figures.")
        return 1
    with tempfile.TemporaryDirectory(prefix="check-gpu-") as temporary:
        return run(Path(options.keep or temporary).absolute(), options.python, facts)


def arguments() -> argparse.Namespace:
    """Return the command line; the Python with vLLM is the one named, .venv-vllm's, or this one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    own = PROJECT / ".venv-vllm" / "bin" / "python"
    default = os.environ.get("VLLM_PYTHON") or (str(own) if own.exists() else sys.executable)
    parser.add_argument("--python", default=default, help="Python that has vLLM (default: %(default)s)")
    parser.add_argument("--keep", metavar="FOLDER", help="run in this new folder and keep it")
    return parser.parse_args()


def line(good: bool, what: str, remedy: str = "") -> bool:
    """Print one finding."""
    print(f"{'ok     ' if good else 'MISSING'} {what}" + (f": {remedy}" if remedy and not good else ""))
    return good


def show_driver() -> None:
    """Print what NVIDIA's driver says of the GPUs."""
    names = "name,memory.total,memory.free,compute_cap,driver_version"
    try:
        said = subprocess.run(
            ["nvidia-smi", f"--query-gpu={names}", "--format=csv,noheader"], capture_output=True, text=True
        )
    except FileNotFoundError:
        line(False, "NVIDIA driver", "nvidia-smi is not there; install the driver of your GPU")
        return
    if not line(said.returncode == 0, "NVIDIA driver", (said.stdout + said.stderr).strip()):
        return
    for number, gpu in enumerate(said.stdout.strip().splitlines()):
        print(f"        GPU {number}: {gpu}")


def ask_python(python: str) -> Facts | None:
    """Return what the Python with vLLM says of itself, or None where there is no use in it."""
    question = json.dumps({"messages": []})
    try:
        said = subprocess.run(
            [python, vllm_probe.__file__], input=question, capture_output=True, text=True, timeout=600
        )
    except OSError as error:
        line(False, f"Python {python}", str(error.strerror))
        return None
    if said.returncode != 0:
        line(False, f"vLLM in {python}", (said.stderr.strip().splitlines() or ["it failed"])[-1])
        return None
    facts = cast("Facts | None", json.loads(said.stdout))
    version = facts["vllm"] if facts else "vLLM"
    remedy = (
        "make an environment for it (envs/vllm.yaml, or pip install vllm==0.33.0) and name its Python: "
        "VLLM_PYTHON=/path/to/bin/python make check-gpu"
    )
    return facts if line(facts is not None, f"{version} in {python}", remedy) else None


def usable(facts: Facts) -> bool:
    """Print what vLLM sees and whether that will do; a build for CPUs needs no GPU."""
    if facts["device"] == "cpu":
        print("note    this vLLM is built for CPUs: the run below shows the workflow, not a GPU")
        return True
    gpus = facts["gpus"]
    remedy = f"vLLM sees none (device: {facts['device']}); see nvidia-smi and CUDA_VISIBLE_DEVICES"
    if not line(bool(gpus), "GPU", remedy):
        return False
    found = [describe(number, gpu) for number, gpu in enumerate(gpus)]
    return all(found)


def describe(number: int, gpu: Gpu) -> bool:
    """Print what one GPU can do; return whether vLLM runs on it at all."""
    capability = tuple(gpu["capability"])
    version = ".".join(map(str, capability))
    free, total = gpu["free_bytes"] / GIB, gpu["total_bytes"] / GIB
    good = line(
        capability >= LEAST_CAPABILITY,
        f"GPU {number}: {gpu['name']}, compute capability {version}",
        "vLLM needs 7.5 or more",
    )
    if capability >= FP8_CAPABILITY:
        print("ok      FP8: computed in FP8, as published")
    else:
        print(
            "note    FP8: kept in FP8, computed in 16 bit (8.9 or more computes in FP8); answers may differ"
        )
    fits = "has room for" if 0.9 * total > FP8_8B_GIB + 3 else "is too small for"
    print(f"note    memory: {free:.1f} of {total:.1f} GiB free; it {fits} Llama 3.1 8B in FP8")
    return good


def run(folder: Path, python: str, facts: Facts) -> int:
    """Run the workflow on the tiny model in a copy of the project; return the exit status."""
    project = folder / "project"
    for name in COPIED:
        shutil.copytree(PROJECT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "Snakefile", project)
    maker = PROJECT / "tools" / "make_tiny_llama.py"
    made = subprocess.run([python, maker, folder / "tiny-llama"], capture_output=True, text=True)
    if not line(made.returncode == 0, "a tiny Llama with random weights", made.stderr[-300:]):
        return 1
    configuration = project / "check.yaml"
    configuration.write_text(yaml.safe_dump(tiny_configuration(folder / "tiny-llama", python, facts)))
    began = time.monotonic()
    command = [sys.executable, "-m", "snakemake", "--cores", "2", "--configfile", str(configuration)]
    with (folder / "snakemake.log").open("w") as log:
        status = subprocess.run(command, cwd=project, stdout=log, stderr=subprocess.STDOUT).returncode
    line(status == 0, f"the workflow, in {time.monotonic() - began:.0f} s", "the end of its log follows")
    shown = project / "results" / "summary.txt" if status == 0 else folder / "snakemake.log"
    print(shown.read_text()[-3000:])
    print(f"Figures: {project / 'results' / 'figures'}")
    return status


def tiny_configuration(weights: Path, python: str, facts: Facts) -> dict[str, Any]:
    """Return a configuration that asks the tiny model, as it is and in FP8, a few short questions."""
    on_cpu = facts["device"] == "cpu"
    tiny = {
        "backend": "vllm",
        "weights": {"path": str(weights)},
        "gpu_memory_utilization": 0.1 if on_cpu else 0.3,
        "server_arguments": {"enforce-eager": True},
        "parameters": {"temperature": 0, "max_tokens": 16},
    }
    models = {"tiny": tiny, "tiny-fp8": {**tiny, "quantization": "fp8_per_channel" if on_cpu else "fp8"}}
    sweep = {"d": 1, "n_lines": [4, 8], "puzzles": [1, 2], "models": list(models)}
    return {
        "vllm_python": python,
        "models": models,
        "published": False,
        "find_the_origin": {"sweeps": [sweep]},
    }


if __name__ == "__main__":
    sys.exit(main())
