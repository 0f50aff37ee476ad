"""What the benchmarks share: the project's modules, a sweep, a model at the local vendor."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SCRIPTS = PROJECT / "workflow" / "scripts"
TESTS = PROJECT / "tests" / "support"
WORDS = PROJECT / "resources" / "words.txt"
sys.path[:0] = [str(SCRIPTS), str(TESTS)]  # importing this module makes the project's importable

from findorigin.config.models import AnyModel, read_model  # noqa: E402
from findorigin.config.sweeps import Sweep  # noqa: E402

MODEL = "asked-model"
MODEL_ID = "model-1"
SDKS = ("openai", "anthropic", "gemini")


def base_url(address: str, sdk: str) -> str:
    """Return the base URL that an SDK takes."""
    return f"{address}/v1" if sdk == "openai" else address


def sweep(n_lines: list[int], puzzles: int, repeats: int = 1) -> Sweep:
    """Return a normalised sweep: these lengths, that many generated puzzles."""
    axes = {
        "arrangement": ("structured",),
        "d": (1,),
        "hops": (2,),
        "depth": (50,),
        "puzzle": tuple(range(1, puzzles + 1)),
        "word_form": ("word",),
        "n_lines": tuple(sorted(n_lines)),
    }
    return Sweep("find_the_origin", axes, repeats=repeats, models=(MODEL,))


def model(address: str, sdk: str, **changes: object) -> AnyModel:
    """Return a model at the local vendor."""
    entry = {"slug": MODEL, "backend": sdk, "id": MODEL_ID, "base_url": base_url(address, sdk)}
    patience = {"max_in_flight": 32, "timeout_s": 60.0, "max_attempts": 3}
    return read_model({**entry, **patience, **changes})


def machine() -> str:
    """Return the machine in a few words, with how busy it is."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return f"{os.cpu_count()} CPUs, load averages {load}, Python {sys.version.split()[0]}"
