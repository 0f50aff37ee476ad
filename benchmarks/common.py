"""What the benchmarks share: the project's modules, a sweep, the entry of a model at the local vendor."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
SCRIPTS = PROJECT / "workflow" / "scripts"
TESTS = PROJECT / "tests" / "support"
WORDS = PROJECT / "resources" / "words.txt"
sys.path[:0] = [str(SCRIPTS), str(TESTS)]  # importing this module makes the project's importable

MODEL = "asked-model"
MODEL_ID = "model-1"
SDKS = ("openai", "anthropic", "gemini")


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


def entry(address: str, sdk: str, **changes: object) -> dict[str, Any]:
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
