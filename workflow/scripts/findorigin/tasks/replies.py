"""Grading a stored reply to a task without d, whatever its status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from findorigin.grading.plain import visible_reply
from findorigin.tasks.grade import NO_ANSWER, Grade
from findorigin.tasks.loading import grading_of

GRADED = frozenset({"ok", "truncated"})
WITHOUT_ANSWER = frozenset({"empty", "refused", "context_overflow"})
NOT_FINAL = frozenset({None, "error", "unavailable"})


def grade_task_reply(
    status: str | None, text: str | None, prompt: str, key: Mapping[str, Any]
) -> Grade | None:
    """Return the grade of a stored reply to the prompt of `key`; None for a cell without a final reply.

    A reply cut by the token limit is graded as far as it goes. Raises ValueError for an unknown status.
    """
    if status in NOT_FINAL:
        return None
    if status in WITHOUT_ANSWER:
        return Grade(NO_ANSWER, correct=False)
    if status not in GRADED:
        raise ValueError(f"unknown status {status!r} of a reply")
    reply = visible_reply(text)
    if not reply.strip():
        return Grade(NO_ANSWER, correct=False)
    return grading_of(key["task"]).grade(reply, prompt, key)


def grade_columns(grade: Grade | None, task: str) -> dict[str, Any]:
    """Return the columns of the table of grades. The paper judged by the same criterion: correct_paper is
    correct.
    """
    return {
        "answer": grade.answer if grade else None,
        "outcome": grade.outcome if grade else None,
        "correct": grade.correct if grade else None,
        "correct_paper": grade.correct if grade else None,
        "mentions_origin": None,
        "line_offset": None,
        "grader_version": f"{task} {grading_of(task).VERSION}",
    }
