"""The table of behaviours and what their functions share.

A script names a behaviour, with an argument after a colon where it takes one: `429_retry_after:1`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import anthropic, gemini, openai
from .records import Answer, Question, Reply, Usage
from .solving import correct_text

WIRES = {wire.NAME: wire for wire in (openai, anthropic, gemini)}
EVERYBODY = tuple(WIRES)

Function = Callable[[Question, str], Reply]


@dataclass(frozen=True)
class Behaviour:
    """A row of the table; `argument` is the default of what may follow the colon."""

    name: str
    function: Function
    vendors: tuple[str, ...]
    argument: str


BEHAVIOURS: dict[str, Behaviour] = {}


def behaviour(
    name: str, vendors: tuple[str, ...] = EVERYBODY, argument: str = ""
) -> Callable[[Function], Function]:
    """Enter the decorated function into the table."""

    def enter(function: Function) -> Function:
        BEHAVIOURS[name] = Behaviour(name, function, vendors, argument)
        return function

    return enter


def names_for(vendor: str) -> list[str]:
    """Return the names of the behaviours that a vendor's format can express."""
    return [name for name, row in BEHAVIOURS.items() if vendor in row.vendors]


def behave(spec: str, question: Question) -> Reply:
    """Return the reply of the behaviour named by `spec`, `name` or `name:argument`."""
    name, _, argument = spec.partition(":")
    row = BEHAVIOURS[name]
    if question.vendor not in row.vendors:
        raise ValueError(f"behaviour {name!r} does not apply to {question.vendor}")
    return row.function(question, argument or row.argument)


def as_json(body: Any, status: int = 200, **reply: Any) -> Reply:
    """Return a reply whose body is JSON, non-ASCII characters as they are."""
    return Reply(json.dumps(body, ensure_ascii=False).encode(), status, **reply)


def answered(question: Question, answer: Answer, **reply: Any) -> Reply:
    """Return a reply with the answer in the vendor's words, with plausible usage unless it has some."""
    if answer.usage is None:
        words = f"{answer.thinking or ''}{answer.text or ''}"
        answer.usage = Usage(question.input_tokens, 1 + len(words) // 4)
    return as_json(question.wire.reply(question, answer), **reply)


def correct(question: Question, **answer: Any) -> Answer:
    """Return the right answer."""
    return Answer(correct_text(question.prompt, question.prefill), **answer)
