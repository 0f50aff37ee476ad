"""Grades of inefficient code: which planted functions are named as inefficient, how high, among how many."""

from __future__ import annotations

from findorigin.common.cells import PromptKey
from findorigin.grading.plain import readable
from findorigin.tasks.base import Grade, Prompt
from findorigin.tasks.inefficient_code.functions import planted_functions
from findorigin.tasks.inefficient_code.naming import defined_functions
from findorigin.tasks.inefficient_code.paper import PLANTED
from findorigin.tasks.inefficient_code.stance import verdicts

VERSION = "2"
BY_NUMBER = ("none_found", "one_found", "both_found")


def grade(reply: str, prompt: Prompt, key: PromptKey) -> Grade:
    """Return the grade of a reply. Correct: both planted functions are named as inefficient.

    A reply that blames more than half of the sound functions as well has found none: it chooses nothing.
    Details: planted, found (those named as inefficient), ranks (place of each among all that are named so, by
    first mention), others (the sound functions named so) and how many they are. To be reviewed: a planted
    function of which both was said, or one that is named without a word on it while others get one.
    """
    planted = PLANTED if key.puzzle is None else tuple(planted_functions(key.puzzle))
    defined = defined_functions(prompt.text)
    said = verdicts(readable(reply), defined)
    blamed = [name for name, verdict in said.items() if verdict.is_inefficient]
    found = [name for name in planted if name in blamed]
    others = [name for name in blamed if name not in planted]
    n_sound = len(set(defined) - set(planted))
    outcome = BY_NUMBER[0 if 2 * len(others) > n_sound else len(found)]
    is_open = any(
        said[name].is_open or (not said[name].stances and said[name].assumed is None)
        for name in planted
        if name in said
    )
    return Grade(
        outcome=outcome,
        correct=outcome == "both_found",
        answer="; ".join(blamed) or None,
        needs_review=is_open,
        details={
            "planted": "; ".join(planted),
            "found": "; ".join(found),
            "ranks": "; ".join(str(blamed.index(name) + 1) for name in found),
            "n_others": len(others),
            "others": "; ".join(others),
        },
    )
