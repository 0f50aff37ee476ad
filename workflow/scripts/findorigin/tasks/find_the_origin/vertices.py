"""The vertices of a puzzle: which words make up each chain.

Puzzle 0 is the paper's own list, read from the published file. Puzzles 1 and up are dealt from the
project's word list; a chain depends on (puzzle, hops, word form, its number) alone.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.tasks.find_the_origin.bounds import MAX_COMPOUNDS, N_PAPER_CHAINS
from findorigin.tasks.find_the_origin.layout import CHAINS_ABOVE_TARGET

Chain = tuple[str, ...]
ChainOf = Callable[[int], Chain]

CONNECTION = re.compile(r'"([^"\n]+)" is connected to "([^"\n]+)"')
FEISTEL_ROUNDS = 4


def read_words(path: str | Path) -> list[str]:
    """Return the words of a word list, one a line."""
    return Path(path).read_text(encoding="ascii").split()


def read_paper_chains(path: str | Path) -> ChainOf:
    """Return puzzle 0's chains as a function of the chain's number (0 is workbench → dad → admire).

    `path` is the published list: 4,002 connections, two of each chain, of which the 1,000th is the target.
    Raises UserError when the file is something else.
    """
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    connections = [match.groups() for match in map(CONNECTION.fullmatch, lines) if match]
    chains = [
        (origin, middle, destination)
        for (origin, middle), (joint, destination) in zip(connections[::2], connections[1::2], strict=False)
        if middle == joint
    ]
    if len(lines) != 2 * N_PAPER_CHAINS or len(chains) != N_PAPER_CHAINS:
        raise UserError(f"{path}: not the paper's list of {2 * N_PAPER_CHAINS} connections in pairs")

    def chain_of(number: int) -> Chain:
        index = number + CHAINS_ABOVE_TARGET
        if not 0 <= index < len(chains):
            raise IndexError(f"the paper's list has no chain {number}")
        return chains[index]

    return chain_of


def generated_chains(puzzle: int, hops: int, word_form: str, words: Sequence[str]) -> ChainOf:
    """Return the chains of a generated puzzle as a function of the chain's number.

    A chain has hops + 1 vertices. Numbers are dealt in the order 0, 1, -1, 2, -2, …, each from the next
    places of a permutation that (puzzle, hops, word form) chooses, so all vertices of a list are distinct
    and any chain can be made alone. `word_form` is `word`, or `compound` for two different words joined by
    a hyphen. The chain function raises IndexError beyond the last chain.
    """
    n_vertices, vertex = _vertex_pool(words, word_form)
    place = _permutation(f"{puzzle} {hops} {word_form}", n_vertices)
    n_deal = n_vertices if word_form == "word" else min(MAX_COMPOUNDS, n_vertices)
    n_chains = n_deal // (hops + 1)

    def chain_of(number: int) -> Chain:
        turn = 2 * number - 1 if number > 0 else -2 * number
        if turn >= n_chains:
            raise IndexError(f"puzzle {puzzle} has no chain {number}")
        first = turn * (hops + 1)
        return tuple(vertex(place(first + i)) for i in range(hops + 1))

    return chain_of


def _vertex_pool(words: Sequence[str], word_form: str) -> tuple[int, Callable[[int], str]]:
    """Return how many different vertices the words give, and the vertex of an index below that number."""
    if word_form == "word":
        return len(words), words.__getitem__
    others = len(words) - 1

    def compound(index: int) -> str:
        first, second = divmod(index, others)
        return f"{words[first]}-{words[second + (second >= first)]}"

    return len(words) * others, compound


def _permutation(seed: str, size: int) -> Callable[[int], int]:
    """Return a pseudo-random permutation of range(size) that can be evaluated one index at a time.

    A Feistel network on pairs (left, right) of digits to the base ceil(sqrt(size)), walked on while the
    result lies outside the range (Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002).
    """
    base = math.isqrt(size - 1) + 1

    @functools.cache
    def mix(turn: int, digit: int) -> int:
        digest = hashlib.sha256(f"{seed} {turn} {digit}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % base

    def place(index: int) -> int:
        while True:
            left, right = divmod(index, base)
            for turn in range(FEISTEL_ROUNDS):
                left, right = right, (left + mix(turn, right)) % base
            index = left * base + right
            if index < size:
                return index

    return place
