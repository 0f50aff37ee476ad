"""The ciphers of the passages: their clues, their shifts, their plaintexts, and how a reply names them."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

from findorigin.tasks.assembly import word_list

LETTERS = string.ascii_lowercase

_NUMBERS = word_list("one two three four five six seven eight nine ten eleven twelve thirteen")
NUMBER_WORDS = dict(enumerate(_NUMBERS, start=1))

# Clue, kind, and what a reply that has noticed the clue says of it (a pattern). A Caesar clue says the shift;
# thirteen has clues of its own; Atbash turns the alphabet round.
CLUES = (
    ("Odd? Rome's best known dictator, {n}.", "caesar", r"dictator"),
    ("Puzzled? The man who crossed the Rubicon took {n} steps.", "caesar", r"rubicon"),
    (
        "Strange? First becomes last, as in an alphabet's looking-glass.",
        "atbash",
        r"looking[- ]glass|first becomes last",
    ),
    ("Wondering? Brutus's betrayed friend counts to {n}.", "caesar", r"brutus"),
    ("Surprised? He fell on the Ides of March, {n} wounds.", "caesar", r"ides of march"),
    ("Lost? A baker's dozen of turns and you are home.", "rot13", r"baker['’]s dozen"),
    ("Hungry? The salad with croutons, {n} leaves.", "caesar", r"croutons|salad"),
    ("Bored? He came, he saw, he conquered: {n} words.", "caesar", r"he saw|conquered"),
    (
        "Turned round? A stands at the end and Z at the beginning.",
        "atbash",
        r"\ba stands at the end|turned round\?",
    ),
    ("Curious? The general who took Gaul, and {n} legions.", "caesar", r"gaul|legions"),
    ("Dizzy? Half of the alphabet is one full turn.", "rot13", r"half (?:of )?the alphabet|full turn"),
)
CIPHERTEXT_FOLLOWS = " Ciphertext: "
PAPER_CLUE = "Curious? Leader of the apes 3."
SHIFTS = (3, 5, 7, 4, 9, 6, 11, 8, 10, 2)
PLAINTEXTS = word_list(
    """
    meetmeatthebridge thekeyisunderthestone bringthebluelantern wesailbeforesunrise
    thegoldliesbythewell trustthequietone openthethirddoor followthenorthstar theclockisrunning
    hidethesilverring waitforthelastbell lookbehindthemap nobodyguardsthegate
    """
)


@dataclass(frozen=True)
class Secret:
    """What a passage hides: the clue's sentence, the cipher's kind and shift (0 for Atbash), both texts.

    `hint` is a pattern of what a reply that has noticed the clue says.
    """

    clue: str
    hint: str
    kind: str
    shift: int
    plaintext: str

    @property
    def ciphertext(self) -> str:
        """The plaintext in cipher."""
        return translate(self.plaintext, self.kind, self.shift)


PAPER_SECRET = Secret(PAPER_CLUE, r"\bapes?\b", "caesar", 3, "youwontheprize")


def secret_of(puzzle: int | None) -> Secret:
    """Return the secret of a generated passage (1 or more), or of the paper's (None)."""
    if puzzle is None:
        return PAPER_SECRET
    clue, kind, hint = CLUES[(puzzle - 1) % len(CLUES)]
    shift = {"caesar": SHIFTS[(puzzle - 1) % len(SHIFTS)], "rot13": 13, "atbash": 0}[kind]
    return Secret(clue.format(n=shift), hint, kind, shift, PLAINTEXTS[(puzzle - 1) % len(PLAINTEXTS)])


def translate(text: str, kind: str, shift: int) -> str:
    """Return lower-case letters moved on by `shift` (a negative one decrypts), or mirrored."""
    shift %= len(LETTERS)
    turned = LETTERS[::-1] if kind == "atbash" else LETTERS[shift:] + LETTERS[:shift]
    return text.translate(str.maketrans(LETTERS, turned))


def read_clue(prompt: str) -> tuple[str, int] | None:
    """Return the kind and the shift that the clue in a prompt tells of; or None."""
    if PAPER_CLUE in prompt:
        return PAPER_SECRET.kind, PAPER_SECRET.shift
    for form, kind, _ in CLUES:
        found = re.search(re.escape(form).replace(re.escape("{n}"), r"(\d+)"), prompt)
        if found:
            return kind, {"rot13": 13, "atbash": 0}.get(kind) or int(found[1] if found.groups() else 0)
    return None
