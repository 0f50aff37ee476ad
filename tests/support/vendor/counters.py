"""What the server counts: calls, their bodies, and how many were open at once."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from dataclasses import asdict
from typing import Any

from .records import Call


class Counters:
    """Counts of one server; `calls` holds every question in the order in which they came.

    `calls` are requests that ask a model; `paths` counts those for a model's data too.
    """

    def __init__(self, keep_bodies: bool) -> None:
        self._keep_bodies = keep_bodies
        self.reset()

    def reset(self) -> None:
        """Forget everything but the requests that are open now."""
        self.calls: list[Call] = []
        self.paths: Counter[str] = Counter()
        self.bodies: Counter[str] = Counter()
        self.open = getattr(self, "open", 0)
        self.high_water = self.open
        self.answered = 0
        self.dropped = 0

    def begin(
        self, path: str, vendor: str, model: str, behaviour: str, headers: dict[str, str], raw: bytes
    ) -> Call:
        """Count a question whose whole body has been read."""
        self.open += 1
        self.high_water = max(self.high_water, self.open)
        digest = hashlib.sha256(raw).hexdigest()
        self.bodies[digest] += 1
        body = json.loads(raw) if self._keep_bodies else None
        call = Call(len(self.calls), path, vendor, model, behaviour, digest, self.open, headers, body)
        self.calls.append(call)
        return call

    def end(self, call: Call, answered: bool) -> None:
        """Count the end of a question: answered whole, or dropped by either side."""
        self.open -= 1
        call.ended = time.monotonic()
        if answered:
            self.answered += 1
        else:
            self.dropped += 1

    def calls_as_json(self) -> list[dict[str, Any]]:
        """Return every call with its headers and body."""
        return [asdict(call) for call in self.calls]

    def as_json(self) -> dict[str, Any]:
        """Return the counts without any header or body, so that no key is among them."""
        return {
            "calls": len(self.calls),
            "answered": self.answered,
            "dropped": self.dropped,
            "open": self.open,
            "high_water": self.high_water,
            "paths": dict(self.paths),
            "bodies": dict(self.bodies),
            "behaviours": dict(Counter(call.behaviour for call in self.calls)),
        }
