"""The controls' replies: the origin, read off the prompt, and a listed vertex that starts a chain."""

from __future__ import annotations

from findorigin.tasks.find_the_origin.prompts import parse_connections, question_word


def oracle(prompt: str) -> str:
    """Return a reply that names the vertex at which the chain that ends in the question's word begins."""
    came_from = {end: start for start, end in parse_connections(prompt)}
    vertex = question_word(prompt)
    while vertex in came_from:
        vertex = came_from[vertex]
    return f"FINAL ANSWER: {vertex}"


def guess(prompt: str, draw: int) -> str:
    """Return a reply that names a listed vertex that starts a chain."""
    connections = parse_connections(prompt)
    ends = {end for _, end in connections}
    starts = [start for start, _ in connections if start not in ends]
    return f"FINAL ANSWER: {starts[draw % len(starts)]}"
