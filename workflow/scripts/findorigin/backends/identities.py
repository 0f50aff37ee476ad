"""What identifies a model, for every backend and without network: as the rules that ask it find it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from findorigin.backends import control
from findorigin.backends.llama_cpp import gguf
from findorigin.backends.vllm import weights as vllm_weights
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity


def identify_offline(entry: Mapping[str, Any], journal: Path) -> Identity:
    """Return what is part of the key of the model's requests; `journal` is its file in the store.

    Raises UserError where its weights are not here.
    """
    match entry["backend"]:
        case "control":
            return control.identify(entry)
        case "llama_cpp":
            return gguf.identify(entry)
        case "vllm":
            return vllm_weights.identify_offline(entry, journal)
        case _:
            return NAMED_BY_ENTRY
