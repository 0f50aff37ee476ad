"""What the benchmarks share: the project's modules, the local vendor, a table of prompts, a registry entry."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
SCRIPTS = PROJECT / "workflow" / "scripts"
TESTS = PROJECT / "tests"
WORDS = PROJECT / "resources" / "words.txt"
sys.path[:0] = [str(SCRIPTS), str(TESTS)]

MODEL = "asked-model"
MODEL_ID = "model-1"
SDKS = ("openai", "anthropic", "gemini")


@contextlib.contextmanager
def local_vendor(latency: float) -> Iterator[str]:
    """Run the local vendor in a process of its own and yield its address."""
    command = [sys.executable, "-m", "vendor", "--latency", str(latency)]
    process = subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def set_latency(address: str, latency: float) -> None:
    """Have the vendor wait `latency` seconds before every reply, and forget what it counted."""
    _post(f"{address}/_script", {"script": [], "latency": latency})
    _post(f"{address}/_reset", {})


def counters(address: str) -> dict[str, Any]:
    """Return what the vendor counted."""
    with _direct().open(f"{address}/_counters") as reply:
        return json.load(reply)


def _post(url: str, body: Mapping[str, Any]) -> None:
    _direct().open(url, json.dumps(body).encode()).close()


def _direct() -> urllib.request.OpenerDirector:
    """Return an opener that reaches loopback directly, whatever proxy the environment names."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}))


def base_url(address: str, sdk: str) -> str:
    """Return the base URL that an SDK takes."""
    return f"{address}/v1" if sdk == "openai" else address


def sweep(n_lines: list[int], puzzles: int, repeats: int = 1) -> dict[str, Any]:
    """Return a normalised sweep: these lengths, that many generated puzzles."""
    return {
        "arrangement": "structured",
        "d": [1],
        "hops": [2],
        "depth": [50],
        "puzzles": list(range(1, puzzles + 1)),
        "word_form": "word",
        "n_lines": sorted(n_lines),
        "target_tokens": None,
        "repeats": repeats,
        "models": [MODEL],
    }


def entry(address: str, sdk: str, **changes: Any) -> dict[str, Any]:
    """Return a resolved registry entry of a model at the local vendor."""
    return {
        "label": "Asked model",
        "published_as": None,
        "backend": sdk,
        "id": MODEL_ID,
        "base_url": base_url(address, sdk),
        "api_key_env": None,
        "served_as": [],
        "system": "You are a helpful assistant.",
        "assistant_prefill": None,
        "parameters": {"temperature": 0, "max_tokens": 256},
        "prices": None,
        "window": None,
        "retired": None,
        "max_in_flight": 32,
        "timeout_s": 60.0,
        "max_attempts": 3,
        "refusal_retries": None,
        "weights": None,
        "quantization": None,
        "kv_cache_dtype": None,
        "labels": {},
    } | changes


def machine() -> str:
    """Return the machine in a few words, with how busy it is."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return f"{os.cpu_count()} CPUs, load averages {load}, Python {sys.version.split()[0]}"
