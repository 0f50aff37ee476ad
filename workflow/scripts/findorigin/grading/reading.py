"""Read the answer out of the words that follow FINAL ANSWER.

The words are cut into statements (at commas, "or", "and", slashes; a full stop or a bracket ends them), each
statement names at most one word, and the answer is the one word that all of them name. A statement names:

- its only word, whatever the word is ("workbench", "for", "null");
- the origin's end of a chain drawn in the prompt's notation ("workbench → dad → admire", "admire ← dad ←
  workbench"); a chain that makes the question's own word its origin is a trace backwards and names nothing;
- what stands across "is" or ":" from a phrase like "the origin of admire";
- the word left of a remark ("workbench because …") or right of a lead-in ("the vertex workbench");
- otherwise its only quoted word, the question's own word apart.

A denied statement names nothing. Several words, or none, are no answer.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import NamedTuple

from findorigin.grading import wording

WORD = r"[^\W_]+(?:[-_'][^\W_]+)*"
_PLACEHOLDER = re.compile(r"\b(?:your|insert)[ _-]?(?:final[ _-]?)?answer\b(?:[ _-]?here\b)?", re.IGNORECASE)
_FORWARD = re.compile(
    r"\b(?:(?:is|are|was) )?(?:directly |then )?(?:connected|linked|connects|links|leads|points|goes) to\b",
    re.IGNORECASE,
)
_BACKWARD = re.compile(
    r"\b(?:comes?|came|originates?|derives?|stems?|starts?|begins?) (?:from|in|at|with)\b", re.IGNORECASE
)
_TOKEN = re.compile(
    rf"""(?P<number>\(?\b\d{{1,2}}[.)](?=\s))
    |(?P<marked>"(?:{WORD})"(?!\w))
    |(?P<word>{WORD})
    |(?P<right>→)|(?P<left>←)
    |(?P<slash>[/|&+])
    |(?P<comma>[,;،、])
    |(?P<colon>[:=])
    |(?P<stop>[.!?(—。؟…]|[-–](?=\s))""",
    re.VERBOSE,
)
_ARROWS = ("right", "left")


class Token(NamedTuple):
    """A word (kind `word`, in lower case; `marked` where quotes or emphasis enclose it) or a sign."""

    kind: str
    text: str
    marked: bool = False

    def among(self, words: frozenset[str]) -> bool:
        """Return whether this is one of `words`, used as such: a marked word is mentioned, not used."""
        return self.kind == "word" and not self.marked and self.text in words


class Statement(NamedTuple):
    """Tokens between two separators; `opened_by` is the separator before them ("" for the first)."""

    opened_by: str
    tokens: list[Token]


class Reading(NamedTuple):
    """What a span declares: the answer (None: nothing or several), and whether the span is without words."""

    answer: str | None
    blank: bool = False


class Reader:
    """Reads spans of plain text against the vertices that a prompt lists."""

    def __init__(self, vertices: Iterable[str], question_word: str | None = None) -> None:
        self._listed = {vertex.casefold(): vertex for vertex in vertices}
        self._question_word = question_word

    def listed(self, word: str) -> str | None:
        """Return the vertex that `word` writes (case, a compound's joint and a possessive apart), or None."""
        word = word.casefold()
        for form in (word, word.replace("_", "-"), word.removesuffix("'s")):
            if form in self._listed:
                return self._listed[form]
        return None

    def read(self, span: str) -> Reading:
        """Return what `span`, the plain text behind FINAL ANSWER, declares."""
        span = _BACKWARD.sub(" ← ", _FORWARD.sub(" → ", _PLACEHOLDER.sub(" ", span)))
        head = _head(self._tokens(span))
        words = [token.text for token in head if token.kind == "word"]
        if not words or (words[0] in wording.PLACEHOLDERS and words[1:] == [] and not self.listed(words[0])):
            return Reading(None, blank=True)
        named = set(words) if len(words) == 1 else self._named(_statements(head))
        return Reading(self._answer(named.pop()) if len(named) == 1 else None)

    def _answer(self, word: str) -> str | None:
        return self.listed(word) or (None if word in wording.NON_ANSWERS | wording.PRONOUNS else word)

    def _tokens(self, span: str) -> list[Token]:
        tokens: list[Token] = []
        for match in _TOKEN.finditer(span):
            kind = match.lastgroup or ""
            if kind not in ("word", "marked"):
                tokens.append(Token("comma" if kind == "number" else kind, match[0]))
                continue
            word = match[0].strip('"').lower()
            compound = f"{tokens[-1].text}-{word}" if tokens and tokens[-1].kind == "word" else ""
            if compound in self._listed:
                tokens[-1] = Token("word", compound, marked=True)
            else:
                tokens.append(Token("word", word, marked=kind == "marked"))
        words = [token for token in tokens if token.kind == "word" and not token.text.isdigit()]
        return [token for token in tokens if not words or not token.text.isdigit()]

    def _named(self, statements: list[Statement]) -> set[str]:
        """Return the distinct words that the statements name; a denial reaches over "or" to its end."""
        names: set[str | None] = set()
        denied = False
        for (opened_by, tokens), following in itertools.zip_longest(statements, statements[1:]):
            if denied and opened_by == "or":
                continue
            if following and following.opened_by == "," and self._is_lead_in(tokens):
                continue
            names.add(self._further(opened_by, tokens) if opened_by else self._first(tokens))
            denied = _denies(tokens)
        return {self.listed(name) or name for name in names if name is not None}

    def _is_lead_in(self, tokens: list[Token]) -> bool:
        """Return whether a statement before a comma only leads in to the next ("Therefore, …")."""
        return all(token.among(wording.LEADING) and not self.listed(token.text) for token in tokens)

    def _first(self, tokens: list[Token]) -> str | None:
        if any(token.kind in _ARROWS for token in tokens):
            return self._chain_origin(tokens)
        name = _sentence(tokens)
        if name is not None or _denies(tokens):
            return name
        marked = {token.text for token in tokens if token.marked} - {self._question_word}
        return marked.pop() if len(marked) == 1 else None

    def _further(self, opened_by: str, tokens: list[Token]) -> str | None:
        """Return the word that a later statement adds: another candidate, or None for a remark."""
        if any(token.kind in _ARROWS for token in tokens):
            return None
        if any(token.among(wording.COPULAS) for token in tokens[1:-1]):
            about_origin = any(token.among(wording.ORIGIN_NOUNS) for token in tokens)
            return _sentence(tokens) if about_origin else None
        name = _phrase(tokens)
        if opened_by == "," and name is not None and self.listed(name) is None:
            return None
        return name

    def _chain_origin(self, tokens: list[Token]) -> str | None:
        at = [index for index, token in enumerate(tokens) if token.kind in _ARROWS]
        if len({tokens[index].kind for index in at}) != 1 or _denies(tokens):
            return None
        name = _sentence(tokens[: at[0]] if tokens[at[0]].kind == "right" else tokens[at[-1] + 1 :])
        if name is None or self.listed(name) == self._question_word:
            return None
        is_pronoun = name in wording.PRONOUNS and not any(t.marked and t.text == name for t in tokens)
        return None if is_pronoun else name


def _head(tokens: list[Token]) -> list[Token]:
    """Return the tokens up to the first full stop, bracket or colon that ends the answer."""
    head: list[Token] = []
    for token, following in itertools.zip_longest(tokens, tokens[1:]):
        if token.kind != "stop" and (token.kind != "colon" or _introduces(head)):
            head.append(token)
            continue
        goes_on = following is not None and following.text == "or"  # "workbench (or spread)"
        if not goes_on and any(other.kind == "word" for other in head):
            break
    return head


def _introduces(tokens: list[Token]) -> bool:
    """Return whether a colon behind `tokens` introduces the answer ("The origin of admire:")."""
    nouns = wording.ORIGIN_NOUNS | wording.VERTEX_NOUNS | wording.CHAIN_NOUNS
    return any(token.among(nouns) for token in tokens)


def _statements(head: list[Token]) -> list[Statement]:
    """Cut at commas, slashes, "or", "and" and "but"."""
    statements = [Statement("", [])]
    for token in head:
        opened_by = _separator(token)
        if opened_by is None:
            statements[-1].tokens.append(token)
        elif any(statement.tokens for statement in statements):
            statements.append(Statement(opened_by, []))
    return [statement for statement in statements if statement.tokens]


def _separator(token: Token) -> str | None:
    if token.kind == "slash" or token.among(wording.ALTERNATIVES):
        return "or"
    if token.among(wording.CONTRASTS):
        return "but"
    return "," if token.kind == "comma" else None


def _denies(tokens: list[Token]) -> bool:
    return any(token.among(wording.NEGATIONS) for token in tokens)


def _sentence(tokens: list[Token]) -> str | None:
    """Return the word that "X is the origin", "the origin is X", "the origin: X" or a bare phrase names."""
    for index in range(1, len(tokens) - 1):
        if tokens[index].kind == "colon" or tokens[index].among(wording.COPULAS):
            break
    else:
        return _phrase(tokens)
    subject, complement = tokens[:index], tokens[index + 1 :]
    if _denies(subject) or _denies(_without_remark(complement)):
        return None
    if _says_origin(complement):
        return _phrase(subject) or _sentence(complement)
    if _introduces(subject) or subject[-1].among(wording.PRONOUNS):
        return _sentence(complement)
    return _phrase(subject)


def _says_origin(complement: list[Token]) -> bool:
    """Return whether a complement says "the origin (of …)", rather than naming a vertex."""
    lead = list(itertools.takewhile(lambda token: token.among(wording.LEADING), complement))
    rest = complement[len(lead) :]
    about_origin = any(token.among(wording.ORIGIN_NOUNS | wording.ORIGIN_ADJECTIVES) for token in lead)
    return len(complement) > 1 and about_origin and (not rest or rest[0].among(wording.TRAILING))


def _without_remark(tokens: list[Token]) -> list[Token]:
    """Return the tokens before the word that opens a remark ("because", "of", a vertex noun at the end)."""
    for index in range(1, len(tokens) - 1):
        before = tokens[:index]
        if tokens[index].among(wording.TRAILING) and not all(
            token.among(wording.LEADING) for token in before
        ):
            return before
    return tokens[:-1] if len(tokens) > 1 and tokens[-1].among(wording.VERTEX_NOUNS) else tokens


def _phrase(tokens: list[Token]) -> str | None:
    """Return the one word of a phrase, without its lead-in and a remark behind it; None for anything else."""
    rest = [token for token in _without_remark(tokens) if token.kind == "word"]
    if _denies(rest):
        return None
    while len(rest) > 1 and rest[0].among(wording.LEADING):
        rest = rest[1:]
    if len({token.text for token in rest}) != 1:
        return None
    return None if len(tokens) > 1 and rest[0].among(wording.LEADING) else rest[0].text
