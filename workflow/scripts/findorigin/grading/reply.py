"""A stored reply as graders get it."""

from __future__ import annotations

from findorigin.common.cells import Status
from findorigin.grading.thinking import without_thinking


class WrittenReply(str):
    """The text as the model wrote it, less its thinking. whole: with its thinking. status: what came back."""

    whole: str
    status: Status

    def __new__(cls, whole: str | None, status: Status = "ok") -> WrittenReply:
        """Make the reply of a stored text (None: empty)."""
        reply = super().__new__(cls, without_thinking(whole or ""))
        reply.whole, reply.status = whole or "", status
        return reply
