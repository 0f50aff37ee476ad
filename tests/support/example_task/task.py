"""Last word: which word stands last in a list? An example of a task, with an axis of its own."""

from __future__ import annotations

from typing import ClassVar

from findorigin.common.cells import NO_ANSWER
from findorigin.tasks.base import Axis, Task


class LastWord(Task):
    """A list of words; the model has to name the last one."""

    name: ClassVar[str] = "last_word"
    title: ClassVar[str] = "Last word"
    sentence: ClassVar[str] = "A list of words; the model has to name the last one."
    axes: ClassVar[tuple[Axis, ...]] = (
        Axis("variant", "Case of the words.", default="lower", choices=("lower", "upper")),
        Axis("puzzle", "Which words.", default=[1, 2], key="puzzles", minimum=1),
        Axis("n_words", "How many words are listed.", default=[10, 100], minimum=1, maximum=1000),
    )
    outcomes: ClassVar[tuple[str, ...]] = ("last", "other", NO_ANSWER)
    successes: ClassVar[frozenset[str]] = frozenset({"last"})


TASK = LastWord()
