"""What can be asked for: the shortest and longest prompts, and lengths given in tokens.

Standard library only: these are used while the workflow is being planned.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from findorigin.common.cells import PromptKey
from findorigin.common.errors import UserError
from findorigin.tasks.find_the_origin.layout import CHAINS_ABOVE_TARGET, chains_touched, span

N_PAPER_CHAINS = 2001
MAX_PUZZLE_0_N_LINES = 3952  # above this the published code leaves the whole blocks of its list, for some d
N_WORDS = 28_000  # in resources/words.txt
MAX_COMPOUNDS = 1_000_000  # of the 784 million pairs of words
MAX_HOPS = 25  # the worked example names its vertices by the letters of the alphabet

# cl100k_base tokens, measured over eight puzzles of 4,000 lines: of the prompt without its list, of each
# hop of its worked example, and of a line. Lines of every number of hops are of the same length.
FRAME_TOKENS = 102.0
EXAMPLE_TOKENS = 11.3
LINE_TOKENS = {"paper": 10.5, "word": 11.14, "compound": 16.1}


@dataclass(frozen=True, slots=True)
class Shape:
    """The axes of a prompt of Find the Origin, all of them given."""

    arrangement: str
    d: int
    hops: int
    depth: int
    puzzle: int
    word_form: str
    n_lines: int

    @classmethod
    def of(cls, key: PromptKey) -> Shape:
        """Return the axes of a key; ValueError where one is missing."""
        axes = {field.name: getattr(key, field.name) for field in fields(cls)}
        if None in axes.values():
            raise ValueError(f"{key} has not all axes of Find the Origin")
        return cls(**axes)


def least_n_lines(hops: int, d: int) -> int:
    """Return the fewest lines that hold the whole target chain."""
    return span(hops, d) + 1


def most_n_lines(hops: int, d: int, depth: int, puzzle: int, word_form: str) -> int:
    """Return the most lines a prompt can have before its puzzle's chains run out; 0 where none fits.

    Every block of distractors that the prompt reaches into must be whole. `puzzle` is 0 with `word_form`
    `paper`, or 1 and up with `word` or `compound`.
    """
    first, last = _chains_available(hops, puzzle, word_form)

    def fits(n_lines: int) -> bool:
        lowest, highest = chains_touched(n_lines, hops, d, depth)
        return first <= lowest and highest <= last

    longest = least_n_lines(hops, d)
    if not fits(longest):
        return 0
    # Both ends of the window move outwards as it grows, so the lengths that fit are those up to a bound.
    too_long = (last - first + 1) * hops + 1
    while too_long - longest > 1:
        middle = (longest + too_long) // 2
        if fits(middle):
            longest = middle
        else:
            too_long = middle
    return min(longest, MAX_PUZZLE_0_N_LINES) if puzzle == 0 else longest


def _chains_available(hops: int, puzzle: int, word_form: str) -> tuple[int, int]:
    """Return the numbers of the first and last chain of a puzzle's list (the target is 0)."""
    if puzzle == 0:
        return -CHAINS_ABOVE_TARGET, N_PAPER_CHAINS - 1 - CHAINS_ABOVE_TARGET
    n_chains = (N_WORDS if word_form == "word" else MAX_COMPOUNDS) // (hops + 1)
    return -((n_chains - 1) // 2), n_chains // 2


def n_lines_for_tokens(target_tokens: int, d: int, hops: int, word_form: str) -> int:
    """Return how many lines make a prompt of about `target_tokens` cl100k_base tokens, at least 0.

    The same for every puzzle of a word form, so that puzzles stay paired, and for every `d`, which only
    moves lines about; whether the chain and the list allow so many lines is for `check_prompt_key`.
    """
    return max(0, round((target_tokens - estimated_tokens(0, hops, word_form)) / LINE_TOKENS[word_form]))


def estimated_tokens(n_lines: int, hops: int, word_form: str) -> float:
    """Return about how many tokens a prompt has."""
    return FRAME_TOKENS + EXAMPLE_TOKENS * hops + LINE_TOKENS[word_form] * n_lines


def check_prompt_key(key: PromptKey, target_tokens: int | None = None) -> None:
    """Raise UserError, naming the bound, when no prompt of this key exists.

    `target_tokens` is the length that n_lines came from, if any.
    """
    shape = Shape.of(key)
    _check_shape(shape)
    _check_length(shape, target_tokens)


def _check_shape(key: Shape) -> None:
    hops, d, puzzle, word_form = key.hops, key.d, key.puzzle, key.word_form
    if not 1 <= hops <= MAX_HOPS:
        raise UserError(f"hops {hops}: must be 1 to {MAX_HOPS}")
    if d == 0 and hops != 1:
        raise UserError(f"d 0: only hops 1 has no distance; for hops {hops} d must be 1 or more, or negative")
    if d != 0 and hops == 1:
        raise UserError(f"d {d}: hops 1 has no distance, so its d must be 0")
    if key.arrangement == "shuffled" and hops == 1:
        raise UserError("arrangement shuffled: not with hops 1, which is structured only")
    if not 0 <= key.depth <= 100:
        raise UserError(f"depth {key.depth}: must be 0 to 100 (per cent)")
    if puzzle < 0:
        raise UserError(f"puzzle {puzzle}: must be 0 (the paper's list) or more")
    if puzzle == 0 and hops != 2:
        raise UserError(f"hops {hops}: puzzle 0, the paper's list, has hops 2 only; use puzzles 1 and up")
    if (puzzle == 0) != (word_form == "paper") or word_form not in LINE_TOKENS:
        allowed = "paper" if puzzle == 0 else "word or compound"
        raise UserError(f"word_form {word_form}: puzzle {puzzle} has {allowed}")


def _check_length(key: Shape, target: int | None) -> None:
    hops, d, depth, puzzle = key.hops, key.d, key.depth, key.puzzle
    n_lines, word_form = key.n_lines, key.word_form
    asked = f"n_lines {n_lines}" if target is None else f"target_tokens {target} (n_lines {n_lines})"

    def bound(n_lines: int) -> str:
        tokens = (
            "" if target is None else f", about {round(estimated_tokens(n_lines, hops, word_form))} tokens"
        )
        return f"{n_lines} lines{tokens}"

    least = least_n_lines(hops, d)
    if n_lines < least:
        raise UserError(f"{asked}: hops {hops} with d {d} needs at least {bound(least)}")
    most = most_n_lines(hops, d, depth, puzzle, word_form)
    if n_lines > most:
        advice = "; word_form compound holds more" if word_form == "word" else ""
        raise UserError(
            f"{asked}: puzzle {puzzle} with word_form {word_form}, hops {hops}, d {d} and depth {depth} "
            f"holds at most {bound(most)}{advice}"
        )
