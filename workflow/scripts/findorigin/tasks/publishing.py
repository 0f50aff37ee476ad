"""Read what the paper published of a task, through the task's own module."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast


class PublishedModule(Protocol):
    """What `tasks/<task>/published.py` has, where a task has it."""

    def read_outcomes(self, path: str | Path, slugs: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the published outcomes as rows of the table of cells, with the paper's `label`.

        `slugs` gives the registry's slug of a paper's label, where it has one.
        """
        ...


def published(task: str) -> PublishedModule:
    """Return the task's module that reads them."""
    return cast("PublishedModule", import_module(f"findorigin.tasks.{task}.published"))
