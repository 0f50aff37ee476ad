"""Texts of a wanted length from parts, with the planted part where a depth says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from findorigin.common.errors import UserError

Item = TypeVar("Item")


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of a text, in their order."""
    return tuple(text.split())


def listed(text: str, separator: str) -> tuple[str, ...]:
    """Return what separators part in a text, each part in one line."""
    return tuple(" ".join(part.split()) for part in text.split(separator))


def shuffled(items: Sequence[Item], *seed: object) -> list[Item]:
    """Return the items in an order that the seed alone decides, the same on every machine and version."""
    name = " ".join(map(str, seed))
    ranks = [sha256(f"{name} {position}".encode()).digest() for position in range(len(items))]
    return [items[position] for position in sorted(range(len(items)), key=ranks.__getitem__)]


def with_planted(parts: Sequence[str], planted: Sequence[str], depth: int) -> list[str]:
    """Return the parts with the planted ones put in where `depth` per cent of the parts stand above.

    Of several planted ones, consecutive ones have one part between them, as far as there are parts.
    """
    above = len(parts) * depth // 100
    below = list(parts[above:])
    middle = []
    for number, text in enumerate(planted):
        if number and below:
            middle.append(below.pop(0))
        middle.append(text)
    return [*parts[:above], *middle, *below]


def fit_length(
    text_of: Callable[[int], str],
    target_tokens: int,
    count_tokens: Callable[[str], int],
    *,
    least: int,
    most: int,
) -> str:
    """Return the longest `text_of(n)` (n parts, `least` to `most`) of at most `target_tokens` tokens.

    Raises UserError, naming the bound, where the shortest is longer than that, or the longest much shorter.
    """
    shortest = count_tokens(text_of(least))
    if shortest > target_tokens:
        raise UserError(
            f"target_tokens: {target_tokens} is not allowed; allowed: {shortest} or more for this prompt"
        )
    low, high = least, least + 1
    while high <= most and count_tokens(text_of(high)) <= target_tokens:
        low, high = high, 2 * high
    high = min(high, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if count_tokens(text_of(middle)) <= target_tokens:
            low = middle
        else:
            high = middle
    if low == most:
        reached = count_tokens(text_of(most))
        raise UserError(f"target_tokens: {target_tokens} is not allowed; allowed: up to about {reached}")
    return text_of(low)
