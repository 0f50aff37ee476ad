"""The controls of inefficient code: one finds the planted functions, one blames two sound ones."""

from __future__ import annotations

import functools

from findorigin.tasks.inefficient_code.functions import NOUNS, SLOW, by_name
from findorigin.tasks.inefficient_code.naming import defined_functions
from findorigin.tasks.inefficient_code.paper import IS_PRIME, SQUARE_SUM


@functools.cache
def slow_codes() -> dict[str, str]:
    """Return the code of every function that can be planted, by its name."""
    generated = (code.format(n=noun, p=plural) for code in SLOW for noun, plural in NOUNS)
    codes = by_name([IS_PRIME, SQUARE_SUM, *generated])
    return {name: _without_trailing_blanks(code.strip("\n ")) for name, code in codes.items()}


def planted_in(prompt: str) -> list[str]:
    """Return the names of the planted functions whose whole code stands in a prompt, in their order there."""
    text = _without_trailing_blanks(prompt)
    defined = set(defined_functions(prompt))
    places = {name: text.find(code) for name, code in slow_codes().items() if name in defined}
    return sorted((name for name, place in places.items() if place >= 0), key=places.__getitem__)


def oracle(prompt: str) -> str:
    """Return a reply that names the planted functions as inefficient."""
    return _list(planted_in(prompt))


def guess(prompt: str, draw: int) -> str:
    """Return a reply that blames two functions that are sound."""
    planted = planted_in(prompt)
    sound = [name for name in defined_functions(prompt) if name not in planted]
    return _list([sound[draw % len(sound)], sound[(draw + 1) % len(sound)]])


def _without_trailing_blanks(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _list(names: list[str]) -> str:
    lines = [f"{place}. `{name}` is inefficient." for place, name in enumerate(names, start=1)]
    return "\n".join(["The most inefficient functions are:", *lines])
