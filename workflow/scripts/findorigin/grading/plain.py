"""Make a reply plain: one form for characters, markup, quotes and arrows, so that graders read words.

In plain text every quote, emphasis or bracket around a word is ``"``, every arrow is ``→`` or ``←``, lines
end in ``\\n`` and are never blank. All expressions run in linear time, whatever the reply.
"""

from __future__ import annotations

import re

from findorigin.grading.characters import plain_characters, seen_characters
from findorigin.grading.thinking import without_thinking

_ARROWS = (
    (re.compile(r"<!--[^<>]{0,500}-->"), " "),
    (re.compile(r"<[-=–—]{1,5}>|[↔⇔⟷]|\\(?:left|Left)rightarrow\b"), " , "),
    (re.compile(r"[-=~–—]{1,5}>|[→⇒⟶⟹➔➜➝➞➡⮕↦]|\\(?:to|mapsto|(?:long|Long)?(?:right|Right)arrow)\b"), " → "),
    (re.compile(r"<[-=–—]{1,5}|[←⇐⟵⟸⬅]|\\(?:long|Long)?(?:left|Left)arrow\b"), " ← "),
)
_FENCES = ((re.compile(r"^[ \t]*(?:```|~~~)\w*[ \t]*$", re.MULTILINE), ""),)  # with their language
_HIDDEN = (
    (re.compile(r"~~[^~\n]{1,200}~~"), " "),  # struck out, so taken back
    (re.compile(r"<(s|del|strike)>[^<\n]{0,200}</\1>", re.IGNORECASE), " "),
    (re.compile(r"<\|[^|<>\n]{1,40}\|>|\[/?INST\]"), " "),  # a chat template's own signs
)
_BREAK_TAG = re.compile(r"<(?:br|hr|p|/p|/?div|/?li)\s?/?>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?P<name>[a-z][\w-]{0,30})(?:\s[^<>]{0,200})?>(?P<word_follows>(?=[\w\"']))?", re.IGNORECASE
)
_CLOSING_TAG = re.compile(r"</([a-z][\w-]{0,30})\s?>", re.IGNORECASE)
_LATEX = (
    (re.compile(r"\\[a-zA-Z]{1,30}\*?(?= ?\{)"), ""),  # \boxed{word}: the braces stay, as quotes
    (re.compile(r"\\q?quad\b"), " "),
    (re.compile(r"\\[nr]"), "\n"),  # a line end written as an escape
    (re.compile(r"\\t"), " "),
    (re.compile(r"\\(?=[^\w\s])"), ""),  # an escaped sign
)
_MARKS = (
    (  # a placeholder of the requested format, in its brackets
        re.compile(
            r"[<\[](?:the |your |final |insert )*(?:answer|origin|vertex|word)(?: here| name)?[>\]]", re.I
        ),
        " YOUR_ANSWER ",
    ),
    (re.compile(r"^[ \t]*>+", re.MULTILINE), ""),  # a block quote
    (re.compile(r"(?<=\S) > (?=\S)"), " → "),
    (re.compile(r"(?<=[^\W\d_])–(?=[^\W\d_])"), "-"),
    (re.compile(r"(?<![^\W_])[_']+|[_']+(?![^\W_])"), '"'),  # not the apostrophe or underscore inside a word
    (re.compile(r"[*`$\[\]{}<>]"), '"'),
    (re.compile(r'"{2,}'), '"'),
)
_COMMAND = re.compile(r"\$?\\(?:boxed|text\w{0,10}|mathrm|mathbf) ?\{([^{}\n]{0,1000})\}\$?")
NESTED_COMMANDS = 3
_BLANKS = ((re.compile(r"[^\S\n]+"), " "), (re.compile(r"(?: ?\n)+ ?"), "\n"))


def _apply(substitutions: tuple[tuple[re.Pattern[str], str], ...], text: str) -> str:
    for pattern, replacement in substitutions:
        text = pattern.sub(replacement, text)
    return text


def _without_tags(text: str) -> str:
    """Remove tags; a word in angle brackets that is closed nowhere and followed by no word is kept."""
    closed = {name.lower() for name in _CLOSING_TAG.findall(text)}

    def replace(tag: re.Match[str]) -> str:
        is_tag = tag["name"].lower() in closed or tag["word_follows"] is not None
        return "" if is_tag else tag[0]

    return _TAG.sub(replace, _BREAK_TAG.sub("\n", text))


def visible_reply(text: str | None) -> str:
    """Return a reply as its reader sees it, in plain form, without thinking; None gives the empty text."""
    text = plain_characters(without_thinking(text or ""))
    text = _without_tags(_apply(_FENCES + _HIDDEN, _apply(_ARROWS, text)))
    return _apply(_BLANKS, _apply(_MARKS, _apply(_LATEX, text))).strip()


def readable(reply: str) -> str:
    """Return a reply with its own marks (fences, backticks, asterisks), less what only a renderer reads.

    That is unseen characters, what is struck out, tags of HTML and LaTeX's commands around text.
    """
    text = _without_tags(_apply(_HIDDEN, seen_characters(reply)))
    for _ in range(NESTED_COMMANDS):
        text = _COMMAND.sub(r"\1", text)
    return text


def mentions(word: str, visible: str) -> bool:
    """Return whether plain text holds `word` as a whole word (a part of a hyphenated compound is none)."""
    return re.search(rf"(?<!\w)(?<!\w-){re.escape(word)}(?!\w|-\w)", visible, re.IGNORECASE) is not None
