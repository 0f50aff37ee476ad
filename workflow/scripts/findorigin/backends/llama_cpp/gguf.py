"""The GGUF file of a llama.cpp model: where it lies, and the digest that is its revision."""

from __future__ import annotations

import fnmatch
import hashlib
import importlib.metadata
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.config.models import LlamaCppModel
from findorigin.planning.identity import Identity

GGUF_MAGIC = b"GGUF"


def weights_file(model: LlamaCppModel) -> Path:
    """Return the GGUF file of a model: by path, or from an installed package (which isn't imported).

    Raises UserError where there is none or it is no GGUF.
    """
    weights = model.weights
    if weights.path is not None:
        path = Path(weights.path).expanduser()
    else:
        path = _file_of_package(model.label, weights.package or "", weights.file or "")
    if not path.is_file():
        raise UserError(f"{model.label}: weights.path {path} is not a file")
    with path.open("rb") as file:
        if file.read(len(GGUF_MAGIC)) != GGUF_MAGIC:
            raise UserError(f"{model.label}: {path} is not a GGUF file")
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


def identify(model: LlamaCppModel) -> Identity:
    """Return the SHA-256 of the weights: other weights under the same name are another model."""
    with weights_file(model).open("rb") as file:
        return Identity(revision=hashlib.file_digest(file, "sha256").hexdigest())
