"""Where the weights of a local model are."""

from __future__ import annotations

from typing import ClassVar, Self

from pydantic import model_validator

from findorigin.config.base import Section, Text, refuse


class Weights(Section):
    """Where a local model's weights are: the keys of one of its `forms`, and no others."""

    forms: ClassVar[tuple[frozenset[str], ...]]
    allowed: ClassVar[str]

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        given = frozenset(name for name, value in self if value is not None)
        if given not in self.forms:
            found = ", ".join(sorted(given)) or "none of its keys"
            raise refuse(f"{found} given; allowed: {self.allowed}")
        return self


class GgufWeights(Weights):
    """A GGUF file: in an installed package, or by its path."""

    forms = (frozenset({"package", "file"}), frozenset({"path"}))
    allowed = "package and file, or path"

    package: Text | None = None
    """Installed Python package that ships the weights."""
    file: Text | None = None
    """Name of the weights' file in the package; `*` stands for anything."""
    path: Text | None = None
    """GGUF file on this machine."""


class HubWeights(Weights):
    """A repository of the Hugging Face hub, or a folder laid out like one."""

    forms = tuple(frozenset(form.split()) for form in ("hub", "hub revision", "path", "path revision"))
    allowed = "hub or path (and revision)"

    hub: Text | None = None
    """Hugging Face repository."""
    path: Text | None = None
    """Folder on this machine; it may say which `revision` it holds."""
    revision: Text | None = None
    """Commit of that repository, or the one that the folder holds; null takes the latest, so pin it."""
