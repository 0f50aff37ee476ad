"""What a journal holds, kept in memory as spans of the file and sums: never the replies themselves."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import NamedTuple

from findorigin.common.cells import FINAL_STATUSES
from findorigin.store.records import Line


class Span(NamedTuple):
    """Where a record's line lies in its file, in bytes."""

    offset: int
    length: int


def fingerprint(line: bytes) -> bytes:
    """Return a digest that tells whether two lines are copies of each other."""
    return blake2b(line.strip(), digest_size=16).digest()


class Index:
    """The span of each key's first final response, the money spent, and the calls without an answer.

    Lines that are copies (two journals joined that share a beginning) count once. `served_as` are names of
    the model: a response that was set aside because a model of another name gave it counts where that name
    is among them by now, and where the key has no other.
    """

    def __init__(self, served_as: Collection[str] = ()) -> None:
        self._served_as = frozenset(served_as)
        self._spans: dict[str, Span] = {}
        self._renamed: dict[str, Span] = {}
        self._fingerprints: set[bytes] = set()
        self._open_intents: dict[tuple[str, str], list[tuple[float, float]]] = {}
        self.usd = 0.0
        self.unpriced = 0
        self.unpriced_usd = 0.0
        self.damaged = 0

    def span(self, key: str) -> Span | None:
        """Return where the first final response of `key` lies, or None."""
        return self._spans.get(key) or self._renamed.get(key)

    def keys(self) -> list[str]:
        """Return the keys with a final response, in the order of the file; renamed models' last."""
        return list(self._spans | self._renamed)

    def add(self, line: Line) -> bool:
        """Take in one line of the file; return whether it was a record not met before."""
        if line.record is None:
            self.damaged += 1
            return False
        copy = fingerprint(line.data)
        if copy in self._fingerprints:
            return False
        self._fingerprints.add(copy)
        if line.record["kind"] == "intent":
            self._open_intent(line.record)
        else:
            self.add_money(line.record, worst_usd=self._close_intents(line.record))
            self.add_span(line.record, Span(line.offset, len(line.data)))
        return True

    def add_span(self, record: Mapping[str, object], span: Span) -> None:
        """Note where the response `record` lies, if it is final and the first of its key."""
        if record["kind"] != "response":
            return
        if record.get("status") in FINAL_STATUSES:
            self._spans.setdefault(str(record["key"]), span)
        elif record.get("reply_status") in FINAL_STATUSES and record.get("served_model") in self._served_as:
            self._renamed.setdefault(str(record["key"]), span)

    def add_money(self, record: Mapping[str, object], worst_usd: float = 0.0) -> None:
        """Add the USD of one call. One without a price is counted, and its worst case, not taken for free."""
        usd = _number(record.get("usd"))
        if usd is not None:
            self.usd += usd
        elif record["kind"] == "response" or "usd" in record:
            self.unpriced += 1
            self.unpriced_usd += worst_usd

    def unanswered(self) -> tuple[int, float]:
        """Return how many intents have no answer, and the USD they may have cost at most, where known."""
        intents = [intent for of_key in self._open_intents.values() for intent in of_key]
        return len(intents), sum(worst_usd for _, worst_usd in intents)

    def _open_intent(self, record: Mapping[str, object]) -> None:
        intent = (_number(record.get("attempt")) or 1, _number(record.get("worst_usd")) or 0.0)
        self._open_intents.setdefault(_call(record), []).append(intent)

    def _close_intents(self, record: Mapping[str, object]) -> float:
        """End the intents of the same run and key up to the attempt of `record` (all, if it names none).

        Returns what they may have cost at most, USD.
        """
        attempt = _number(record.get("attempt")) or _number(record.get("attempts"))
        intents = self._open_intents.pop(_call(record), [])
        later = [intent for intent in intents if attempt is not None and intent[0] > attempt]
        if later:
            self._open_intents[_call(record)] = later
        return sum(worst_usd for _, worst_usd in intents) - sum(worst_usd for _, worst_usd in later)


def _call(record: Mapping[str, object]) -> tuple[str, str]:
    return str(record.get("run")), str(record["key"])


def _number(value: object) -> float | None:
    """Return a finite number as it is, and None for all else: lines written by hand may hold anything."""
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return value
    return None
