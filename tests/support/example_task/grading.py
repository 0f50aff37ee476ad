"""Grades of last word: the last word, another one, or none."""

from __future__ import annotations

import re

from findorigin.common.cells import NO_ANSWER, PromptKey
from findorigin.tasks.base import Grade, Prompt

VERSION = "1"


def grade(reply: str, prompt: Prompt, key: PromptKey) -> Grade:
    """Return the grade of a reply. Correct: the last word that it names is the list's last."""
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", reply)]
    last = str(prompt.answer).lower()
    outcome = NO_ANSWER if not words else "last" if words[-1] == last else "other"
    return Grade(
        outcome=outcome,
        correct=outcome == "last",
        answer=words[-1] if words else None,
        needs_review=last in words[:-1],
        details={"n_named": len(words)},
    )
