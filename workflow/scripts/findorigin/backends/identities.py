"""What identifies a model, whatever its backend: part of the key of each of its requests.

A hosted model is identified by its registry entry alone.
"""

from __future__ import annotations

from pathlib import Path

from findorigin.backends import control
from findorigin.backends.llama_cpp import gguf
from findorigin.backends.vllm import weights
from findorigin.config.models import AnyModel, ControlModel, LlamaCppModel, VllmModel
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity


def identify(model: AnyModel, journal: Path, *, offline: bool = False) -> Identity:
    """Return what identifies a model; `journal` is its file in the store.

    Raises UserError where its weights are not to be found. `offline` asks no hub: a model of the hub without
    stored answers has then nothing to be told from others.
    """
    match model:
        case ControlModel():
            return Identity(revision=control.REVISION)
        case LlamaCppModel():
            return gguf.identify(model)
        case VllmModel():
            return weights.identify(model, journal, offline=offline)
        case _:
            return NAMED_BY_ENTRY
