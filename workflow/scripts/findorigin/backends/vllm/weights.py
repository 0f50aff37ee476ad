"""A vLLM model's files, wherever they are: what identifies them, how large they are, its chat template."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from findorigin.backends.vllm import hub
from findorigin.common.errors import UserError
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from findorigin.store.reader import read_lines

WEIGHT_SUFFIXES = (".safetensors", ".bin", ".pt", ".gguf")
SMALL_BYTES = 2**20
SAMPLES, SAMPLE_BYTES = 64, 2**16


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


def identify(entry: Mapping[str, Any], journal: Path) -> Identity:
    """Return what identifies a registry entry's model.

    A folder is read. A model of the hub is what the stored answers of the same entry say, so that a model
    with nothing missing needs neither files nor network, and one without a pin stays at its first commit.
    Raises UserError where it is nowhere to be found, or has no chat template.
    """
    folder = _folder(entry)
    recorded = None if folder is not None and folder.is_dir() else _recorded(entry, journal)
    return recorded or find_weights(entry, None).identity


def identify_offline(entry: Mapping[str, Any], journal: Path) -> Identity:
    """Return what identifies a registry entry's model, without the hub.

    A model of the hub that has stored answers is what they say; without any it has nothing to be told from.
    Raises UserError for a folder that is not there.
    """
    recorded = _recorded(entry, journal)
    if recorded is not None or _folder(entry) is None:
        return recorded or NAMED_BY_ENTRY
    return find_weights(entry, None).identity


def find_weights(entry: Mapping[str, Any], revision: str | None) -> Weights:
    """Return the files of a registry entry: a folder, a download, or what the hub has.

    `revision` is the commit to take where the entry pins none. Raises UserError, in one line.
    """
    weights = entry["weights"]
    folder = _folder(entry)
    if folder is not None:
        if not (folder / "config.json").is_file():
            raise UserError(f"{entry['label']}: weights.path {folder} is not a folder with a config.json")
        return _of_folder(entry, folder, weights.get("revision") or fingerprint(folder))
    wanted = weights.get("revision") or revision
    found = hub.downloaded(weights["hub"], wanted)
    if found is not None and _is_whole(found):
        return _of_folder(entry, found, found.name)
    model = hub.ask_hub(entry["label"], weights["hub"], wanted)

    def read(name: str) -> str | None:
        return hub.read_file(entry["label"], model, name)

    return _weights(entry, model.hub, model.commit, model.sizes, read)


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


def _folder(entry: Mapping[str, Any]) -> Path | None:
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
    weights = _weights(entry, str(folder.absolute()), None, sizes, read)
    return replace(weights, is_local=True, identity=replace(weights.identity, revision=identity))


def _weights(
    entry: Mapping[str, Any],
    model: str,
    revision: str | None,
    sizes: Mapping[str, int],
    read: Callable[[str], str | None],
) -> Weights:
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
