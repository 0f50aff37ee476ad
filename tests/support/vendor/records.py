"""What passes through the server: a question, the answer to it, and how the reply is delivered."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any


@dataclass
class Question:
    """One request as its vendor's format reads; `prefill` is a last assistant message, if there is one."""

    vendor: str
    wire: ModuleType
    number: int
    model: str
    prompt: str
    prefill: str
    key: str
    temperature: float | None
    input_tokens: int


@dataclass
class Usage:
    """Token counts before a vendor splits them: `output` includes `reasoning`, `input` includes `cached`."""

    input: int
    output: int
    cached: int = 0
    reasoning: int = 0


@dataclass
class Answer:
    """What the model says; `finish` is `stop`, `length` or `refused`, or else a word of the vendor's own."""

    text: str | None
    finish: str = "stop"
    thinking: str | None = None
    usage: Usage | None = None
    served_model: str | None = None
    reply_id: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class Reply:
    """Bytes to send, and how.

    `delivery` is one of whole, whole_then_close, drip, never, reset_before, reset_inside, closed_inside;
    `seconds` the wait before a whole reply or before hanging up (never), or the time that a drip takes.
    """

    body: bytes
    status: int = 200
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    delivery: str = "whole"
    seconds: float = 0.0


@dataclass
class Call:
    """One request as the server saw it; times are seconds of `time.monotonic`."""

    number: int
    path: str
    vendor: str
    model: str
    behaviour: str
    body_sha256: str
    open_at_start: int
    headers: dict[str, str]
    body: dict[str, Any] | None
    started: float = field(default_factory=time.monotonic)
    ended: float | None = None
