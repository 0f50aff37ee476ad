"""A vLLM model's files on this machine: what identifies them, how large they are, the chat template."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from findorigin.errors import UserError
from findorigin.servers.hub_cache import downloaded
from findorigin.store.reader import read_lines

WEIGHT_SUFFIXES = (".safetensors", ".bin", ".pt", ".gguf")
SMALL_BYTES = 2**20
SAMPLES, SAMPLE_BYTES = 64, 2**16


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells a model's answers from another's: a commit or digest of its files, its template's digest."""

    revision: str
    chat_template_sha256: str


@dataclass(frozen=True, slots=True)
class Weights:
    """A model's files: `model` (a folder, or a name on the hub) and `revision` are what vLLM is given.

    `sizes` are bytes by name, `config` is its config.json, `chat_template` how questions are put.
    """

    model: str
    revision: str | None
    is_local: bool
    identity: Identity
    sizes: Mapping[str, int]
    config: Mapping[str, Any]
    chat_template: str

    @property
    def weight_bytes(self) -> int:
        """The bytes of the weights; where a model comes in two formats, those that vLLM prefers."""
        totals = [
            sum(size for name, size in self.sizes.items() if name.endswith(suffix))
            for suffix in WEIGHT_SUFFIXES
        ]
        return next((total for total in totals if total), 0)


def known_identity(entry: Mapping[str, Any], journal: Path) -> Identity | None:
    """Return what identifies a registry entry's model, as far as this machine knows; None: only a hub does.

    A folder is read. A model of the hub is what the stored answers of the same entry say, so that a model
    with nothing missing needs neither files nor network, and one without a pin stays at its first commit.
    Raises UserError where a folder is neither there nor among the stored answers, or has no chat template.
    """
    folder = folder_of(entry)
    if folder is None or not folder.is_dir():
        recorded = _recorded(entry, journal)
        if recorded is not None:
            return recorded
    found = local_weights(entry, None)
    return found and found.identity


def local_weights(entry: Mapping[str, Any], revision: str | None) -> Weights | None:
    """Return the files of a registry entry that lie on this machine: a folder, or a whole download.

    `revision` is the commit to take where the entry pins none. Raises UserError, in one line, where there
    should be a folder.
    """
    weights, folder = entry["weights"], folder_of(entry)
    if folder is not None:
        if not (folder / "config.json").is_file():
            raise UserError(f"{entry['label']}: weights.path {folder} is not a folder with a config.json")
        return _of_folder(entry, folder, weights.get("revision") or fingerprint(folder))
    found = downloaded(weights["hub"], weights.get("revision") or revision)
    return _of_folder(entry, found, found.name) if found is not None and _is_whole(found) else None


def fingerprint(folder: Path) -> str:
    """Return a SHA-256 over the names, sizes and contents of a model's files.

    Files over a mebibyte are sampled (64 KiB at 64 places, their ends included), since hashing 400 GB would
    take longer than asking: other weights of the same shape differ nearly everywhere.
    """
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.iterdir() if path.is_file() and _counts(path.name)):
        size = path.stat().st_size
        digest.update(f"{path.name}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= SMALL_BYTES:
                digest.update(file.read())
                continue
            for sample in range(SAMPLES):
                file.seek((size - SAMPLE_BYTES) * sample // (SAMPLES - 1))
                digest.update(file.read(SAMPLE_BYTES))
    return digest.hexdigest()


def _counts(name: str) -> bool:
    return not name.startswith(".") and name.endswith((*WEIGHT_SUFFIXES, ".json", ".jinja", ".model", ".txt"))


def folder_of(entry: Mapping[str, Any]) -> Path | None:
    """Return the folder that an entry names, or None."""
    path = entry["weights"].get("path")
    return Path(path).expanduser() if path else None


def _recorded(entry: Mapping[str, Any], journal: Path) -> Identity | None:
    """Return what the first stored answer of the same weights says; a template of one's own is read anew."""
    if not journal.is_file():
        return None
    own = entry["chat_template"] is not None
    for line in read_lines(journal):
        server = (line.record or {}).get("server")
        if server and server["weights"] == entry["weights"] and (own or server["chat_template"] is None):
            template = _digest(_own_template(entry)) if own else server["chat_template_sha256"]
            return Identity(server["revision"], template)
    return None


def _is_whole(folder: Path) -> bool:
    """Return whether a download holds all its weights: one interrupted halfway is left to the hub."""
    if not (folder / "config.json").is_file():
        return False
    indexes = list(folder.glob("*.index.json"))
    names = {name for index in indexes for name in json.loads(index.read_text())["weight_map"].values()}
    if names:
        return all((folder / name).is_file() for name in names)
    return any(path.name.endswith(WEIGHT_SUFFIXES) for path in folder.iterdir())


def _of_folder(entry: Mapping[str, Any], folder: Path, identity: str) -> Weights:
    def read(name: str) -> str | None:
        path = folder / name
        return path.read_text(encoding="utf-8") if path.is_file() else None

    sizes = {path.name: path.stat().st_size for path in folder.iterdir() if path.is_file()}
    weights = weights_of(entry, str(folder.absolute()), None, sizes, read)
    return replace(weights, is_local=True, identity=replace(weights.identity, revision=identity))


def weights_of(
    entry: Mapping[str, Any],
    model: str,
    revision: str | None,
    sizes: Mapping[str, int],
    read: Callable[[str], str | None],
) -> Weights:
    """Return the weights whose small files `read` gives by name; `revision` is their commit on the hub."""
    template = chat_template(entry, read)
    config = json.loads(read("config.json") or "{}")
    identity = Identity(revision or "", _digest(template))
    return Weights(model, revision, False, identity, sizes, config, template)


def chat_template(entry: Mapping[str, Any], read: Callable[[str], str | None]) -> str:
    """Return the template of an entry: its own file, or the one that its model comes with.

    Where the model has several, that is the one named default. Raises UserError where there is none.
    """
    if entry["chat_template"] is not None:
        return _own_template(entry)
    template = read("chat_template.jinja")
    if template is None:
        template = json.loads(read("tokenizer_config.json") or "{}").get("chat_template")
    if isinstance(template, list):
        template = {item["name"]: item["template"] for item in template}.get("default")
    if not template:
        raise UserError(
            f"{entry['label']}: its tokenizer has no chat template, so it can't be asked in a chat; "
            "is it an instruct model? If so, name a template's file in chat_template"
        )
    return template


def _own_template(entry: Mapping[str, Any]) -> str:
    path = Path(entry["chat_template"]).expanduser()
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise UserError(f"{entry['label']}: chat_template {path} is not a file that can be read") from None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
