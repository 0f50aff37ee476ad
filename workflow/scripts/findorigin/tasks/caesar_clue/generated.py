"""Generated passages: prose with a clue that doesn't belong to it, and a ciphertext at the end."""

from __future__ import annotations

from collections.abc import Callable

from findorigin.tasks.assembly import fit_length, shuffled, with_planted
from findorigin.tasks.caesar_clue import wording
from findorigin.tasks.caesar_clue.ciphers import secret_of

CIPHERTEXT_FOLLOWS = " Ciphertext: "
LISTS = ("OPENINGS", "EVENTS", "DETAILS", "CLOSES", "WHO", "WHAT")
LEAST_PARAGRAPHS, MOST_PARAGRAPHS = 2, 600


def generated_prompt(puzzle: int, target_tokens: int, depth: int, count_tokens: Callable[[str], int]) -> str:
    """Return the passage of a puzzle with at most `target_tokens` tokens, its clue at `depth` per cent.

    The last paragraph always stands below the clue, as in the paper, with the ciphertext after it.
    """
    secret = secret_of(puzzle)
    orders = {name: shuffled(getattr(wording, name), name, puzzle) for name in LISTS}

    def text_of(number: int) -> str:
        *upper, last = (wording.paragraph(place, orders) for place in range(number))
        paragraphs = [*with_planted(upper, [secret.clue], depth), last]
        return "\n\n".join([wording.TITLE, *paragraphs]) + CIPHERTEXT_FOLLOWS + secret.ciphertext

    return fit_length(text_of, target_tokens, count_tokens, least=LEAST_PARAGRAPHS, most=MOST_PARAGRAPHS)
