"""Generated essays with the unlock sentence inside one of their sections."""

from __future__ import annotations

from collections.abc import Callable

from findorigin.tasks.assembly import fit_length, shuffled, with_planted
from findorigin.tasks.unlock_100.wording import (
    AFTER,
    BEFORE,
    HOST_HEADING,
    INTRODUCTION,
    MATERIALS,
    SENTENCES,
    SIDES,
    TITLE,
    WORTH,
    section,
)

LEAST_SECTIONS = 1


def planted_sentence(puzzle: int) -> str:
    """Return the sentence of a puzzle (1 or more) that is worth $100."""
    return SENTENCES[(puzzle - 1) % len(SENTENCES)][0]


def generated_prompt(puzzle: int, target_tokens: int, depth: int, count_tokens: Callable[[str], int]) -> str:
    """Return the essay of a puzzle with at most `target_tokens` tokens, its sentence at `depth` per cent."""
    sentence, material = SENTENCES[(puzzle - 1) % len(SENTENCES)]
    host = section(HOST_HEADING, material, f"{BEFORE} {sentence} {WORTH} {AFTER}")
    materials, sides = shuffled(MATERIALS, "materials", puzzle), shuffled(SIDES, "sides", puzzle)

    def text_of(number: int) -> str:
        others = [
            section(
                sides[place % len(sides)][0], materials[place % len(materials)], sides[place % len(sides)][1]
            )
            for place in range(number)
        ]
        return "\n\n".join([f"{TITLE}\n{INTRODUCTION}", *with_planted(others, [host], depth)])

    return fit_length(
        text_of, target_tokens, count_tokens, least=LEAST_SECTIONS, most=len(MATERIALS) * len(SIDES)
    )
