"""What identifies a model's weights, for every backend: as the rules that ask them do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from findorigin.backends import control
from findorigin.servers import gguf

REVISIONS = {"control": control.revision, "llama_cpp": gguf.revision}


def revision_of(entry: Mapping[str, Any]) -> str | None:
    """Return the revision that is part of the model's requests; None where the entry alone says it.

    Raises UserError where the weights are not here.
    """
    revision = REVISIONS.get(entry["backend"])
    return None if revision is None else revision(entry)
