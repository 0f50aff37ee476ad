"""The GGUF file of a llama.cpp model: where it lies, and the digest that is its revision."""

from __future__ import annotations

import fnmatch
import hashlib
import importlib.metadata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from findorigin.common.errors import UserError
from findorigin.planning.identity import Identity

GGUF_MAGIC = b"GGUF"


def weights_file(entry: Mapping[str, Any]) -> Path:
    """Return the GGUF file of a registry entry: by path, or from an installed package (which isn't imported).

    Raises UserError where there is none or it is no GGUF.
    """
    weights = entry["weights"] or {}
    if weights.get("path"):
        path = Path(weights["path"]).expanduser()
    else:
        path = _file_of_package(entry["label"], weights["package"], weights["file"])
    if not path.is_file():
        raise UserError(f"{entry['label']}: weights.path {path} is not a file")
    with path.open("rb") as file:
        if file.read(len(GGUF_MAGIC)) != GGUF_MAGIC:
            raise UserError(f"{entry['label']}: {path} is not a GGUF file")
    return path


def _file_of_package(label: str, package: str, pattern: str) -> Path:
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        raise UserError(f"{label}: weights.package {package} is not installed") from None
    matches = [file for file in files if fnmatch.fnmatch(file.name, pattern)]
    if len(matches) != 1:
        raise UserError(
            f"{label}: weights.file {pattern!r} matches {len(matches)} files of the package {package}; "
            "it must match one"
        )
    return Path(str(matches[0].locate()))


def identify(entry: Mapping[str, Any]) -> Identity:
    """Return the SHA-256 of the weights: other weights under the same name are another model."""
    with weights_file(entry).open("rb") as file:
        return Identity(revision=hashlib.file_digest(file, "sha256").hexdigest())
