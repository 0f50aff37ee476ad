"""The `declared` grader's answer: the last one declared as FINAL ANSWER, whatever its form.

The reply is made plain and its hidden reasoning removed; the declarations are found; each one's span (what
the declaration says, up to the end of its line) is read; the last declaration that says anything counts. A
copy of the requested format (YOUR_ANSWER) says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from findorigin.grading.plain import visible_reply
from findorigin.grading.reading import Reader

# Far longer than any declared answer, and few enough to keep a reply that repeats itself cheap.
MAX_SPAN = 600
MAX_DECLARATIONS = 200

_MARKER = re.compile(r'(?<![^\W_])final[\s_"#-]{0,5}answers?(?![^\W_])', re.IGNORECASE)
_SIGN = re.compile(
    r"""[ "#]*(?:\([^()\n]{0,60}\)[ "]*)?          # FINAL ANSWER (the origin):
    (?:(?:to|for|of)[ ][^.:=;!?\n]{1,60}?[ ]?)?     # FINAL ANSWER to the question:
    (?P<sign>\s*[:=]|[|→←]|[-–—](?!\w))
    """,
    re.VERBOSE,
)
_COPULA = re.compile(
    r"""[ "]*(?:\([^()\n]{0,60}\)[ "]*)?
    (?:(?:to|for|of)[ ][^.:=;!?\n]{1,60}?[ ])?
    ,?[ ]?(?:(?:therefore|thus|then|hence),?[ ])?(?:is|was|would[ ]be)\b(?P<colon>[ "]*:)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:[-_'][^\W_]+)*")
_LIST_ITEM = re.compile(r'\A\s*(?:["•+–-] |\(?\d{1,2}[.)] |[A-Za-z]\) )')
_GOES_ON = re.compile(r'(?:[^\W_][ "]+(?:is|or|and|of|the)|[,:/→←=])[ "]*$', re.IGNORECASE)
_CONTINUES = re.compile(r'[ "]*(?:(?:or|and|is)\b|[/→←=])', re.IGNORECASE)


class Declared(NamedTuple):
    """The declared answer (None where there is none, or several) and the plain text that declares it."""

    answer: str | None
    part: str | None


class _Declaration(NamedTuple):
    span: str
    prose: bool  # "the final answer is …", which may also be a remark on the answer


def declared_answer(text: str | None, reader: Reader) -> Declared:
    """Return what the reply `text` declares as its final answer, read against the prompt's vertices.

    A listed vertex comes as the prompt writes it, any other word in lower case.
    """
    remark = Declared(None, None)
    for declaration in _declarations_from_last(visible_reply(text)):
        reading = reader.read(declaration.span)
        if reading.blank:
            continue
        declared = Declared(reading.answer, declaration.span)
        if not declaration.prose or (reading.answer and reader.listed(reading.answer)):
            return declared
        if remark.part is None:
            remark = declared
    return remark


def _declarations_from_last(visible: str) -> Iterator[_Declaration]:
    markers = list(_MARKER.finditer(visible))[-MAX_DECLARATIONS:]
    end = len(visible)
    for marker in reversed(markers):
        declaration = _declaration(visible, marker, visible[marker.end() : min(end, marker.end() + MAX_SPAN)])
        end = marker.start()
        if declaration is not None:
            yield declaration


def _declaration(visible: str, marker: re.Match[str], behind: str) -> _Declaration | None:
    """Return the declaration at `marker`, or None where the words "final answer" only occur in passing."""
    requested_form = "FINAL" in marker[0] and "ANSWER" in marker[0]
    if sign := _SIGN.match(behind):
        return _Declaration(_span(behind[sign.end() :]), prose=False)
    if copula := _COPULA.match(behind):
        prose = not requested_form and copula["colon"] is None
        return _Declaration(_span(behind[copula.end() :]), prose)
    before = visible[max(0, marker.start() - MAX_SPAN) : marker.start()].rpartition("\n")[2]
    is_heading = re.search(r"[^\W\d_]", before) is None
    words_on_line = len(_WORD.findall(behind.partition("\n")[0]))
    if (words_on_line == 1 and (requested_form or is_heading)) or (words_on_line == 0 and is_heading):
        return _Declaration(_span(behind), prose=False)
    return None


def _span(behind: str) -> str:
    """Return the first line with a word in it, with the lines that its sentence or its list goes on to."""
    lines = [line for line in behind.split("\n") if _WORD.search(line)]
    if not lines:
        return ""
    is_list = not behind.startswith(lines[0]) and _LIST_ITEM.match(lines[0]) is not None
    span = _LIST_ITEM.sub("", lines[0], count=1)
    for previous, line in pairwise(lines):
        if is_list and _LIST_ITEM.match(line):
            span = f"{span} , {_LIST_ITEM.sub('', line, count=1)}"
        elif _GOES_ON.search(previous) or _CONTINUES.match(line):
            span = f"{span} {line}"
        else:
            break
    return span.strip()
