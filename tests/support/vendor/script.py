"""Which behaviour the next request gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .behaviours import BEHAVIOURS

Spec = str | Mapping[str, Any]


@dataclass
class _Entry:
    behaviour: str
    match: str | None
    times: int | None


class Script:
    """Entries consumed one per request, in order; afterwards the default.

    An entry is a behaviour's name, or a mapping with `behaviour`, `match` (only requests whose prompt or
    model contains it) and `times` (how often, 1 unless given; null is for ever). The first entry that
    matches a request is the one used.
    """

    def __init__(self, entries: Iterable[Spec] = (), default: str = "ok") -> None:
        self.set(entries, default)

    def set(self, entries: Iterable[Spec], default: str | None = None) -> None:
        """Replace what is left of the script, and the default if one is given."""
        self._entries = [_entry(spec) for spec in entries]
        if default is not None:
            self._default = _checked(default)

    def next(self, prompt: str, model: str) -> str:
        """Return the behaviour of a request and consume its entry."""
        for entry in self._entries:
            if entry.match is None or entry.match in prompt or entry.match in model:
                if entry.times is not None:
                    entry.times -= 1
                    if entry.times <= 0:
                        self._entries.remove(entry)
                return entry.behaviour
        return self._default

    @property
    def left(self) -> int:
        """How many entries are not used up."""
        return len(self._entries)


def _entry(spec: Spec) -> _Entry:
    if isinstance(spec, str):
        return _Entry(_checked(spec), None, 1)
    return _Entry(_checked(spec["behaviour"]), spec.get("match"), spec.get("times", 1))


def _checked(spec: str) -> str:
    if spec.partition(":")[0] not in BEHAVIOURS:
        raise ValueError(f"unknown behaviour {spec!r}")
    return spec
