"""Grades of inefficient code: which planted functions are named as inefficient, how high, among how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from findorigin.tasks.grade import Grade
from findorigin.tasks.inefficient_code.generated import planted_functions
from findorigin.tasks.inefficient_code.naming import defined_functions
from findorigin.tasks.inefficient_code.paper import PLANTED
from findorigin.tasks.inefficient_code.stance import verdicts

VERSION = "1"
OUTCOMES = ("both_found", "one_found", "none_found")
DETAILS = ("planted", "found", "ranks", "n_others", "others")


def planted_names(key: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the planted functions of a key, in their order in the code."""
    if key["puzzle"] is None:
        return PLANTED
    return tuple(function.name for function in planted_functions(key["puzzle"]))


def grade(reply: str, prompt: str, key: Mapping[str, Any]) -> Grade:
    """Return the grade of a reply. Correct: both planted functions are named as inefficient.

    Details: planted, found, ranks (place of each found one among all that are named as inefficient, by first
    mention), others (the sound functions named so) and how many they are. To be reviewed: a planted function
    of which both was said, or one that is named without a word on it while others get one.
    """
    planted = planted_names(key)
    said = verdicts(reply, defined_functions(prompt))
    blamed = [name for name, verdict in said.items() if verdict.is_inefficient]
    found = [name for name in planted if name in blamed]
    others = [name for name in blamed if name not in planted]
    is_open = any(
        said[name].is_open or (not said[name].stances and said[name].assumed is None)
        for name in planted
        if name in said
    )
    return Grade(
        outcome=OUTCOMES[2 - len(found)],
        correct=len(found) == 2,
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
