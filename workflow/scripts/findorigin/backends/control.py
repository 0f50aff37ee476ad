"""The controls: models like any other that answer without a model.

`oracle` solves the prompt by reading it, so anything below 100 % means that a prompt or the grader is broken;
`guess` names a random listed vertex that starts a chain, which is what chance gives, and in the tasks without
d is always wrong; `refuser` refuses everything. `simulated` is a program that errs by a known rule (module
`simulated`).
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from findorigin.backends.base import Reply, Request
from findorigin.planning.identity import Identity
from findorigin.planning.questions import Question
from findorigin.planning.task_entry import FIND_THE_ORIGIN
from findorigin.tasks.find_the_origin import simulated
from findorigin.tasks.find_the_origin.prompts import parse_connections, question_word
from findorigin.tasks.loading import controls_of

# Part of the request's key: a change of the rules below makes these controls new models.
REVISION = "1"

FINISH_REASONS = {"ok": "stop", "truncated": "length", "refused": "refusal"}


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
    return starts[draw(prompt_sha256, repeat) % len(starts)]


def draw(prompt_sha256: str, repeat: int) -> int:
    """Return a large number that is the same for the same prompt and repeat."""
    return int.from_bytes(hashlib.sha256(f"{prompt_sha256} {repeat}".encode()).digest())


def answer(request: Request) -> tuple[str, str]:
    """Return the status and the text of what the control named by the request's model says."""
    if request.model == "refuser":
        return "refused", ""
    if request.model == "simulated":
        return simulated.answer(request.prompt, request.prompt_sha256, request.repeat, request.parameters)
    if request.task != FIND_THE_ORIGIN:
        controls = controls_of(request.task)
        if request.model == "oracle":
            return "ok", controls.oracle(request.prompt)
        return "ok", controls.guess(request.prompt, draw(request.prompt_sha256, request.repeat))
    if request.model == "oracle":
        return "ok", f"FINAL ANSWER: {oracle(request.prompt)}"
    return "ok", f"FINAL ANSWER: {guess(request.prompt, request.prompt_sha256, request.repeat)}"


class Control:
    """Answers in the form that the prompt asks for, at once and at no cost."""

    async def ask(self, request: Request) -> Reply:
        """Answer one request as the control named by its model id."""
        status, text = answer(request)
        return Reply(
            status=status,
            text=text,
            visible=bool(text),
            finish_reason=FINISH_REASONS[status],
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


def identify(entry: Mapping[str, Any]) -> Identity:
    """Return the revision of the controls' rules."""
    return Identity(revision=REVISION)
