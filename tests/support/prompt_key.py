"""Keys and shapes of prompts of Find the Origin, for tests that change one part of them."""

from __future__ import annotations

from typing import Any

from findorigin.common.cells import PromptKey
from findorigin.tasks.find_the_origin.bounds import Shape

PLAIN = {
    "arrangement": "structured",
    "d": 1,
    "hops": 2,
    "depth": 50,
    "puzzle": 1,
    "word_form": "word",
    "n_lines": 8,
}


def prompt_key(**changes: Any) -> PromptKey:
    """Return the key of a short generated prompt with some of its axes changed."""
    return PromptKey("find_the_origin", **{**PLAIN, **changes})


def paper_key(d: int, n_lines: int, **changes: Any) -> PromptKey:
    """Return the key of one of the paper's own prompts."""
    return prompt_key(puzzle=0, word_form="paper", d=d, n_lines=n_lines, **changes)


def prompt_shape(**changes: Any) -> Shape:
    """Return the shape of a short generated prompt with some of its axes changed."""
    return Shape.of(prompt_key(**changes))


def paper_shape(d: int, n_lines: int, **changes: Any) -> Shape:
    """Return the shape of one of the paper's own prompts."""
    return Shape.of(paper_key(d, n_lines, **changes))
