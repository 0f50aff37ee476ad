"""The controls of Find the Origin: one who follows the chain, and one who draws by lot."""

from __future__ import annotations

from findorigin.tasks.find_the_origin.prompts import parse_connections, question_word


def oracle(prompt: str) -> str:
    """Answer with the vertex at which the chain that ends in the question's word begins."""
    came_from = {end: start for start, end in parse_connections(prompt)}
    vertex = question_word(prompt)
    while vertex in came_from:
        vertex = came_from[vertex]
    return f"FINAL ANSWER: {vertex}"


def guess(prompt: str, draw: int) -> str:
    """Answer with a listed vertex that starts a chain, which is what chance gives."""
    connections = parse_connections(prompt)
    ends = {end for _, end in connections}
    starts = [start for start, _ in connections if start not in ends]
    return f"FINAL ANSWER: {starts[draw % len(starts)]}"
