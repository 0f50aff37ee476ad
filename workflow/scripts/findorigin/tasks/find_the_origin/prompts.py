"""The prompt of Find the Origin: made from a key, and read back.

The text is that of the paper (hops 2); for other numbers of hops its worked example has as many.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
import string
from collections.abc import Mapping
from typing import Any, NamedTuple

from findorigin.tasks.find_the_origin.layout import line_at, line_position, window
from findorigin.tasks.find_the_origin.vertices import CONNECTION, ChainOf

LIST_FOLLOWS = (
    "Using this logic, consider the following list of connections, "
    "where each word is simply the name of a vertex with no other semantic meaning:\n\n"
)
QUESTION = re.compile(r'\nYour task is to find the origin of "([^"\n]+)"\.')


class Prompt(NamedTuple):
    """A prompt's text, its answer (`origin`) and the vertex that it asks about (`destination`)."""

    text: str
    origin: str
    destination: str


def build_prompt(key: Mapping[str, Any], chain_of: ChainOf) -> Prompt:
    """Return the prompt of a key with the PROMPT_KEY columns; `chain_of` gives its puzzle's chains."""
    target = chain_of(0)
    text = render(listed_lines(key, chain_of), key["hops"], target[-1])
    return Prompt(text, origin=target[0], destination=target[-1])


def listed_lines(key: Mapping[str, Any], chain_of: ChainOf) -> list[str]:
    """Return the connections that a prompt lists, in their order."""
    hops, d = key["hops"], key["d"]
    positions = window(key["n_lines"], hops, d, key["depth"])
    chain = functools.cache(chain_of)
    places = (line_at(position, hops, d) for position in positions)
    lines = [connection(*chain(number)[step : step + 2]) for number, step in places]
    if key["arrangement"] == "shuffled":
        kept = {line_position(0, step, hops, d) - positions.start for step in range(hops)}
        return _shuffled(lines, kept, key)
    return lines


def _shuffled(lines: list[str], kept: set[int], key: Mapping[str, Any]) -> list[str]:
    """Return `lines` with those at the `kept` indices in place, the others in the order of their SHA-256.

    What is hashed is the text `{puzzle} {d} {n_lines} {depth} {hops} {line}`.
    """
    prefix = " ".join(str(key[name]) for name in ("puzzle", "d", "n_lines", "depth", "hops"))
    others = [line for index, line in enumerate(lines) if index not in kept]
    ordered = iter(sorted(others, key=lambda line: hashlib.sha256(f"{prefix} {line}".encode()).digest()))
    return [line if index in kept else next(ordered) for index, line in enumerate(lines)]


def connection(start: str, end: str) -> str:
    """Return the line that connects two vertices."""
    return f'"{start}" is connected to "{end}"'


def render(lines: list[str], hops: int, destination: str) -> str:
    """Return the text that asks for the origin of `destination` in a list of connections."""
    letters = string.ascii_uppercase[-(hops + 1) :]
    example = "".join(f"{connection(*pair)}\n" for pair in itertools.pairwise(letters))
    path = "-->".join(f'"{letter}"' for letter in letters)
    listed = "".join(f"{line}\n" for line in lines)
    return (
        "Several words below are interconnected. For example:\n"
        f"{example}"
        f'In this scenario, the origin of "{letters[-1]}" is "{letters[0]}". '
        "We can visualize these connections as vertices and edges, like this:\n"
        f"{path}\n\n"
        f"{LIST_FOLLOWS}{listed}\n"
        f'Your task is to find the origin of "{destination}". Work carefully, step by step. '
        "Your final answer must be in this format: FINAL ANSWER: YOUR_ANSWER"
    )


def parse_connections(prompt: str) -> list[tuple[str, str]]:
    """Return the connections that a prompt lists, in order, without those of its worked example."""
    return CONNECTION.findall(prompt, prompt.index(LIST_FOLLOWS) + len(LIST_FOLLOWS))


def question_word(prompt: str) -> str:
    """Return the vertex whose origin a prompt asks for."""
    match = QUESTION.search(prompt)
    if match is None:
        raise ValueError("not a prompt of Find the Origin: it asks for no origin")
    return match.group(1)
