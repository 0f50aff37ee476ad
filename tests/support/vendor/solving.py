"""Answering the benchmark's prompts by reading them."""

from __future__ import annotations

import re

_CONNECTION = re.compile(r'^"([^"\n]+)" is connected to "([^"\n]+)"$', re.MULTILINE)
_QUESTION = re.compile(r'find the origin of "([^"\n]+)"')


def find_origin(prompt: str) -> str | None:
    """Return the first vertex of the chain that ends in the vertex asked for; None for any other prompt."""
    asked = _QUESTION.findall(prompt)
    if not asked:
        return None
    previous = {end: start for start, end in _CONNECTION.findall(prompt)}
    vertex = asked[-1]
    for _ in range(len(previous)):
        if vertex not in previous:
            break
        vertex = previous[vertex]
    return vertex


def correct_text(prompt: str, prefill: str = "") -> str:
    """Return a reply with the right answer; after a `prefill` only what is still missing of it."""
    origin = find_origin(prompt)
    if origin is None:
        return "There is no list of connections here. FINAL ANSWER: none"
    if prefill:
        return origin + ('"' if prefill.rstrip().endswith('"') else "")
    return f"Following the connections backwards leads here.\nFINAL ANSWER: {origin}"
