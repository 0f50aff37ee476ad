"""The grade of one reply: what was answered, by both graders, and how far off a wrong answer lies."""

from __future__ import annotations

import re

from findorigin.common.cells import GRADED_STATUSES, NO_ANSWER, PromptKey
from findorigin.common.errors import UserError
from findorigin.grading.declared import declared_answer
from findorigin.grading.plain import mentions, visible_reply
from findorigin.grading.reading import Reader
from findorigin.grading.thinking import WrittenReply
from findorigin.tasks.base import Grade, Prompt
from findorigin.tasks.find_the_origin.prompts import parse_connections, question_word

VERSION = "1"
# Bare, as in the grades made before other tasks had graders.
GRADER_VERSION = VERSION


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
            return NO_ANSWER
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


def grade(reply: WrittenReply, prompt: Prompt, key: PromptKey) -> Grade:
    """Return the grade of a reply by both graders: the answer declared, and the paper's regular expression.

    A reply cut by the token limit is graded if it declares an answer. `line_offset` is known for a neighbour
    only: see `Chain.line_offset`.
    """
    origin = _origin(prompt)
    chain = Chain(prompt.text, origin, question_word(prompt.text))
    declared = declared_answer(reply, Reader(chain.vertices, chain.destination))
    answer, visible = declared.answer, visible_reply(reply)
    if reply.status == "truncated" and _is_cut(answer, visible, chain):
        answer = None
    outcome = chain.outcome(answer)
    return Grade(
        outcome=outcome,
        correct=outcome == "correct",
        answer=answer,
        correct_paper=matches_paper(reply.whole, origin),
        mentions_origin=mentions(origin, visible),
        line_offset=chain.line_offset(answer) if answer is not None and outcome == "neighbour" else None,
        details={"declared_part": declared.part},
    )


def without_answer(reply: WrittenReply, prompt: Prompt) -> Grade:
    """Return the grade of a reply in which nothing is to be seen, or whose status says that it is no answer.

    The paper's grader reads thinking too, if the reply is one.
    """
    origin = _origin(prompt)
    return Grade(
        outcome=NO_ANSWER,
        correct=False,
        correct_paper=reply.status in GRADED_STATUSES and matches_paper(reply.whole, origin),
        mentions_origin=mentions(origin, visible_reply(reply)),
        details={"declared_part": None},
    )


def matches_paper(text: str | None, origin: str) -> bool:
    """Return whether the published regular expression finds `origin` in the stored reply (None: no).

    The published check reads the whole reply, also hidden reasoning and words that merely begin with the
    origin; it is reproduced, not repaired. Escaping the origin changes nothing for words and compounds.
    """
    if text is None:
        return False
    return re.search(rf"answer[: ]*\"?{re.escape(origin)}\"?", text, re.IGNORECASE) is not None


def _origin(prompt: Prompt) -> str:
    if prompt.answer is None:
        raise UserError("a prompt of Find the Origin has no answer in its table; generate it again")
    return prompt.answer


def _is_cut(answer: str | None, visible: str, chain: Chain) -> bool:
    """Return whether the token limit fell within the answer: an unlisted word at the very end may go on."""
    return answer is not None and answer not in chain.vertices and visible.lower().endswith(answer)
