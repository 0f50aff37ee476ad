"""Generated modules: two slow functions among as many sound ones as the length allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from findorigin.tasks.assembly import fit_length, shuffled, with_planted
from findorigin.tasks.inefficient_code.functions import HEADER, NOUNS, SLOW, SOUND

OPENING = "Here is a module of Python:\n\n"
QUESTION = (
    "Review every function of this module. List the functions that are seriously inefficient, the worst "
    "first, and say in one sentence each why. Leave out functions that are fine, and don't rewrite the code."
)
LEAST_SOUND = 2


@dataclass(frozen=True)
class SlowFunction:
    """A planted function."""

    name: str
    code: str


def planted_functions(puzzle: int) -> tuple[SlowFunction, SlowFunction]:
    """Return the two slow functions of a puzzle (1 or more): of two kinds, about two nouns."""
    first = (puzzle - 1) % len(SLOW)
    second = (first + 1 + (puzzle - 1) // len(SLOW) % (len(SLOW) - 1)) % len(SLOW)
    nouns = shuffled(NOUNS, "planted nouns", puzzle)
    return _slow(first, nouns[0]), _slow(second, nouns[1])


def _slow(kind: int, noun: tuple[str, str]) -> SlowFunction:
    name, code = SLOW[kind]
    words = {"n": noun[0], "p": noun[1]}
    return SlowFunction(name.format(**words), code.format(**words))


def generated_prompt(puzzle: int, target_tokens: int, depth: int, count_tokens: Callable[[str], int]) -> str:
    """Return a puzzle's prompt of at most `target_tokens` tokens, its slow functions at `depth` per cent."""
    slow = [function.code for function in planted_functions(puzzle)]
    kinds = shuffled(SOUND, "sound", puzzle)
    nouns = shuffled(NOUNS, "nouns", puzzle)

    def text_of(number: int) -> str:
        sound = [
            kinds[place % len(kinds)].format(n=nouns[place % len(nouns)][0], p=nouns[place % len(nouns)][1])
            for place in range(number)
        ]
        # Two blank lines between functions: each begins with one.
        return OPENING + HEADER + "\n" + "\n".join(with_planted(sound, slow, depth)) + "\n" + QUESTION

    return fit_length(text_of, target_tokens, count_tokens, least=LEAST_SOUND, most=len(SOUND) * len(NOUNS))
