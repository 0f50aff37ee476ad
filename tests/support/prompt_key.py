"""The key of a prompt of Find the Origin, for tests that change one part of it."""

from __future__ import annotations

from typing import Any

PLAIN = {
    "task": "find_the_origin",
    "variant": None,
    "arrangement": "structured",
    "d": 1,
    "hops": 2,
    "depth": 50,
    "puzzle": 1,
    "word_form": "word",
    "n_lines": 8,
    "target_tokens": None,
}


def prompt_key(**changes: Any) -> dict[str, Any]:
    """Return the key of a short generated prompt with some of its columns changed."""
    return {**PLAIN, **changes}


def paper_key(d: int, n_lines: int, **changes: Any) -> dict[str, Any]:
    """Return the key of one of the paper's own prompts."""
    return prompt_key(puzzle=0, word_form="paper", d=d, n_lines=n_lines, **changes)
