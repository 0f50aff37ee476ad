"""What identifies a model's weights and chat template, for every backend: as the rules that ask them do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from findorigin.backends import control
from findorigin.servers import gguf
from findorigin.servers.vllm_weights import known_identity

REVISIONS = {"control": control.revision, "llama_cpp": gguf.revision}


def identity_of(entry: Mapping[str, Any], journal: Path) -> dict[str, str | None]:
    """Return the model's `revision` and `chat_template_sha256`; None where the entry alone says it.

    Nobody is asked: where only a hub has the weights, and no answer of theirs is in `journal`, the revision
    is "unknown", which no stored answer has. Raises UserError where the weights should be here and aren't.
    """
    if entry["backend"] == "vllm":
        known = known_identity(entry, journal)
        return {
            "revision": known.revision if known else "unknown",
            "chat_template_sha256": known.chat_template_sha256 if known else None,
        }
    revision = REVISIONS.get(entry["backend"])
    return {"revision": None if revision is None else revision(entry), "chat_template_sha256": None}
