"""The prompt of Find the Origin: made from a key, and read back.

The text is that of the paper (hops 2); for other numbers of hops its worked example has as many.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
import string
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.tasks.base import Mark, PlannedPrompt, Prompt, Sources
from findorigin.tasks.find_the_origin.bounds import Shape, check_prompt_key
from findorigin.tasks.find_the_origin.layout import line_at, line_position, window
from findorigin.tasks.find_the_origin.vertices import (
    CONNECTION,
    ChainOf,
    generated_chains,
    read_paper_chains,
    read_words,
)

LIST_FOLLOWS = (
    "Using this logic, consider the following list of connections, "
    "where each word is simply the name of a vertex with no other semantic meaning:\n\n"
)
QUESTION = re.compile(r'\nYour task is to find the origin of "([^"\n]+)"\.')


def build(planned: PlannedPrompt, sources: Sources) -> Prompt:
    """Return the prompt of a key; its answer is the origin.

    Marked are the target chain's lines (`connection 1`, …, from the origin on) and the vertex that the
    question names (`question`). Raises UserError for a prompt that can't be, or for one of the paper's
    without its list.
    """
    check_prompt_key(planned.key, planned.target_tokens)
    shape = Shape.of(planned.key)
    chain_of = _chains(shape.puzzle, shape.hops, shape.word_form, sources.words, sources.upstream)
    return build_prompt(shape, chain_of)


@functools.lru_cache(maxsize=16)
def _chains(puzzle: int, hops: int, word_form: str, words: Path, upstream: Path | None) -> ChainOf:
    if puzzle:
        chain_of = generated_chains(puzzle, hops, word_form, _words(words))
        return functools.lru_cache(maxsize=2**14)(chain_of)
    if upstream is None:
        raise UserError("puzzle 0 needs the paper's vertices.txt")
    return read_paper_chains(upstream)


_words = functools.cache(read_words)


def build_prompt(shape: Shape, chain_of: ChainOf) -> Prompt:
    """Return the prompt of a shape; `chain_of` gives its puzzle's chains."""
    target = chain_of(0)
    text = render(listed_lines(shape, chain_of), shape.hops, target[-1])
    return Prompt(text, target[0], tuple(_marks(text, target)))


def _marks(text: str, target: tuple[str, ...]) -> list[Mark]:
    listed = text.index(LIST_FOLLOWS) + len(LIST_FOLLOWS)
    marks = []
    for number, pair in enumerate(itertools.pairwise(target), start=1):
        line = connection(*pair)
        start = text.index(f"{line}\n", listed)
        marks.append(Mark(f"connection {number}", start, start + len(line)))
    start = text.rindex(f'"{target[-1]}"') + 1
    return [*marks, Mark("question", start, start + len(target[-1]))]


def listed_lines(shape: Shape, chain_of: ChainOf) -> list[str]:
    """Return the connections that a prompt lists, in their order."""
    hops, d = shape.hops, shape.d
    positions = window(shape.n_lines, hops, d, shape.depth)
    chain = functools.cache(chain_of)
    places = (line_at(position, hops, d) for position in positions)
    lines = [connection(*chain(number)[step : step + 2]) for number, step in places]
    if shape.arrangement == "shuffled":
        kept = {line_position(0, step, hops, d) - positions.start for step in range(hops)}
        return _shuffled(lines, kept, shape)
    return lines


def _shuffled(lines: list[str], kept: set[int], shape: Shape) -> list[str]:
    """Return `lines` with those at the `kept` indices in place, the others in the order of their SHA-256.

    What is hashed is the text `{puzzle} {d} {n_lines} {depth} {hops} {line}`.
    """
    prefix = f"{shape.puzzle} {shape.d} {shape.n_lines} {shape.depth} {shape.hops}"
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
