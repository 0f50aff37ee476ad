"""Keep a model's key out of everything that is written down, even where a server echoes it."""

from __future__ import annotations

from typing import Any

REDACTED = "[key removed]"
SHORTEST_SECRET = 8


class Cleaner:
    """Removes one model's key (None: there is none) from replies and messages."""

    def __init__(self, secret: str | None) -> None:
        # A placeholder such as "none" or "EMPTY" is no secret, and may be a word of an answer.
        is_secret = secret is not None and len(secret) >= SHORTEST_SECRET and not secret.isalpha()
        self._secret = secret if is_secret else None

    def clean(self, value: Any) -> Any:  # noqa: ANN401
        """Return `value` (parsed JSON, or a text) without the key anywhere, names of members included."""
        return value if self._secret is None else self._without(value, self._secret)

    def _without(self, value: Any, secret: str) -> Any:  # noqa: ANN401
        if isinstance(value, str):
            return value.replace(secret, REDACTED)
        if isinstance(value, dict):
            return {
                self._without(name, secret): self._without(member, secret) for name, member in value.items()
            }
        if isinstance(value, list | tuple):
            return [self._without(member, secret) for member in value]
        return value
