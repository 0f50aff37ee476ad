"""The paper's own prompts: an essay on microbiology, and four of its paragraphs."""

from __future__ import annotations

LONG_SHA256 = "152667327a80b7f02931e46eebb0a47b3357c2bd4c7555aa203261858a60176a"
PUBLISHED_TOKENS = {"short": 262, "long": 3478}

SENTENCE = "Microbes are small."
SECTIONS = ("Infectious Diseases: ", "Vaccines: ")


def short_prompt(long: str) -> str:
    """Return the short prompt: the essay's heading and introduction, and two sections."""
    paragraphs = long.split("\n\n")
    return "\n\n".join(
        [paragraphs[0], *(paragraph for paragraph in paragraphs if paragraph.startswith(SECTIONS))]
    )
