"""The paper's own prompts: two chapters of a novel with a clue in them, and a few paragraphs."""

from __future__ import annotations

from findorigin.tasks.caesar_clue.ciphers import PAPER_CLUE

PUBLISHED_TOKENS = {"short": 214, "medium": 354, "long": 6372}

CIPHERTEXT_FOLLOWS = " Ciphertext: "
LAST_OF_SHORT = "How it is I know not"


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
