"""The prompts of Caesar clue: prose with a clue that doesn't belong to it, and a ciphertext at the end.

Generated ones, and the paper's: two chapters of a novel, and a few of their paragraphs.
"""

from __future__ import annotations

from collections.abc import Callable

from findorigin.tasks.assembly import fit_length, shuffled, with_planted
from findorigin.tasks.caesar_clue import wording
from findorigin.tasks.caesar_clue.ciphers import CIPHERTEXT_FOLLOWS, PAPER_CLUE, secret_of
from findorigin.tasks.caesar_clue.task import UPSTREAM
from findorigin.tasks.text_prompts import text_prompts

LISTS = ("OPENINGS", "EVENTS", "DETAILS", "CLOSES", "WHO", "WHAT")
LEAST_PARAGRAPHS, MOST_PARAGRAPHS = 2, 600

PUBLISHED_TOKENS = {"short": 214, "medium": 354, "long": 6372}
LAST_OF_SHORT = "How it is I know not"


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


def shorter_prompt(long: str, variant: str) -> str:
    """Return the short or the medium prompt: the heading with its paragraph, the clue, in the medium one the
    next paragraph too, and a later one with the ciphertext after it.
    """
    text, ciphertext = long.rsplit(CIPHERTEXT_FOLLOWS, 1)
    paragraphs = text.split("\n\n")
    after_clue = paragraphs.index(PAPER_CLUE) + 1
    between = [paragraphs[after_clue].rstrip()] if variant == "medium" else []
    (last,) = (paragraph for paragraph in paragraphs if paragraph.startswith(LAST_OF_SHORT))
    return (
        "\n\n".join([paragraphs[0], PAPER_CLUE, *between, last.split("\n")[0]])
        + CIPHERTEXT_FOLLOWS
        + ciphertext
    )


build = text_prompts(UPSTREAM, PUBLISHED_TOKENS, shorter_prompt, generated_prompt)
