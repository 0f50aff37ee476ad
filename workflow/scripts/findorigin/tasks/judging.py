"""Grade replies: each by the rules of its task, whatever its status."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from findorigin.common.cells import FINAL_STATUSES, GRADED_STATUSES, NO_ANSWER, STATUSES, PromptKey, Status
from findorigin.grading.plain import visible_reply
from findorigin.grading.thinking import WrittenReply
from findorigin.tasks.base import Grade, Prompt


class GradingModule(Protocol):
    """What `tasks/<task>/grading.py` has. VERSION rises with every edit that can change a grade.

    Optional are `without_answer(reply, prompt) -> Grade`, for replies in which nothing is to be seen, and
    GRADER_VERSION, the column of that name (by default the task and VERSION).
    """

    VERSION: str

    def grade(self, reply: WrittenReply, prompt: Prompt, key: PromptKey) -> Grade:
        """Return the grade of a reply (as text: what the model wrote, less its thinking) to a prompt."""
        ...


def grade_reply(status: Status | None, text: str | None, prompt: Prompt, key: PromptKey) -> Grade | None:
    """Return the grade of a stored reply to the prompt of `key`; None for a cell without a final one.

    A reply cut by the token limit is graded as far as it goes. Raises ValueError for an unknown status.
    """
    if status is not None and status not in STATUSES:
        raise ValueError(f"unknown status {status!r} of a reply")
    if status is None or status not in FINAL_STATUSES:
        return None
    grading = _grading(key.task)
    reply = WrittenReply(text, status)
    if status in GRADED_STATUSES and visible_reply(reply):
        return grading.grade(reply, prompt, key)
    if hasattr(grading, "without_answer"):
        return cast("Grade", grading.without_answer(reply, prompt))
    return Grade(NO_ANSWER, correct=False)


def grader_version(task: str) -> str:
    """Return the version of a task's grader, as the table of grades has it."""
    grading = _grading(task)
    return str(getattr(grading, "GRADER_VERSION", f"{task} {grading.VERSION}"))


def _grading(task: str) -> GradingModule:
    return cast("GradingModule", import_module(f"findorigin.tasks.{task}.grading"))
