"""The prompts of inefficient code: two slow functions among as many sound ones as fit, and the paper's."""

from __future__ import annotations

from collections.abc import Callable

from findorigin.tasks.assembly import fit_length, shuffled, with_planted
from findorigin.tasks.inefficient_code.functions import HEADER, NOUNS, SOUND, planted_functions
from findorigin.tasks.inefficient_code.paper import PUBLISHED_TOKENS, shorter_prompt
from findorigin.tasks.inefficient_code.task import UPSTREAM
from findorigin.tasks.text_prompts import text_prompts

OPENING = "Here is a module of Python:\n\n"
QUESTION = (
    "Review every function of this module. List the functions that are seriously inefficient, the worst "
    "first, and say in one sentence each why. Leave out functions that are fine, and don't rewrite the code."
)


def generated_prompt(puzzle: int, target_tokens: int, depth: int, count_tokens: Callable[[str], int]) -> str:
    """Return a puzzle's prompt of at most `target_tokens` tokens, its slow functions at `depth` per cent."""
    slow = list(planted_functions(puzzle).values())
    kinds, nouns = shuffled(SOUND, "sound", puzzle), shuffled(NOUNS, "nouns", puzzle)

    def function(place: int) -> str:
        noun, plural = nouns[place % len(nouns)]
        return kinds[place % len(kinds)].format(n=noun, p=plural)

    def text_of(number: int) -> str:
        functions = with_planted([function(place) for place in range(number)], slow, depth)
        # Two blank lines between functions: each begins with one.
        return OPENING + HEADER + "\n" + "\n".join(functions) + "\n" + QUESTION

    return fit_length(text_of, target_tokens, count_tokens, least=2, most=len(SOUND) * len(NOUNS))


build = text_prompts(UPSTREAM, PUBLISHED_TOKENS, shorter_prompt, generated_prompt)
