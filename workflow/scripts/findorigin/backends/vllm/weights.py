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
from findorigin.config.models import VllmModel
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


def identify(model: VllmModel, journal: Path, *, offline: bool = False) -> Identity:
    """Return what identifies a model; `journal` is its file in the store.

    A folder is read. A model of the hub is what the stored answers of the same weights say, so that a model
    with nothing missing needs neither files nor network, and one without a pin stays at its first commit;
    `offline`, one without stored answers has nothing to be told from. Raises UserError where it is nowhere to
    be found, or has no chat template.
    """
    folder = _folder(model)
    recorded = None if folder is not None and folder.is_dir() else _recorded(model, journal)
    if recorded is None and offline and folder is None:
        return NAMED_BY_ENTRY
    return recorded or find_weights(model, None).identity


def find_weights(model: VllmModel, revision: str | None) -> Weights:
    """Return the files of a model: a folder, a download, or what the hub has.

    `revision` is the commit to take where the registry pins none. Raises UserError, in one line.
    """
    weights = model.weights
    folder = _folder(model)
    if folder is not None:
        if not (folder / "config.json").is_file():
            raise UserError(f"{model.label}: weights.path {folder} is not a folder with a config.json")
        return _of_folder(model, folder, weights.revision or fingerprint(folder))
    name, wanted = weights.hub or "", weights.revision or revision
    found = hub.downloaded(name, wanted)
    if found is not None and _is_whole(found):
        return _of_folder(model, found, found.name)
    on_hub = hub.ask_hub(model.label, name, wanted)

    def read(name: str) -> str | None:
        return hub.read_file(model.label, on_hub, name)

    return _weights(model, on_hub.hub, on_hub.commit, on_hub.sizes, read)


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


def _folder(model: VllmModel) -> Path | None:
    path = model.weights.path
    return Path(path).expanduser() if path else None


def _recorded(model: VllmModel, journal: Path) -> Identity | None:
    """Return what the first stored answer of the same weights says; a template of one's own is read anew."""
    if not journal.is_file():
        return None
    own = model.chat_template is not None
    asked = model.weights.model_dump(exclude_none=True)
    for line in read_lines(journal):
        server = (line.record or {}).get("server")
        if not server or {name: value for name, value in server["weights"].items() if value} != asked:
            continue
        if own or server["chat_template"] is None:
            template = _digest(_own_template(model)) if own else server["chat_template_sha256"]
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


def _of_folder(model: VllmModel, folder: Path, identity: str) -> Weights:
    def read(name: str) -> str | None:
        path = folder / name
        return path.read_text(encoding="utf-8") if path.is_file() else None

    sizes = {path.name: path.stat().st_size for path in folder.iterdir() if path.is_file()}
    weights = _weights(model, str(folder.absolute()), None, sizes, read)
    return replace(weights, is_local=True, identity=replace(weights.identity, revision=identity))


def _weights(
    model: VllmModel,
    served: str,
    revision: str | None,
    sizes: Mapping[str, int],
    read: Callable[[str], str | None],
) -> Weights:
    template = chat_template(model, read)
    config = json.loads(read("config.json") or "{}")
    identity = Identity(revision or "", _digest(template))
    return Weights(served, revision, False, identity, sizes, config, template)


def chat_template(model: VllmModel, read: Callable[[str], str | None]) -> str:
    """Return the template of a model: the registry's own file, or the one that the model comes with.

    Where the model has several, that is the one named default. Raises UserError where there is none.
    """
    if model.chat_template is not None:
        return _own_template(model)
    template = read("chat_template.jinja")
    if template is None:
        template = json.loads(read("tokenizer_config.json") or "{}").get("chat_template")
    if isinstance(template, list):
        template = {item["name"]: item["template"] for item in template}.get("default")
    if not template:
        raise UserError(
            f"{model.label}: its tokenizer has no chat template, so it can't be asked in a chat; "
            "is it an instruct model? If so, name a template's file in chat_template"
        )
    return str(template)


def _own_template(model: VllmModel) -> str:
    path = Path(model.chat_template or "").expanduser()
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise UserError(f"{model.label}: chat_template {path} is not a file that can be read") from None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
