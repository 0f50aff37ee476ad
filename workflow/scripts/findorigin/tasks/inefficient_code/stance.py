"""What a reply says of each function: that it is inefficient, that it is fine, or nothing.

A reply is read clause by clause. A clause that names functions speaks of them; one that names none speaks of
the functions named last, until a heading or a summary begins. A heading such as "Inefficient
functions:" speaks of every point below it that says nothing itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from findorigin.tasks.inefficient_code.naming import Namer, prose_of
from findorigin.tasks.inefficient_code.phrases import (
    BAD_WORDS,
    CLAUSE_END,
    DENIED,
    FINE_WORDS,
    LABEL,
    NEGATION,
    OTHERS,
    POINT,
)

BAD, FINE = "bad", "fine"


@dataclass
class Verdict:
    """What was said of one function: by itself, by a heading above it, or by nothing but its name.

    listed: what the headings say below which it is a point. assumed: what the last one says below which the
    point has no word of its own.
    """

    stances: set[str] = field(default_factory=set)
    listed: set[str] = field(default_factory=set)
    assumed: str | None = None
    by_name_alone: bool = False

    @property
    def is_inefficient(self) -> bool:
        """Whether it is named as inefficient: what is said of it goes before what a heading says."""
        return BAD in self.stances if self.stances else self.assumed == BAD

    @property
    def is_open(self) -> bool:
        """Whether both was said, so that a person should look."""
        return self.stances | self.listed == {BAD, FINE} or self.by_name_alone


def verdicts(reply: str, names: list[str]) -> dict[str, Verdict]:
    """Return a verdict for each function that the reply names, in the order of their first mention.

    Where the reply says nothing of any function but names some, it answers the question by the names alone:
    they are taken as named inefficient.
    """
    namer = Namer(names)
    found: dict[str, Verdict] = {}
    current: list[str] = []
    heading: str | None = None
    for line in filter(str.strip, prose_of(reply).split("\n")):
        is_label = bool(current) and LABEL.match(line) is not None
        if _is_heading(line) and not is_label and not namer.named_in(line):
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
                if POINT.match(line) and heading is not None:
                    verdict.listed.add(heading)
                if stance is not None:
                    verdict.stances.add(stance)
                elif POINT.match(line) and heading is not None:
                    verdict.assumed = heading
    if not any(verdict.stances or verdict.assumed for verdict in found.values()) and not heading:
        for verdict in found.values():
            verdict.assumed, verdict.by_name_alone = BAD, True
    return found


def stance_of(clause: str) -> str | None:
    """Return what a clause says: `bad`, `fine` (also by "not inefficient"), or None."""
    bad = fine = False
    for found in BAD_WORDS.finditer(clause):
        if DENIED.match(clause, found.end()):
            fine = True
        elif found[0].lower().startswith(("not ", "less ")) or not NEGATION.search(clause[: found.start()]):
            bad = True
        else:
            fine = True
    for found in FINE_WORDS.finditer(clause):
        if NEGATION.search(clause[: found.start()]) and not found[0].lower().startswith("no"):
            bad = True
        else:
            fine = True
    return BAD if bad else FINE if fine else None


def _is_heading(line: str) -> bool:
    stripped = line.strip()
    return (
        stripped.endswith((":", ":**"))
        or stripped.startswith("#")
        or bool(re.fullmatch(r"\*\*[^*]+\*\*", stripped))
    )


def _clauses(line: str) -> list[str]:
    return [clause for clause in CLAUSE_END.split(line) if clause.strip()]
