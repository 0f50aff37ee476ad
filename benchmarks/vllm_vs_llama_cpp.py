"""The same weights through vLLM and through llama.cpp: how many answers are equal, and how long each takes.

    python benchmarks/vllm_vs_llama_cpp.py [--python .venv-vllm/bin/python] [--checkpoint FOLDER]

SmolLM2's GGUF is dequantised to a checkpoint in bfloat16 (gguf_to_checkpoint.py, run by the Python with vLLM,
which needs gguf and accelerate besides). Both servers are those of the workflow, asked by its engine; the
arithmetic differs (bfloat16 against 4-bit blocks), so a few answers may.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import yaml

PROJECT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROJECT / "workflow" / "scripts")]

from findorigin.backends.connections import connect  # noqa: E402
from findorigin.backends.identities import identify  # noqa: E402
from findorigin.backends.llama_cpp.gguf import weights_file  # noqa: E402
from findorigin.common.tables import read_rows  # noqa: E402
from findorigin.config.models import AnyModel, LlamaCppModel, VllmModel  # noqa: E402
from findorigin.config.registry import load_registry  # noqa: E402
from findorigin.config.sweeps import Sweep  # noqa: E402
from findorigin.engine.run import run_query  # noqa: E402
from generate_prompts import main as generate_prompts  # noqa: E402

SLUG = "smollm2-135m"
LENGTHS, PUZZLES = (4, 16), (1, 2, 3, 4)


def main() -> None:
    """Ask both, print the answers side by side and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=str(PROJECT / ".venv-vllm" / "bin" / "python"))
    parser.add_argument(
        "--checkpoint", type=Path, help="folder of an earlier run's checkpoint, made if missing"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        checkpoint = options.checkpoint or folder / "smollm2"
        llama, vllm = models(checkpoint)
        if not (checkpoint / "config.json").exists():
            maker = Path(__file__).with_name("gguf_to_checkpoint.py")
            subprocess.run([options.python, maker, weights_file(llama), checkpoint], check=True)
        first = ask(folder / "llama_cpp", llama)
        second = ask(folder / "vllm", vllm, python=options.python, log=folder / "vllm.log")
    compare(first, second)


def models(checkpoint: Path) -> tuple[LlamaCppModel, VllmModel]:
    """Return the registry's SmolLM2 as it is, and the same through vLLM."""
    path = PROJECT / "config" / "models.yaml"
    registered = yaml.safe_load(path.read_text(encoding="utf-8"))["models"][SLUG]
    vllm = {
        **{name: registered[name] for name in ("assistant_prefill", "parameters", "timeout_s")},
        "backend": "vllm",
        "weights": {"path": str(checkpoint)},
        "gpu_memory_utilization": 0.2,
        "server_arguments": {"enforce-eager": True, "dtype": "bfloat16"},
    }
    found = load_registry(path, {"by-vllm": vllm})
    llama, by_vllm = found[SLUG], found["by-vllm"]
    assert isinstance(llama, LlamaCppModel) and isinstance(by_vllm, VllmModel)
    return llama, by_vllm


def ask(folder: Path, model: AnyModel, **server: Any) -> dict[str, Any]:  # noqa: ANN401
    """Ask every question; return the rows of the responses and the seconds it took, the start included."""
    folder.mkdir()
    axes = {
        "arrangement": ("structured",),
        "d": (1,),
        "hops": (2,),
        "depth": (50,),
        "puzzle": PUZZLES,
        "word_form": ("word",),
        "n_lines": LENGTHS,
    }
    sweep = Sweep("find_the_origin", axes, models=(model.slug,))
    prompts, output, journal = folder / "d1.parquet", folder / "responses.parquet", folder / "none"
    words = str(PROJECT / "resources" / "words.txt")
    generate_prompts("find_the_origin", [sweep.as_json()], words, None, str(prompts))
    if server:
        server["journal"] = journal
    began = time.monotonic()
    run_query(
        model,
        [sweep],
        [str(prompts)],
        store=folder / "store",
        output=output,
        connect=partial(connect, **server),
        identity=identify(model, journal),
    )
    return {"rows": list(read_rows(output)), "seconds": time.monotonic() - began}


def compare(first: dict[str, Any], second: dict[str, Any]) -> None:
    """Print both answers to each question, and how many are equal."""
    pairs = list(zip(first["rows"], second["rows"], strict=True))
    for one, other in pairs:
        mark = "=" if one["text"] == other["text"] else "≠"
        cell = f"puzzle {one['puzzle']} n_lines {one['n_lines']:3d}"
        print(f"{cell} {mark} {json.dumps(one['text'])} {json.dumps(other['text'])}")
    equal = sum(one["text"] == other["text"] for one, other in pairs)
    tokens = sum(one["input_tokens"] == other["input_tokens"] for one, other in pairs)
    print(f"{equal} of {len(pairs)} answers equal, {tokens} of {len(pairs)} prompts equally long in tokens")
    for name, result in (("llama.cpp", first), ("vLLM", second)):
        asked = sum(row["latency_s"] for row in result["rows"])
        print(f"{name}: {result['seconds']:.0f} s with its start, {asked:.1f} s of answers")


if __name__ == "__main__":
    main()
