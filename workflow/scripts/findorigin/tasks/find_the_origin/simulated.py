"""A simulated model: no model at all, but a program whose accuracy falls with length by a rule that is known.

It shows what the statistics do, at no cost. It answers right with the probability

    1 / (1 + exp(fall · (log2(tokens) - log2(half))))

where `tokens` is the prompt's estimated length and `half` is the parameter `half_tokens`, changed by the
question: one hop is 4 times as easy, a third hop half as easy, a reversed chain (d < 0) half as easy, lines
|d| apart divide by |d| to the power of 1/4, shuffled distractors take 0.7 of it, a target in the midst of the
list 0.7 of it, and each puzzle has its own share between 0.7 and 1.4. Everything is drawn by digests of
prompt and repeat: the same question always has the same answer. One repeat in five is drawn anew, the others
repeat the first.

Parameters: `half_tokens` (null: never wrong), `fall` (per doubling), `max_tokens` and `tokens_per_doubling`
(the reply is that many tokens for each doubling of the list; one longer than `max_tokens` is cut before it
answers).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from typing import NamedTuple

from findorigin.common.cells import Status
from findorigin.tasks.find_the_origin.bounds import FRAME_TOKENS, LINE_TOKENS
from findorigin.tasks.find_the_origin.prompts import parse_connections, question_word

Parameters = Mapping[str, float | None]

REDRAWN_REPEATS = 0.2
BOLD_ANSWERS = 0.1  # which the paper's grader does not read
# What a wrong answer is, with the share below which a draw means it.
WRONG = (("middle", 0.35), ("neighbour", 0.65), ("destination", 0.75), ("invented", 0.9), ("none", 1.0))
SLIPS_BY_D = 0.6


class Puzzle(NamedTuple):
    """What a prompt says of its target: its chain's vertices, and the lines (from 0) that connect them."""

    connections: list[tuple[str, str]]
    chain: list[str]
    lines: list[int]

    @property
    def hops(self) -> int:
        """Number of connections of the target chain."""
        return len(self.lines)

    @property
    def d(self) -> int:
        """Signed distance between consecutive lines of the target chain; 0 for one hop."""
        return self.lines[1] - self.lines[0] if self.hops > 1 else 0

    @property
    def n_tokens(self) -> float:
        """Estimated length of the prompt in tokens."""
        return FRAME_TOKENS + LINE_TOKENS["word"] * len(self.connections)


def read_puzzle(prompt: str) -> Puzzle:
    """Return the target chain of a prompt, found by following its connections."""
    connections = parse_connections(prompt)
    line_of = {end: number for number, (_, end) in enumerate(connections)}
    chain = [question_word(prompt)]
    lines: list[int] = []
    while chain[0] in line_of:
        lines.insert(0, line_of[chain[0]])
        chain.insert(0, connections[lines[0]][0])
    return Puzzle(connections, chain, lines)


def draws(*named: object) -> list[float]:
    """Return four numbers in [0, 1) that depend on what is named alone."""
    digest = hashlib.sha256(" ".join(str(name) for name in named).encode()).digest()
    return [int.from_bytes(digest[start : start + 8]) / 2**64 for start in range(0, 32, 8)]


def chance_right(puzzle: Puzzle, parameters: Parameters) -> float:
    """Return the probability of a right answer."""
    half_tokens = parameters.get("half_tokens")
    if half_tokens is None:
        return 1.0
    half = math.log2(half_tokens)
    if puzzle.hops == 1:
        half += 2
    else:
        half -= (puzzle.hops - 2) + 0.25 * math.log2(abs(puzzle.d)) + (puzzle.d < 0)
        half -= 0.5 * _is_shuffled(puzzle)
    above = puzzle.lines[0] / max(len(puzzle.connections) - 1, 1)
    half -= 0.5 * (1 - abs(2 * above - 1))
    half += draws("puzzle", *puzzle.chain)[0] - 0.5
    fall = min(50.0, _number(parameters, "fall") * (math.log2(puzzle.n_tokens) - half))
    return 1 / (1 + math.exp(fall))


def answer(prompt: str, prompt_sha256: str, repeat: int, parameters: Parameters) -> tuple[Status, str]:
    """Return the status and the text of the simulated reply."""
    puzzle = read_puzzle(prompt)
    redrawn = repeat > 1 and draws("repeat", prompt_sha256, repeat)[0] < REDRAWN_REPEATS
    right, kind, place, form = draws("answer", prompt_sha256, repeat if redrawn else 1)
    if _reply_tokens(puzzle, parameters, form) > _number(parameters, "max_tokens", math.inf):
        return "truncated", "Let us go through the list step by step."
    if right < chance_right(puzzle, parameters):
        origin = puzzle.chain[0]
        return "ok", f"FINAL ANSWER: **{origin}**" if form < BOLD_ANSWERS else f"FINAL ANSWER: {origin}"
    named = _wrong_answer(puzzle, next(name for name, share in WRONG if kind < share), place)
    return "ok", "I cannot find it in the list." if named is None else f"FINAL ANSWER: {named}"


def _number(parameters: Parameters, name: str, otherwise: float = 0.0) -> float:
    value = parameters.get(name)
    return otherwise if value is None else value


def _is_shuffled(puzzle: Puzzle) -> bool:
    """Return whether the distractors' lines stand at other distances than the target's."""
    ends = {end: number for number, (_, end) in enumerate(puzzle.connections)}
    distances = (
        number - ends[start] for number, (start, _) in enumerate(puzzle.connections) if start in ends
    )
    return any(distance != puzzle.d for distance in distances)


def _reply_tokens(puzzle: Puzzle, parameters: Parameters, form: float) -> float:
    doublings = math.log2(max(len(puzzle.connections), 2))
    return _number(parameters, "tokens_per_doubling") * doublings * (0.75 + 0.5 * form)


def _wrong_answer(puzzle: Puzzle, kind: str, place: float) -> str | None:
    if kind == "none":
        return None
    if kind == "invented":
        return "zzyzx"
    if kind == "destination":
        return puzzle.chain[-1]
    if kind == "middle" and puzzle.hops > 1:
        return puzzle.chain[-2]
    return _neighbour(puzzle, place)


def _neighbour(puzzle: Puzzle, place: float) -> str:
    """Return a vertex of another chain: most often that of the line |d| away from the origin's."""
    step = max(abs(puzzle.d), 1)
    first = step if place < SLIPS_BY_D else 1 + int(place * 1000) % 9
    direction = 1 if int(place * 1e6) % 2 else -1
    offsets = [
        sign * size for size in range(first, len(puzzle.connections)) for sign in (direction, -direction)
    ]
    for offset in offsets:
        line = puzzle.lines[0] + offset
        if 0 <= line < len(puzzle.connections) and puzzle.connections[line][0] not in puzzle.chain:
            return puzzle.connections[line][0]
    return "zzyzx"
