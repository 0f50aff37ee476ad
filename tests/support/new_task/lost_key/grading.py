"""Grades of lost key: whether the last number of a reply is the room."""

from __future__ import annotations

import re

from findorigin.common.cells import PromptKey
from findorigin.tasks.base import Grade, Prompt

VERSION = "1"


def grade(reply: str, prompt: Prompt, key: PromptKey) -> Grade:
    """Return the grade of a reply. Correct: its last number is the room with the key."""
    numbers = re.findall(r"\d+", reply)
    outcome = "no_room" if not numbers else "found" if numbers[-1] == prompt.answer else "another_room"
    return Grade(
        outcome=outcome,
        correct=outcome == "found",
        answer=numbers[-1] if numbers else None,
        needs_review=prompt.answer in numbers[:-1],
        details={"room": prompt.answer},
    )
