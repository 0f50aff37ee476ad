"""Read what the paper published of a task, through the task's own module."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from findorigin.tasks.base import PublishedRate


class PublishedModule(Protocol):
    """What `tasks/<task>/published.py` has, where a task has it."""

    def read_outcomes(self, path: str | Path, slugs: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the published outcomes as rows of the table of cells, with the paper's `label`.

        `slugs` gives the registry's slug of a paper's label, where it has one.
        """
        ...

    def read_rates(self, path: str | Path) -> list[PublishedRate]:
        """Return the published bars."""
        ...


def read_outcomes(task: str, path: str | Path, slugs: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the published outcomes as rows of the table of cells, with the paper's `label` of the model.

    `slugs` gives the registry's slug of a paper's label, where it has one.
    """
    return _published(task).read_outcomes(path, slugs)


def read_rates(task: str, path: str | Path) -> list[PublishedRate]:
    """Return the published bars, in the file's order."""
    return _published(task).read_rates(path)


def _published(task: str) -> PublishedModule:
    return cast("PublishedModule", import_module(f"findorigin.tasks.{task}.published"))
