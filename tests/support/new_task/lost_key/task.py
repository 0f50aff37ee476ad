"""Lost key: one line of a long list says in which room the key is."""

from __future__ import annotations

from typing import ClassVar

from findorigin.common.cells import NO_ANSWER
from findorigin.tasks.base import Axis, TaskParameters
from findorigin.tasks.texts import TextTask, text_axes


class LostKey(TextTask):
    """One line of a long list says in which room the key is."""

    name: ClassVar[str] = "lost_key"
    title: ClassVar[str] = "Lost key"
    sentence: ClassVar[str] = "What is asked of the lost key task."
    axes: ClassVar[tuple[Axis, ...]] = text_axes(())
    outcomes: ClassVar[tuple[str, ...]] = ("found", "another_room", "no_room", NO_ANSWER)
    successes: ClassVar[frozenset[str]] = frozenset({"found"})
    details: ClassVar[tuple[str, ...]] = ("room",)
    parameters: ClassVar[TaskParameters] = TaskParameters(temperature=0, max_tokens=64)


TASK = LostKey()
