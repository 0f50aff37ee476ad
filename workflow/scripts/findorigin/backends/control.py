"""The controls: models like any other that answer without a model.

`oracle` solves the prompt by reading it, so anything below 100 % means that a prompt or the grader is broken;
`guess` answers what chance gives; `refuser` refuses everything; `simulated` is a program that errs by a known
rule. How each of them answers is the task's own affair (tasks/<task>/controls.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from findorigin.backends.base import Reply, Request
from findorigin.common.cells import Status
from findorigin.config.models import ControlModel
from findorigin.planning.requests import PromptRequest
from findorigin.tasks import answering

# Part of the request's key: a change of the controls' rules makes them new models.
REVISION = "1"

FINISH_REASONS: dict[Status, str] = {"ok": "stop", "truncated": "length", "refused": "refusal"}


def draw(prompt_sha256: str, repeat: int) -> int:
    """Return a large number that is the same for the same prompt and repeat."""
    return int.from_bytes(hashlib.sha256(f"{prompt_sha256} {repeat}".encode()).digest())


def answer(request: Request) -> tuple[Status, str]:
    """Return the status and the text of what the control named by the request's model says."""
    task, prompt = request.task, request.prompt
    match request.model:
        case "refuser":
            return "refused", ""
        case "simulated":
            return answering.simulated(
                task, prompt, request.prompt_sha256, request.repeat, request.parameters
            )
        case "oracle":
            return "ok", answering.oracle(task, prompt)
        case _:
            return "ok", answering.guess(task, prompt, draw(request.prompt_sha256, request.repeat))


class Control:
    """Answers in the form that the prompt asks for, at once and at no cost."""

    settings = None

    async def ask(self, request: Request) -> Reply:
        """Answer one request as the control named by its model id."""
        status, text = answer(request)
        return Reply(
            status=status,
            text=text,
            visible=bool(text),
            finish_reason=FINISH_REASONS[status],
            served_model=request.model,
        )


@asynccontextmanager
async def connect(model: ControlModel, longest: PromptRequest) -> AsyncIterator[Control]:
    """Yield the control; there is nothing to connect to."""
    yield Control()
