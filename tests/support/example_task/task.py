"""Last word: which word stands last in a list?"""

from __future__ import annotations

from findorigin.common.cells import NO_ANSWER
from findorigin.tasks.base import Axis, Task, TaskParameters


class LastWord(Task):
    """A list of words; the model has to name the last one."""

    name = "last_word"
    title = "Last word"
    sentence = "What is asked of the last word task."
    axes = (
        Axis("variant", "Case of the words.", default="lower", choices=("lower", "upper")),
        Axis("puzzle", "Which words.", default=[1, 2], key="puzzles", minimum=1),
        Axis("n_words", "How many words are listed.", default=[10, 100], minimum=1, maximum=1000),
    )
    outcomes = ("last", "other", NO_ANSWER)
    successes = frozenset({"last"})
    details = ("n_named",)
    parameters = TaskParameters(temperature=0.0, max_tokens=64)


TASK = LastWord()
