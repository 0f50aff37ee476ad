"""The controls: models like any other that answer without a model.

`oracle` solves the prompt by reading it, so anything below 100 % means that a prompt or the grader is broken;
`guess` names a random listed vertex that starts a chain, which is what chance gives. `simulated` is a program
that errs by a known rule (module `simulated`).
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from findorigin.backends import simulated
from findorigin.backends.base import Reply, Request
from findorigin.prompts import parse_connections, question_word
from findorigin.questions import Question

# Part of the request's key: a change of the rules below makes these controls new models.
REVISION = "1"


def oracle(prompt: str) -> str:
    """Return the vertex at which the chain that ends in the question's word begins."""
    came_from = {end: start for start, end in parse_connections(prompt)}
    vertex = question_word(prompt)
    while vertex in came_from:
        vertex = came_from[vertex]
    return vertex


def guess(prompt: str, prompt_sha256: str, repeat: int) -> str:
    """Return a listed vertex that starts a chain, drawn by the digest of the prompt and the repeat."""
    connections = parse_connections(prompt)
    ends = {end for _, end in connections}
    starts = [start for start, _ in connections if start not in ends]
    drawn = hashlib.sha256(f"{prompt_sha256} {repeat}".encode()).digest()
    return starts[int.from_bytes(drawn) % len(starts)]


class Control:
    """Answers in the form that the prompt asks for, at once and at no cost."""

    async def ask(self, request: Request) -> Reply:
        """Answer one request as the control named by its model id."""
        status, text = "ok", ""
        if request.model == "oracle":
            text = f"FINAL ANSWER: {oracle(request.prompt)}"
        elif request.model == "guess":
            text = f"FINAL ANSWER: {guess(request.prompt, request.prompt_sha256, request.repeat)}"
        else:
            status, text = simulated.answer(
                request.prompt, request.prompt_sha256, request.repeat, request.parameters
            )
        return Reply(
            status=status,
            text=text,
            visible=True,
            finish_reason="length" if status == "truncated" else "stop",
            served_model=request.model,
            response_id=None,
            input_tokens=None,
            cached_tokens=None,
            output_tokens=None,
            reasoning_tokens=None,
            raw=None,
        )


@asynccontextmanager
async def connect(entry: Mapping[str, Any], longest: Question) -> AsyncIterator[Control]:
    """Yield the control; there is nothing to connect to."""
    yield Control()


def revision(entry: Mapping[str, Any]) -> str:
    """Return the revision of the controls' rules."""
    return REVISION
