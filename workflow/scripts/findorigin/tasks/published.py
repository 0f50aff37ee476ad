"""The paper's prompts of a task: read from the file of the long one, checked by digest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from findorigin.common.errors import UserError


def read_long(source: Path | None, sha256: str) -> str:
    """Return the long prompt that `source` holds; UserError where there is no file, or it is another one."""
    if source is None:
        raise UserError("a published variant needs the file of the task's long prompt")
    content = Path(source).read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise UserError(f"{source} is not the published file: its SHA-256 is {found}, not {sha256}")
    return content.decode()


def check_tokens(variant: str, n_tokens: int, published: Mapping[str, int]) -> None:
    """Raise UserError unless a published variant is as long as the paper says."""
    if n_tokens != published[variant]:
        raise UserError(f"variant {variant} has {n_tokens} tokens, but the paper gives {published[variant]}")
