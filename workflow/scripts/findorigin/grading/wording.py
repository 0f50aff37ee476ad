"""The words between which a declared answer stands: English, and the commonest foreign negations.

Any of these words may itself be a vertex: a word alone, or in quotes, is always read as an answer.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATIONS = _words(
    "not never no neither nor cannot can't isn't wasn't aren't don't doesn't won't unable without "
    "nicht kein keine pas não nao не нет"
)
# A single word that says "no answer", unless this prompt lists it.
NON_ANSWERS = _words("none nothing unknown undetermined unclear nobody nowhere")
# A word of the requested format, copied; no answer unless this prompt lists it.
PLACEHOLDERS = _words("answer origin vertex word")

ALTERNATIVES = _words("or and")
CONTRASTS = _words("but rather")
COPULAS = _words("is was be are equals being")
PRONOUNS = _words("it this that which he she they")

# What the asked vertex is called, and what any vertex is called.
ORIGIN_NOUNS = _words("origin answer start source root beginning solution result ancestor")
ORIGIN_ADJECTIVES = _words("first starting initial original final correct right")
VERTEX_NOUNS = _words("vertex word node point name item term")
CHAIN_NOUNS = _words("chain path sequence route connections")

# What may stand before the answer in its phrase.
LEADING = (
    ORIGIN_NOUNS
    | ORIGIN_ADJECTIVES
    | VERTEX_NOUNS
    | CHAIN_NOUNS
    | _words("the a an my our your its it's that's i'm i we believe think say guess conclude that so")
    | _words("therefore thus hence then clearly simply just indeed actually either both maybe perhaps")
    | _words("possibly probably likely most also even else must would should will may might could")
    | _words("yes sure ok okay well certainly finally")
)
# What may follow the answer in its phrase and opens a remark on it.
TRAILING = VERTEX_NOUNS | _words(
    "because since as for which that where who so hence thus given with via through by in at from of if when "
    "though although while after based here indeed therefore rather instead and or is was thank thanks"
)
