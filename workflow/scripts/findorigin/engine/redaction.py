"""Keep a model's key out of everything that is written down, even where a server echoes it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

REDACTED = "[key removed]"
TOO_DEEP = "[nested too deep]"
SHORTEST_SECRET = 8
# What people put where a server wants some key but checks none; "empty" may be a word of an answer.
PLACEHOLDERS = frozenset(
    {"anything", "not-needed", "notneeded", "password", "placeholder", "no-key-required"}
)
# A vendor that shows a wrong key may hide its end or middle only: beginnings and ends this long go too.
SHOWN_PART = 12


class Redactor:
    """Removes one model's key (None: there is none) from replies and messages.

    The key goes whole, in base64, quoted as in an address, and so does a long beginning or end of it.
    """

    def __init__(self, secret: str | None) -> None:
        is_secret = secret and len(secret) >= SHORTEST_SECRET and secret.lower() not in PLACEHOLDERS
        self._secret = secret if secret and is_secret else ""
        encoded = base64.b64encode(self._secret.encode()).decode().rstrip("=")
        self._forms = {self._secret, encoded, quote(self._secret, safe="")} - {""}

    def clean(self, value: Any) -> Any:  # noqa: ANN401
        """Return `value` (parsed JSON, or a text) without the key anywhere, names of members included.

        What is nested too deep to be looked through, as no vendor's reply is, is left out whole.
        """
        try:
            return self._without_key(value)
        except RecursionError:
            return TOO_DEEP

    def _without_key(self, value: Any) -> Any:  # noqa: ANN401
        if isinstance(value, str):
            return self._clean_text(value)
        if isinstance(value, dict):
            return {self._without_key(name): self._without_key(member) for name, member in value.items()}
        if isinstance(value, list | tuple):
            return [self._without_key(member) for member in value]
        return value

    def _clean_text(self, text: str) -> str:
        """Replace the spans that show the key; those that overlap are one."""
        cleaned, end = [], 0
        for start, stop in sorted(self._spans(text)):
            if start >= end:
                cleaned += [text[end:start], REDACTED]
            end = max(end, stop)
        return "".join((*cleaned, text[end:]))

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        for form in self._forms:
            start = text.find(form)
            while start != -1:
                yield start, start + len(form)
                start = text.find(form, start + len(form))
        if len(self._secret) > SHOWN_PART:
            yield from _shown_beginnings(text, self._secret)
            for start, stop in _shown_beginnings(text[::-1], self._secret[::-1]):
                yield len(text) - stop, len(text) - start


def _shown_beginnings(text: str, secret: str) -> Iterator[tuple[int, int]]:
    """Yield where `text` shows a beginning of `secret`, as far as it goes on."""
    start = text.find(secret[:SHOWN_PART])
    while start != -1:
        length = SHOWN_PART
        while length < len(secret) and text[start + length : start + length + 1] == secret[length]:
            length += 1
        yield start, start + length
        start = text.find(secret[:SHOWN_PART], start + length)
