"""What a reply says of each function: that it is inefficient, that it is fine, or nothing.

A reply is read clause by clause. A clause that names functions speaks of them; one that names none speaks of
the functions named last, until a new point, heading or summary begins. A heading such as "Inefficient
functions:" speaks of every point below it that says nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from findorigin.tasks.inefficient_code.naming import Namer, prose_of
from findorigin.tasks.inefficient_code.phrases import (
    BAD_WORDS,
    CLAUSE_END,
    FINE_WORDS,
    NEGATION,
    OTHERS,
    POINT,
)

BAD, FINE = "bad", "fine"


@dataclass
class Verdict:
    """What was said of one function, and whether by a heading or an unstated default alone."""

    stances: set[str] = field(default_factory=set)
    assumed: str | None = None

    @property
    def is_inefficient(self) -> bool:
        """Whether it is named as inefficient: what is said of it goes before what a heading says."""
        return BAD in self.stances if self.stances else self.assumed == BAD

    @property
    def is_open(self) -> bool:
        """Whether both was said, so that a person should look."""
        return self.stances == {BAD, FINE}


def verdicts(reply: str, names: list[str]) -> dict[str, Verdict]:
    """Return a verdict for each function that the reply names, in the order of their first mention.

    Where the reply says nothing of any function but names some, it answers the question by the names alone:
    they are taken as named inefficient.
    """
    namer = Namer(names)
    found: dict[str, Verdict] = {}
    current: list[str] = []
    heading: str | None = None
    for line, is_point, after_blank in _lines(prose_of(reply)):
        if is_point or after_blank:
            current = [] if is_point or OTHERS.match(line) else current
        if _is_heading(line) and not namer.named_in(line):
            heading, current = stance_of(line), []
            continue
        for clause in _clauses(line):
            named = namer.named_in(clause)
            if named:
                current = named
            elif OTHERS.match(clause):
                current = []
            stance = stance_of(clause)
            for name in current:
                verdict = found.setdefault(name, Verdict())
                if stance is not None:
                    verdict.stances.add(stance)
                elif is_point and heading is not None:
                    verdict.assumed = heading
    if not any(verdict.stances or verdict.assumed for verdict in found.values()) and not heading:
        for verdict in found.values():
            verdict.assumed = BAD
    return found


def stance_of(clause: str) -> str | None:
    """Return what a clause says: `bad`, `fine` (also by "not inefficient"), or None."""
    bad = fine = False
    for found in BAD_WORDS.finditer(clause):
        if found[0].lower().startswith(("not ", "less ")) or not NEGATION.search(clause[: found.start()]):
            bad = True
        else:
            fine = True
    for found in FINE_WORDS.finditer(clause):
        if NEGATION.search(clause[: found.start()]) and not found[0].lower().startswith("no"):
            bad = True
        else:
            fine = True
    return BAD if bad else FINE if fine else None


def _lines(text: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield each line that isn't empty: its text, whether it is a point, whether after a blank line."""
    after_blank = False
    for line in text.split("\n"):
        if line.strip():
            yield line, bool(POINT.match(line)), after_blank
        after_blank = not line.strip()


def _is_heading(line: str) -> bool:
    stripped = line.strip()
    return (
        stripped.endswith((":", ":**"))
        or stripped.startswith("#")
        or bool(re.fullmatch(r"\*\*[^*]+\*\*", stripped))
    )


def _clauses(line: str) -> list[str]:
    return [clause for clause in CLAUSE_END.split(line) if clause.strip()]
