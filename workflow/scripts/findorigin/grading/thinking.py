"""A stored reply as graders get it: what the model wrote, less its thinking."""

from __future__ import annotations

import re

from findorigin.common.cells import Status
from findorigin.grading.characters import plain_characters

# The first opening tag hides up to the next closing one; a closing tag alone hides all that stands before it.
_TAG = re.compile(
    r"[<◁](?P<close>/?)(?:\w{1,10}:)?(?:think|thinking|thought|thoughts|reasoning|scratchpad|reflection)[>▷]"
    r"|\[(?P<close_square>/?)THINK\]",
    re.IGNORECASE,
)


def without_thinking(text: str) -> str:
    """Return what a model wrote, less its thinking (``<think>`` and its like); all else stays as it is.

    A block never closed hides all that follows. Only where a tag is disguised (``&lt;think&gt;``) does the
    text come back in plain characters.
    """
    plain = plain_characters(text)
    tags, plain_tags = list(_TAG.finditer(text)), list(_TAG.finditer(plain))
    if len(tags) != len(plain_tags):
        text, tags = plain, plain_tags
    shown: list[str] = []
    position, hidden = 0, False
    for tag in tags:
        closes = bool(tag["close"] or tag["close_square"])
        if closes and not hidden:
            shown.clear()
        elif not closes and not hidden:
            shown.append(text[position : tag.start()])
        hidden = not closes
        position = tag.end()
    if not hidden:
        shown.append(text[position:])
    return " ".join(shown)


class WrittenReply(str):
    """The text as the model wrote it, less its thinking. whole: with its thinking. status: what came back."""

    whole: str
    status: Status

    def __new__(cls, whole: str | None, status: Status = "ok") -> WrittenReply:
        """Make the reply of a stored text (None: empty)."""
        reply = super().__new__(cls, without_thinking(whole or ""))
        reply.whole, reply.status = whole or "", status
        return reply
