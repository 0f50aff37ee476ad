"""Grades of last word: the last word, another one, or none."""

from __future__ import annotations

import re

from findorigin.common.cells import NO_ANSWER, PromptKey
from findorigin.tasks.base import Grade, Prompt

VERSION = "last_word 1"


def grade(reply: str, prompt: Prompt, key: PromptKey) -> Grade:
    """Return the grade of a reply: the only word that it names, or the last one."""
    words = re.findall(r"[^\W\d_]+", reply)
    if not words:
        return Grade(NO_ANSWER, correct=False)
    answer = words[-1].lower()
    is_right = answer == str(prompt.answer).lower()
    return Grade("last" if is_right else "other", correct=is_right, answer=answer)
