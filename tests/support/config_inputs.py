"""Configurations for tests, checked without the pictures that only the figures know."""

from __future__ import annotations

from typing import Any

from findorigin.config.base import Section
from findorigin.config.load import Configuration, load
from findorigin.tasks.catalog import TASKS


class NoPictures(Section):
    """A table of figures in which no kind of picture is known."""

    figures: dict[str, Section] = {}


def load_config(**given: Any) -> Configuration:
    """Return the checked configuration; no pictures unless it names a file of figures."""
    return load({"figures": None, **given}, TASKS, NoPictures)
