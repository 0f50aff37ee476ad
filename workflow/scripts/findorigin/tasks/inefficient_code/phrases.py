"""The words by which a reply calls a function inefficient or fine, as patterns."""

from __future__ import annotations

import re

_BAD = (
    r"\binefficien\w+",
    r"\bslow(?:er|est|ly)?\b",
    r"\bunnecessar\w+",
    r"\b(?:redundan|needless|pointless|useless)\w*",
    r"\bwaste\w*",
    r"\b(?:superfluous|meaningless|convoluted|naive)\b",
    r"\bsub-?optimal",
    r"\bquadratic|\bexponential\w*",
    r"\bbottlenecks?\b",
    r"\b(?:costly|expensive)\b",
    r"\b(?:could|can|should|may|might) be (?:\w+ )?(?:optimi[sz]ed|improved|faster|sped up|simplified)",
    r"\b(?:be|made) (?:much |far |more )*(?:more efficient|faster)",
    r"\broom for (?:optimi|improve)\w+",
    r"\bless efficient",
    r"\bnot (?:very |really |particularly |at all )?(?:efficient|optimal)",
    r"\bO\((?:n\^[23]|n[²³]|n\*\*[23]|n ?[*×] ?n|2\^n|2\*\*n)",
    r"\bsquare root|\bsqrt\b|√",
    r"\bre(?:compute|calculate)\w*",
    r"\btrial division",
    r"\bup to n\b",
    r"\bcancels? (?:\w+ )?out",
    r"\bworst (?:offender|function|performer)s?",
    r"\bperforms? (?:poorly|badly)|\bpoor performance",
    r"\bcandidates? for optimi[sz]ation",
)
_FINE = (
    r"(?<!not )(?<!more )(?<!less )(?<!most )\befficient(?:ly)?\b"
    r"(?! (?:way|approach|method|algorithm|alternative|implementation|solution))",
    r"(?<!not )\boptimal\b",
    r"\b(?:well[- ]|already )optimi[sz]ed",
    r"\bfine\b",
    r"\bacceptable",
    r"\breasonabl[ey]",
    r"\bnegligible",
    r"\bnothing to (?:improve|optimi[sz]e)",
    r"\b(?:looks?|is|are|seems?) (?:good|sound|okay|ok|all right|straightforward|trivial|simple)\b",
    r"\bno need (?:for|to) (?:optimi[sz]|improve|change)\w*",
)
_NEGATION = (
    r"\b(?:no|not|never|without|hardly|nothing|none|neither|nor|free of)\b",
    r"\blacks?\b",
    r"\b(?:is|are|do|does)n['’]t\b",
)

BAD_WORDS = re.compile("|".join(_BAD), re.IGNORECASE)
FINE_WORDS = re.compile("|".join(_FINE), re.IGNORECASE)
# Stands before the words that it turns round, in the same clause.
NEGATION = re.compile(rf"(?:{'|'.join(_NEGATION)})[^.;:]{{0,60}}$", re.IGNORECASE)

CLAUSE_END = re.compile(
    r"(?<=[.!?])\s+|;\s"
    r"|,? (?:but|while|whereas|although|though|however|yet)\b,?"
    r"|,? and (?=(?:it|this|these|is|are)\b)",
    re.IGNORECASE,
)
# Stands right after: "Inefficiency: none".
DENIED = re.compile(r"\W*:\W*(?:none|no|n/a|nothing)\b", re.IGNORECASE)
# A line that only labels what follows on the function named last.
LABEL = re.compile(
    r"\W*(?:potential |main |current )?(?:issue|inefficienc(?:y|ie)|problem|explanation|reason|analysis|why"
    r"|detail|description|complexity|impact|suggestion|improvement|optimi[sz]ation|recommendation|observation"
    r"|evaluation|verdict)s?\W*$",
    re.IGNORECASE,
)
POINT = re.compile(r"\s*(?:[-*•+]\s|\d+[.):]\s|#+\s|\*\*)")
# A clause about the others, or about all of them, speaks of no function in particular.
OTHERS = re.compile(
    r"^\W*(?:overall|in (?:summary|conclusion|general)|to sum up|everything else|otherwise"
    r"|(?:all |the |every )*(?:other|remaining|rest)\b|most (?:other|of the other)"
    r"|(?:the|this) code\b|the module\b)",
    re.IGNORECASE,
)
