"""Replies to Caesar clue, written by hand, and what each is worth."""

from __future__ import annotations

import pytest

from findorigin.common.cells import PromptKey
from findorigin.tasks.caesar_clue import ciphers
from findorigin.tasks.caesar_clue.grading import decryption, nearest_distance
from findorigin.tasks.caesar_clue.task import TASK
from task_inputs import graded

KEY = PromptKey("caesar_clue", "short")
PROMPT = "A passage. Curious? Leader of the apes 3. Ciphertext: brxzrqwkhsulch"

IDENTIFIED, ATTEMPTED, CLUE, CIPHERTEXT, UNAWARE = TASK.outcomes[:-1]
LOOK = "needs review"

# Name of the case: reply, stage, decrypted, edit distance, whether to be reviewed.
CASES = {
    "clue, cipher, shift and plaintext": (
        'Leader of the apes is Caesar: a Caesar cipher with a shift of 3. "you won the prize".',
        (IDENTIFIED, "exact", 0, ""),
    ),
    "cipher and shift without the plaintext": (
        "The text ends with a Caesar cipher, shift 3.",
        (IDENTIFIED, "no", None, ""),
    ),
    "a misspelt plaintext": (
        "Caesar shift of three. Decrypted: youwonthepryce.",
        (IDENTIFIED, "near", 2, ""),
    ),
    "a wrong plaintext": (
        "It is a Caesar cipher; shifting each letter back by 3 gives: you found the answer.",
        (IDENTIFIED, "no", None, ""),
    ),
    "letters back": (
        "Using Caesar's cipher, move every letter 3 letters back: YOU WON THE PRIZE",
        (IDENTIFIED, "exact", 0, ""),
    ),
    "spelt with a ligature": ("Cæsar cipher, key = 3.", (IDENTIFIED, "no", None, "")),
    "a negative shift": (
        "Caesar cipher with a shift of -3 yields youwontheprize.",
        (IDENTIFIED, "exact", 0, ""),
    ),
    "the other way round the alphabet": (
        "Caesar cipher: shift forward by 23 to get youwontheprize.",
        (IDENTIFIED, "exact", 0, ""),
    ),
    "tries several shifts and ends with the right one": (
        "Caesar cipher. A shift of 1: aqwyq. A shift of 2: zpvxp. With a shift of 3: youwontheprize.",
        (IDENTIFIED, "exact", 0, ""),
    ),
    "several shifts, the right one last, unread: look": (
        "A Caesar cipher. A shift of 1 gives nothing, a shift of 3 looks better.",
        (IDENTIFIED, "no", None, LOOK),
    ),
    "several shifts, another one last: look": (
        "A Caesar cipher. A shift of 3 gives nothing, I settle for a shift of 5.",
        (ATTEMPTED, "no", None, LOOK),
    ),
    "Caesar with a wrong shift": ("It's a Caesar cipher with a shift of 13.", (ATTEMPTED, "no", None, "")),
    "the right shift, but not Caesar: look": (
        "This is a shift cipher with a shift of 3: youwontheprize.",
        (ATTEMPTED, "exact", 0, LOOK),
    ),
    "ROT3 without Caesar: look": ("Apply ROT3 to read it.", (ATTEMPTED, "no", None, LOOK)),
    "expressly no Caesar: look": (
        "This is not a Caesar cipher, although a shift of 3 was tried.",
        (ATTEMPTED, "no", None, LOOK),
    ),
    "only the plaintext": ("You won the prize!", (ATTEMPTED, "exact", 0, "")),
    "another method": (
        "With a Vigenère key the ciphertext decrypts to 'meet me at noon'.",
        (ATTEMPTED, "no", None, ""),
    ),
    "says what the message is": (
        "The hidden message is 'be kind to strangers'.",
        (ATTEMPTED, "no", None, ""),
    ),
    "clue and ciphertext noticed, not tried": (
        "The line about the leader of the apes is out of place, and a ciphertext follows at the end.",
        (CLUE, "no", None, ""),
    ),
    "only the clue noticed": ("What do the apes do in this chapter?", (CLUE, "no", None, "")),
    "clue noticed and Caesar named, no shift: look": (
        "Leader of the apes may refer to Caesar. The ciphertext would need a key.",
        (CLUE, "no", None, LOOK),
    ),
    "the ciphertext noticed": ("At the end there is a ciphertext.", (CIPHERTEXT, "no", None, "")),
    "can't decrypt it": (
        "The passage ends with an encrypted message that I cannot decipher without more information.",
        (CIPHERTEXT, "no", None, ""),
    ),
    "could be decrypted": (
        "The coded message at the end could be decoded if the key were known.",
        (CIPHERTEXT, "no", None, ""),
    ),
    "guesses at kinds without trying: look": (
        "The ciphertext might use a substitution or a Caesar cipher. Do you have more context?",
        (CIPHERTEXT, "no", None, LOOK),
    ),
    "copies the end along: look": (
        "A cosy, loving pair. Ciphertext: brxzrqwkhsulch",
        (CIPHERTEXT, "no", None, LOOK),
    ),
    "quotes the letters alone: look": ("What does brxzrqwkhsulch mean?", (CIPHERTEXT, "no", None, LOOK)),
    "after thinking": (
        "<think>A Caesar cipher with a shift of 5?</think>**Caesar cipher**, shift of `3`.",
        (IDENTIFIED, "no", None, ""),
    ),
    "thought only": (
        "<think>Caesar, shift 3: youwontheprize</think>A cosy chapter.",
        (UNAWARE, "no", None, ""),
    ),
    "a summary": ("Two men of different worlds become friends over a pipe.", (UNAWARE, "no", None, "")),
    "a continuation with three of something": (
        "He shifted in his bed and counted his three coins.",
        (UNAWARE, "no", None, ""),
    ),
    "other Caesars": ("Queequeg sat like Caesar on his throne.", (UNAWARE, "no", None, "")),
}


@pytest.mark.parametrize(("reply", "expected"), CASES.values(), ids=CASES)
def test_replies(reply, expected):
    stage, decrypted, distance, look = expected
    reply_grade = graded(reply, PROMPT, KEY)
    assert (reply_grade.outcome, reply_grade.details["decrypted"]) == (stage, decrypted)
    assert reply_grade.details["edit_distance"] == distance
    assert reply_grade.needs_review is (look == LOOK)
    assert reply_grade.correct is (stage == IDENTIFIED)
    assert tuple(reply_grade.details) == TASK.details


@pytest.mark.parametrize(
    ("kind", "reply", "stage"),
    [
        ("atbash", "An Atbash cipher: A becomes Z.", IDENTIFIED),
        ("atbash", "The alphabet is reversed.", IDENTIFIED),
        ("atbash", "A Caesar cipher with a shift of 3.", ATTEMPTED),
        ("rot13", "ROT13 it is.", IDENTIFIED),
        ("rot13", "A Caesar cipher with a shift of 13.", IDENTIFIED),
        ("rot13", "A Caesar cipher with a shift of 12.", ATTEMPTED),
        ("rot13", "A dozen turns of the wheel.", UNAWARE),
    ],
)
def test_other_ciphers(kind, reply, stage):
    puzzle = next(number for number, clue in enumerate(ciphers.CLUES, start=1) if clue[1] == kind)
    assert graded(reply, "", PromptKey(TASK.name, puzzle=puzzle)).outcome == stage


@pytest.mark.parametrize("puzzle", [None, *range(1, 41)])
def test_every_ciphertext_decrypts_to_its_plaintext(puzzle):
    secret = ciphers.secret_of(puzzle)
    assert secret.ciphertext != secret.plaintext
    assert ciphers.translate(secret.ciphertext, secret.kind, -secret.shift) == secret.plaintext
    assert ciphers.read_clue(f"Some text.\n\n{secret.clue}\n\nMore.") == (secret.kind, secret.shift)


def test_the_papers_ciphertext():
    assert ciphers.secret_of(None).ciphertext == "brxzrqwkhsulch"


@pytest.mark.parametrize(
    ("wanted", "text", "distance"),
    [
        ("abcd", "abcd", 0),
        ("abcd", "xxabcdxx", 0),
        ("abcd", "xxabdxx", 1),
        ("abcd", "abxcd", 1),
        ("abcd", "", 4),
        ("abcd", "zzzz", 4),
    ],
)
def test_nearest_distance(wanted, text, distance):
    assert nearest_distance(wanted, text) == distance


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("YOU WON THE PRIZE", ("exact", 0)),
        ("y-o-u w-o-n t-h-e p-r-i-z-e", ("exact", 0)),
        ("you won the price", ("near", 1)),
        ("you won a price", ("no", None)),
        ("brxzrqwkhsulch", ("no", None)),
    ],
)
def test_decryption(reply, found):
    assert decryption(reply, "youwontheprize") == found


@pytest.mark.parametrize("text", ["shift " * 5000, "not " * 8000, "decoded: " * 3000, "a" * 20000])
def test_odd_replies_take_no_time(text):
    assert graded(text, PROMPT, KEY).outcome in TASK.outcomes
