"""The model registry: a file of entries, and those that the configuration adds or lays over them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from findorigin.common.errors import UserError
from findorigin.common.yaml_files import read_yaml
from findorigin.config.base import Section
from findorigin.config.messages import join, one_line, plain, shown, suggestion
from findorigin.config.models import BACKENDS, AnyModel, Model

SLUG = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")
SLUG_ALLOWED = "lower-case letters and digits, with single '.' or '-' between them"


class Registry(Section):
    """Model registry of find-the-origin: who can be asked, and how."""

    models: dict[str, dict[str, Any]]
    """The models, by slug (lower-case letters, digits, `.` and `-`)."""


def load_registry(path: Path, inline: Mapping[str, Any]) -> dict[str, AnyModel]:
    """Return the models of the registry file and of the configuration's `models`, by slug.

    An entry of the configuration is added, or laid over the registry's key by key. Raises UserError, naming
    file and key, for the first entry that breaks the rules.
    """
    content = plain(read_yaml(path, "registry"))
    try:
        registry = Registry.model_validate(content)
    except ValidationError as error:
        raise UserError(one_line(error, Registry, f"{path}: ")) from None
    entries = {**registry.models}
    for slug, entry in inline.items():
        entries[slug] = {**(registry.models.get(slug) or {}), **entry}
    models = {
        slug: _model(slug, entry, "" if slug in inline else f"{path}: ") for slug, entry in entries.items()
    }
    _check_published_as(models, "" if inline else f"{path}: ")
    return models


def _model(slug: str, entry: Mapping[str, Any], prefix: str) -> AnyModel:
    where = f"models.{slug}"
    if not SLUG.fullmatch(slug):
        raise UserError(f"{prefix}models: {shown(slug)} is not allowed; allowed: {SLUG_ALLOWED}")
    _check_backend(entry, where, prefix)
    kind = BACKENDS[entry["backend"]]
    for key, value in entry.items():
        if key not in kind.model_fields or key == "slug":
            raise UserError(f"{prefix}{join(where, key)}: {_unknown_key(key, value, entry['backend'])}")
    try:
        return kind.model_validate({**entry, "slug": slug})
    except ValidationError as error:
        raise UserError(one_line(error, kind, prefix, where)) from None


def _check_backend(entry: Mapping[str, Any], where: str, prefix: str) -> None:
    known = {name for kind in BACKENDS.values() for name in kind.model_fields} - {"slug"}
    unknown = sorted(set(entry) - known)
    if unknown:
        hint = suggestion(unknown[0], known).strip() or f"allowed: {', '.join(sorted(known))}"
        raise UserError(f"{prefix}{join(where, unknown[0])}: unknown key; {hint}")
    if "backend" not in entry:
        raise UserError(f"{prefix}{where}.backend: is missing; it must be given")
    backend = entry["backend"]
    if not isinstance(backend, str) or backend not in BACKENDS:
        raise UserError(
            f"{prefix}{where}.backend: {shown(backend)} is not allowed; {suggestion(str(backend), BACKENDS)}"
            f"allowed: {', '.join(BACKENDS)}"
        )


def _unknown_key(key: str, value: object, backend: str) -> str:
    """Return what is wrong with a key that only other backends have."""
    readers = [name for name, kind in BACKENDS.items() if key in kind.model_fields]
    if key == "base_url":
        return (
            f"not allowed with backend {backend}, whose server the job starts itself; a server that already "
            "runs is reached by backend openai"
        )
    of = f"only backend {readers[0]} reads it" if len(readers) == 1 else f"only {', '.join(readers)} read it"
    return f"{shown(value)} is not allowed with backend {backend}; {of}"


def _check_published_as(models: Mapping[str, Model], prefix: str) -> None:
    """Raise UserError if two models claim the same published outcomes."""
    claimed: dict[str, str] = {}
    for slug, model in models.items():
        name = model.published_as
        if name is not None and name in claimed:
            raise UserError(
                f"{prefix}models.{slug}.published_as: '{name}' is already that of '{claimed[name]}';"
                " each published model is allowed once"
            )
        if name is not None:
            claimed[name] = slug
