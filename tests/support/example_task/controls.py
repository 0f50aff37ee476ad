"""The controls of last word."""

from __future__ import annotations


def oracle(prompt: str) -> str:
    """Return the last word of the list."""
    return prompt.split("\n\n")[0].split("\n")[-1]


def guess(prompt: str, draw: int) -> str:
    """Return a listed word."""
    words = prompt.split("\n\n")[0].split("\n")
    return words[draw % len(words)]
