"""One form for each character of a reply: entities, line ends, quotes, and what nobody sees."""

from __future__ import annotations

import html
import re
import unicodedata

_TERMINAL_CODE = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
_LINE_END = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
# Control characters, zero-width and direction marks, soft hyphens, variation selectors, tag characters.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]"
)
_BLANK = re.compile(r"[^\S\n\t]")
_QUOTES = str.maketrans(
    dict.fromkeys("«»‹›„“”‟〝〞〟「」『』《》〈〉【】〖〗〔〕″´", '"')
    | dict.fromkeys("‘’‚‛ʼ′", "'")
    | dict.fromkeys("\u2010\u2011", "-")
)


def seen_characters(text: str) -> str:
    """Return the characters that a reader sees, as they are: lines end in ``\\n``, every blank is a space."""
    return _BLANK.sub(" ", _seen(text))


def plain_characters(text: str) -> str:
    """Return the text in one form for each character: entities decoded, NFKC, every quote ``"`` or ``'``."""
    return unicodedata.normalize("NFKC", _seen(html.unescape(text)).translate(_QUOTES)).translate(_QUOTES)


def _seen(text: str) -> str:
    return _UNSEEN.sub("", _LINE_END.sub("\n", _TERMINAL_CODE.sub("", text)))
