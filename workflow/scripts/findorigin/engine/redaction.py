"""Keep a model's key out of everything that is written down, even where a server echoes it."""

from __future__ import annotations

import base64
import re
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


class Cleaner:
    """Removes one model's key (None: there is none) from replies and messages."""

    def __init__(self, secret: str | None) -> None:
        is_secret = secret is not None and len(secret) >= SHORTEST_SECRET
        self._key = _pattern(secret) if is_secret and secret.lower() not in PLACEHOLDERS else None

    def clean(self, value: Any) -> Any:  # noqa: ANN401
        """Return `value` (parsed JSON, or a text) without the key anywhere, names of members included.

        What is nested too deep to be looked through, as no vendor's reply is, is left out whole.
        """
        try:
            return _without(value, self._key)
        except RecursionError:
            return TOO_DEEP


def _without(value: Any, key: re.Pattern | None) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        return value if key is None else key.sub(REDACTED, value)
    if isinstance(value, dict):
        return {_without(name, key): _without(member, key) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_without(member, key) for member in value]
    return value


def _pattern(secret: str) -> re.Pattern:
    """Return what finds the key whole, encoded in base64, or a long beginning or end of it."""
    forms = {secret, base64.b64encode(secret.encode()).decode().rstrip("="), quote(secret, safe="")}
    lengths = range(len(secret) - 1, SHOWN_PART - 1, -1)
    parts = [part for n in lengths for part in (secret[:n], secret[-n:])]
    return re.compile("|".join(map(re.escape, [*sorted(forms, key=len, reverse=True), *parts])))
