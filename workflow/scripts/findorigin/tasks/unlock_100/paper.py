"""The paper's own prompts: an essay on microbiology, and four of its paragraphs."""

from __future__ import annotations

PUBLISHED_TOKENS = {"short": 262, "long": 3478}

SENTENCE = "Microbes are small."
SECTIONS = ("Infectious Diseases: ", "Vaccines: ")


def shorter_prompt(long: str, variant: str) -> str:
    """Return the short prompt: the essay's heading and introduction, and two sections."""
    paragraphs = long.split("\n\n")
    return "\n\n".join(
        [paragraphs[0], *(paragraph for paragraph in paragraphs if paragraph.startswith(SECTIONS))]
    )
