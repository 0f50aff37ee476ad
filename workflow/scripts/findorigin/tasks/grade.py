"""The grade of one reply to a task without d."""

from __future__ import annotations

from dataclasses import dataclass, field

Detail = str | int | bool | None

NO_ANSWER = "no_answer"


@dataclass(frozen=True, slots=True)
class Grade:
    """What a reply was worth, by rule.

    outcome: one of the task's OUTCOMES, or `no_answer`. correct: whether that is success by the paper's own
    criterion. answer: what was read as the answer, in short. needs_review: the wording leaves it open; a
    person should look. details: the task's own columns.
    """

    outcome: str
    correct: bool
    answer: str | None = None
    needs_review: bool = False
    details: dict[str, Detail] = field(default_factory=dict)
