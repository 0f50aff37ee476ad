"""Inefficient code: Two slow functions are hidden among sound ones; which are they?"""

from __future__ import annotations

from typing import ClassVar

from findorigin.common.cells import NO_ANSWER
from findorigin.tasks.base import Axis, TaskParameters
from findorigin.tasks.texts import TextTask, text_axes


class InefficientCode(TextTask):
    """Two slow functions are hidden among sound ones; which are they?"""

    name: ClassVar[str] = "inefficient_code"
    title: ClassVar[str] = "Inefficient code"
    sentence: ClassVar[str] = (
        "What is asked of the inefficient code task. Its settings are the paper's unless given: temperature "
        "0, at most 4,095 tokens."
    )
    axes: ClassVar[tuple[Axis, ...]] = text_axes(("short", "long"))
    outcomes: ClassVar[tuple[str, ...]] = ("both_found", "one_found", "none_found", NO_ANSWER)
    successes: ClassVar[frozenset[str]] = frozenset({"both_found"})
    details: ClassVar[tuple[str, ...]] = (
        "planted",
        "found",
        "ranks",
        "n_others",
        "others",
    )
    parameters: ClassVar[TaskParameters] = TaskParameters(temperature=0.0, max_tokens=4095)
    source: ClassVar[str | None] = "inefficient_code_long.txt"


TASK = InefficientCode()
