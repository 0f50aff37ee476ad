"""Make a reply plain: one form for characters, markup, quotes and arrows, so that graders read words.

In plain text every quote, emphasis or bracket around a word is ``"``, every arrow is ``→`` or ``←``, lines
end in ``\\n`` and are never blank. All expressions run in linear time, whatever the reply.
"""

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
_QUOTES = str.maketrans(
    dict.fromkeys("«»‹›„“”‟〝〞〟「」『』《》〈〉【】〖〗〔〕″´", '"')
    | dict.fromkeys("‘’‚‛ʼ′", "'")
    | dict.fromkeys("\u2010\u2011", "-")
)

# The first opening tag hides up to the next closing one; a closing tag alone hides all that stands before it.
_THINKING_TAG = re.compile(
    r"[<◁](?P<close>/?)(?:\w{1,10}:)?(?:think|thinking|thought|thoughts|reasoning|scratchpad|reflection)[>▷]"
    r"|\[(?P<close_square>/?)THINK\]",
    re.IGNORECASE,
)

_ARROWS = (
    (re.compile(r"<!--[^<>]{0,500}-->"), " "),
    (re.compile(r"<[-=–—]{1,5}>|[↔⇔⟷]|\\(?:left|Left)rightarrow\b"), " , "),
    (re.compile(r"[-=~–—]{1,5}>|[→⇒⟶⟹➔➜➝➞➡⮕↦]|\\(?:to|mapsto|(?:long|Long)?(?:right|Right)arrow)\b"), " → "),
    (re.compile(r"<[-=–—]{1,5}|[←⇐⟵⟸⬅]|\\(?:long|Long)?(?:left|Left)arrow\b"), " ← "),
)
_MARKUP = (
    (re.compile(r"^[ \t]*(?:```|~~~)\w*[ \t]*$", re.MULTILINE), ""),  # a code fence with its language
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
_BLANKS = ((re.compile(r"[^\S\n]+"), " "), (re.compile(r"(?: ?\n)+ ?"), "\n"))


def _apply(substitutions: tuple[tuple[re.Pattern[str], str], ...], text: str) -> str:
    for pattern, replacement in substitutions:
        text = pattern.sub(replacement, text)
    return text


def _plain_characters(text: str) -> str:
    text = _UNSEEN.sub("", _LINE_END.sub("\n", _TERMINAL_CODE.sub("", html.unescape(text))))
    return unicodedata.normalize("NFKC", text.translate(_QUOTES)).translate(_QUOTES)


def _without_thinking(text: str) -> str:
    shown: list[str] = []
    position, hidden = 0, False
    for tag in _THINKING_TAG.finditer(text):
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


def _without_tags(text: str) -> str:
    """Remove tags; a word in angle brackets that is closed nowhere and followed by no word is kept."""
    closed = {name.lower() for name in _CLOSING_TAG.findall(text)}

    def replace(tag: re.Match[str]) -> str:
        is_tag = tag["name"].lower() in closed or tag["word_follows"] is not None
        return "" if is_tag else tag[0]

    return _TAG.sub(replace, _BREAK_TAG.sub("\n", text))


def visible_reply(text: str | None) -> str:
    """Return the reply as its reader sees it, in plain form; None gives the empty text.

    Blocks of reasoning (``<think>`` and its like) are hidden: a block never closed hides all that follows.
    """
    if text is None:
        return ""
    text = _without_thinking(_plain_characters(text))
    text = _without_tags(_apply(_MARKUP, _apply(_ARROWS, text)))
    return _apply(_BLANKS, _apply(_MARKS, _apply(_LATEX, text))).strip()


def mentions(word: str, visible: str) -> bool:
    """Return whether plain text holds `word` as a whole word (a part of a hyphenated compound is none)."""
    return re.search(rf"(?<!\w)(?<!\w-){re.escape(word)}(?!\w|-\w)", visible, re.IGNORECASE) is not None
