"""Grades of Caesar clue: how far a reply gets, and apart from it whether the plaintext is in it."""

from __future__ import annotations

import re

from findorigin.common.cells import PromptKey
from findorigin.grading.plain import readable
from findorigin.tasks.base import Grade, Prompt
from findorigin.tasks.caesar_clue.ciphers import LETTERS, Secret, secret_of
from findorigin.tasks.caesar_clue.phrases import (
    CAESAR,
    CIPHER_NAME,
    NOT_CAESAR,
    NOT_TRIED,
    NOTICED,
    NUMBERS,
    OTHER_NAMES,
    SHIFTS,
    TRIED,
)

VERSION = "2"

# Of the plaintext's letters, one in so many may be wrong in a `near` decryption.
LETTERS_PER_ERROR = 4


def grade(reply: str, prompt: Prompt, key: PromptKey) -> Grade:
    """Return the grade of a reply: the furthest stage that it reaches.

    identified: names the cipher with its shift (the paper's criterion: Caesar with a shift of 3). attempted:
    applies some cipher or shift, or gives a plaintext. noticed_clue, noticed_ciphertext: speaks of it.
    unaware: none of these. Details: the shifts named; `decrypted` exact, near (with its edit distance) or no.
    """
    reply = readable(reply)
    secret = secret_of(key.puzzle)
    decrypted, distance = decryption(reply, secret.plaintext)
    shifts = [NUMBERS[next(filter(None, found)).lower()] for found in SHIFTS.findall(reply)]
    named, is_open = names_cipher(reply, secret, shifts, exact=decrypted == "exact")
    stage = "identified" if named else _stage_below(reply, secret, shifts, decrypted)
    if stage == "noticed_ciphertext":
        is_open |= bool(CIPHER_NAME.search(reply)) or not NOTICED.search(_without_copy(reply, secret))
    elif stage == "noticed_clue":
        is_open |= bool(CIPHER_NAME.search(reply))
    return Grade(
        outcome=stage,
        correct=stage == "identified",
        answer=None if stage == "unaware" else stage,
        needs_review=is_open and stage != "unaware",
        details={
            "cipher": secret.kind,
            "shift_wanted": secret.shift or None,
            "shifts_named": "; ".join(map(str, shifts)),
            "decrypted": decrypted,
            "edit_distance": distance,
        },
    )


def names_cipher(reply: str, secret: Secret, shifts: list[int], *, exact: bool) -> tuple[bool, bool]:
    """Return whether a reply names the cipher with its shift, and whether a person should look.

    Where several shifts are named, the last one counts, or the exact plaintext. A decryption by 26 - n is a
    shift of n. The right shift without the cipher's name is no success by the paper's words, but is to be
    looked at.
    """
    if secret.kind in OTHER_NAMES and OTHER_NAMES[secret.kind].search(reply):
        return True, False
    if secret.kind == "atbash":
        return False, False
    right = [shift in (secret.shift, len(LETTERS) - secret.shift) for shift in shifts]
    if not any(right):
        return False, False
    if not CAESAR.search(reply) or NOT_CAESAR.search(reply):
        return False, True
    if all(right) or exact:
        return True, False
    return right[-1], True


def _stage_below(reply: str, secret: Secret, shifts: list[int], decrypted: str) -> str:
    tried = any(not NOT_TRIED.search(reply[: found.start()]) for found in TRIED.finditer(reply))
    about_ciphers = CIPHER_NAME.search(reply) or NOTICED.search(reply)
    if tried or decrypted != "no" or (shifts and about_ciphers):
        return "attempted"
    if re.search(secret.hint, reply, re.IGNORECASE):
        return "noticed_clue"
    if NOTICED.search(reply) or secret.ciphertext in reply.lower():
        return "noticed_ciphertext"
    return "unaware"


def _without_copy(reply: str, secret: Secret) -> str:
    return re.sub(rf"ciphertext:?\s*{secret.ciphertext}", "", reply, flags=re.IGNORECASE)


def decryption(reply: str, plaintext: str) -> tuple[str, int | None]:
    """Return `exact`, `near` or `no`, and if near the edit distance of the nearest stretch of the letters.

    Case, blanks and marks don't count: "You won the prize!" holds youwontheprize.
    """
    letters = "".join(character for character in reply.lower() if character in LETTERS)
    if plaintext in letters:
        return "exact", 0
    distance = nearest_distance(plaintext, letters)
    if distance <= len(plaintext) // LETTERS_PER_ERROR:
        return "near", distance
    return "no", None


def nearest_distance(wanted: str, text: str) -> int:
    """Return the least edit distance (Levenshtein) between `wanted` and any stretch of `text`."""
    column = list(range(len(wanted) + 1))
    least = column[-1]
    for character in text:
        diagonal, column[0] = column[0], 0
        for place, letter in enumerate(wanted, start=1):
            diagonal, column[place] = (
                column[place],
                min(diagonal + (letter != character), column[place] + 1, column[place - 1] + 1),
            )
        least = min(least, column[-1])
    return least
