"""The prompts of unlock $100: essays with the sentence inside one of their sections.

Generated ones, and the paper's: an essay on microbiology, and four of its paragraphs.
"""

from __future__ import annotations

from collections.abc import Callable

from findorigin.tasks.assembly import fit_length, shuffled, with_planted
from findorigin.tasks.text_prompts import text_prompts
from findorigin.tasks.unlock_100 import wording
from findorigin.tasks.unlock_100.task import UPSTREAM

PUBLISHED_TOKENS = {"short": 262, "long": 3478}
SECTIONS = ("Infectious Diseases: ", "Vaccines: ")


def generated_prompt(puzzle: int, target_tokens: int, depth: int, count_tokens: Callable[[str], int]) -> str:
    """Return the essay of a puzzle with at most `target_tokens` tokens, its sentence at `depth` per cent."""
    sentence = wording.planted_sentence(puzzle)
    remark = f"{wording.BEFORE} {sentence} {wording.WORTH} {wording.AFTER}"
    host = wording.section(wording.HOST_HEADING, sentence.split()[0].lower(), remark)
    materials = shuffled(wording.MATERIALS, "materials", puzzle)
    sides = shuffled(wording.SIDES, "sides", puzzle)

    def section(place: int) -> str:
        heading, text = sides[place % len(sides)]
        return wording.section(heading, materials[place % len(materials)], text)

    def text_of(number: int) -> str:
        sections = with_planted([section(place) for place in range(number)], [host], depth)
        return "\n\n".join([f"{wording.TITLE}\n{wording.INTRODUCTION}", *sections])

    return fit_length(text_of, target_tokens, count_tokens, least=1, most=len(materials) * len(sides))


def shorter_prompt(long: str, variant: str) -> str:
    """Return the short prompt: the essay's heading and introduction, and two sections."""
    paragraphs = long.split("\n\n")
    return "\n\n".join(
        [paragraphs[0], *(paragraph for paragraph in paragraphs if paragraph.startswith(SECTIONS))]
    )


build = text_prompts(UPSTREAM, PUBLISHED_TOKENS, shorter_prompt, generated_prompt)
