"""A vLLM model's files, wherever they are: on this machine, else on the hub."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from findorigin.servers.hub import ask_hub, read_file
from findorigin.servers.vllm_weights import Identity, Weights, known_identity, local_weights, weights_of


def identify(entry: Mapping[str, Any], journal: Path) -> Identity:
    """Return what identifies a registry entry's model; the hub is asked where this machine can't tell.

    Raises UserError where it is nowhere to be found, or has no chat template.
    """
    return known_identity(entry, journal) or find_weights(entry, None).identity


def find_weights(entry: Mapping[str, Any], revision: str | None) -> Weights:
    """Return the files of a registry entry: a folder, a download, or what the hub has.

    `revision` is the commit to take where the entry pins none. Raises UserError, in one line.
    """
    found = local_weights(entry, revision)
    if found is not None:
        return found
    label, weights = entry["label"], entry["weights"]
    model = ask_hub(label, weights["hub"], weights.get("revision") or revision)

    def read(name: str) -> str | None:
        return read_file(label, model, name)

    return weights_of(entry, model.hub, model.commit, model.sizes, read)
