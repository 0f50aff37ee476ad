"""The controls of Caesar clue: one who follows the clue, and one who misses it."""

from __future__ import annotations

from findorigin.tasks.caesar_clue.ciphers import CIPHERTEXT_FOLLOWS, read_clue, translate

NAMES = {"caesar": "a Caesar cipher with a shift of {shift}", "rot13": "ROT13", "atbash": "the Atbash cipher"}
WRONG = (
    "A quiet passage about work, weather and company, told with affection for small things.",
    "The ciphertext decrypts, with a Caesar cipher and a shift of 1, to something that I can't read.",
    "The text ends in a ciphertext, but nothing tells how to read it.",
)


def oracle(prompt: str) -> str:
    """Return a reply that names the cipher which the clue tells of, and the plaintext."""
    found = read_clue(prompt)
    if found is None:
        return "There is no clue."
    kind, shift = found
    ciphertext = prompt.rsplit(CIPHERTEXT_FOLLOWS, 1)[1]
    plaintext = translate(ciphertext, kind, -shift)
    return f"The clue points to {NAMES[kind].format(shift=shift)}. The plaintext is: {plaintext}"


def guess(prompt: str, draw: int) -> str:
    """Return a reply that doesn't solve it (no passage has a shift of 1)."""
    return WRONG[draw % len(WRONG)]
