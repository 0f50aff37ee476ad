"""The grade of one reply: what was answered, by both graders, and how far off a wrong answer lies."""

from __future__ import annotations

from dataclasses import dataclass

from findorigin.common.errors import UserError
from findorigin.grading.declared import declared_answer
from findorigin.grading.plain import mentions, visible_reply
from findorigin.grading.reading import Reader
from findorigin.tasks.find_the_origin.paper import matches_paper
from findorigin.tasks.find_the_origin.prompts import parse_connections

GRADER_VERSION = "1"
"""Rises with every edit of a grader that can change any column of any grade: two versions do not compare."""

GRADED = frozenset({"ok", "truncated"})
WITHOUT_ANSWER = frozenset({"empty", "refused", "context_overflow"})
NOT_FINAL = frozenset({None, "error", "unavailable"})


@dataclass(frozen=True, slots=True)
class Grade:
    """The columns of a grade; all of them null for a cell without a final reply, except the version.

    `outcome` is correct, middle, destination, neighbour (another listed vertex), invented (a word that is not
    listed) or no_answer. `line_offset` is known for a neighbour only: see `Chain.line_offset`.
    """

    answer: str | None = None
    outcome: str | None = None
    correct: bool | None = None
    correct_paper: bool | None = None
    mentions_origin: bool | None = None
    line_offset: int | None = None
    grader_version: str = GRADER_VERSION


class Chain:
    """The connections that a prompt lists, and the target chain among them.

    Raises UserError where the prompt lists no chain from the origin to the destination.
    """

    def __init__(self, prompt: str, origin: str, destination: str) -> None:
        self._connections = parse_connections(prompt)
        self.origin, self.destination = origin, destination
        self.vertices = frozenset(vertex for connection in self._connections for vertex in connection)
        self.middle = self._between()

    def _between(self) -> frozenset[str]:
        starts = {end: start for start, end in self._connections}
        passed: list[str] = []
        vertex = starts.get(self.destination)
        while vertex is not None and vertex != self.origin and len(passed) < len(self._connections):
            passed.append(vertex)
            vertex = starts.get(vertex)
        if vertex != self.origin:
            raise UserError(f"the prompt lists no chain from {self.origin!r} to {self.destination!r}")
        return frozenset(passed)

    def outcome(self, answer: str | None) -> str:
        """Return the outcome of an answer (None: nothing declared)."""
        if answer is None:
            return "no_answer"
        if answer == self.origin:
            return "correct"
        if answer == self.destination:
            return "destination"
        if answer in self.middle:
            return "middle"
        return "neighbour" if answer in self.vertices else "invented"

    def line_offset(self, vertex: str) -> int:
        """Return how many lines below the origin's line a listed vertex stands (negative: above).

        A vertex stands on the line that it starts, since that is the line by which the origin itself is
        found; only the end of a chain, which starts none, stands on the line that it ends. So an answer from
        the next chain of a block is off by ±1, and one that is a block or one hop off by about d. Of several
        lines the nearest counts, of two equally near the upper one.
        """
        origin_line = next(i for i, (start, _) in enumerate(self._connections) if start == self.origin)
        lines = [i for i, (start, _) in enumerate(self._connections) if start == vertex]
        lines = lines or [i for i, (_, end) in enumerate(self._connections) if end == vertex]
        return min((line - origin_line for line in lines), key=lambda offset: (abs(offset), offset))


def grade_reply(status: str | None, text: str | None, prompt: str, origin: str, destination: str) -> Grade:
    """Return the grade of a stored reply `text` to `prompt`, whose answer is `origin`.

    A reply cut by the token limit (truncated) is graded if it declares an answer. A cell without a final
    reply is never graded. Raises ValueError for a status that is not one of the vocabulary.
    """
    if status in NOT_FINAL:
        return Grade()
    if status in WITHOUT_ANSWER:
        mentioned = mentions(origin, visible_reply(text))
        return Grade(outcome="no_answer", correct=False, correct_paper=False, mentions_origin=mentioned)
    if status not in GRADED:
        raise ValueError(f"unknown status {status!r} of a reply")
    chain = Chain(prompt, origin, destination)
    visible = visible_reply(text)
    answer = declared_answer(text, Reader(chain.vertices, destination)).answer
    if status == "truncated" and _is_cut(answer, visible, chain):
        answer = None
    outcome = chain.outcome(answer)
    return Grade(
        answer=answer,
        outcome=outcome,
        correct=outcome == "correct",
        correct_paper=matches_paper(text, origin),
        mentions_origin=mentions(origin, visible),
        line_offset=chain.line_offset(answer) if answer is not None and outcome == "neighbour" else None,
    )


def _is_cut(answer: str | None, visible: str, chain: Chain) -> bool:
    """Return whether the token limit fell within the answer: an unlisted word at the very end may go on."""
    return answer is not None and answer not in chain.vertices and visible.lower().endswith(answer)
