"""A task's modules by the task's name, so that a new task is a folder and nothing else here.

Whatever imports this module depends on the modules of every task: rules list them all (`TASK_MODULES`), and
the test that compares a rule's modules with its script's imports knows it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from findorigin.tasks.grade import Grade

Key = Mapping[str, Any]
CountTokens = Callable[[str], int]


class Prompts(Protocol):
    """What `tasks/<task>/prompts.py` has."""

    def build(self, key: Key, source: Path | None, count_tokens: CountTokens) -> str:
        """Return the prompt of a key (PROMPT_KEY + target_tokens); `source` is the task's upstream file, if
        any.
        """
        ...


class Grading(Protocol):
    """What `tasks/<task>/grading.py` has. VERSION rises with every edit that can change a grade.

    OUTCOMES: from the best to the worst, without `no_answer`. DETAILS: the names of a grade's details.
    """

    VERSION: str
    OUTCOMES: tuple[str, ...]
    DETAILS: tuple[str, ...]

    def grade(self, reply: str, prompt: str, key: Key) -> Grade:
        """Return the grade of a visible reply to the prompt of a key."""
        ...


class Controls(Protocol):
    """What `tasks/<task>/controls.py` has."""

    def oracle(self, prompt: str) -> str:
        """Return the reply of one who reads the answer off the prompt."""
        ...

    def guess(self, prompt: str, draw: int) -> str:
        """Return a wrong reply; `draw` is a large number, the same for the same prompt and repeat."""
        ...


def prompts_of(task: str) -> Prompts:
    """Return the module that makes a task's prompts."""
    return importlib.import_module(f"findorigin.tasks.{task}.prompts")


def grading_of(task: str) -> Grading:
    """Return the module that grades a task's replies."""
    return importlib.import_module(f"findorigin.tasks.{task}.grading")


def controls_of(task: str) -> Controls:
    """Return the module with a task's controls."""
    return importlib.import_module(f"findorigin.tasks.{task}.controls")
