"""The controls of lost key."""

from __future__ import annotations

import re


def oracle(prompt: str) -> str:
    """Return the room that the prompt names."""
    found = re.search(r"The key is in room (\d+)", prompt)
    return found[1] if found else "There is no key."


def guess(prompt: str, draw: int) -> str:
    """Return an empty room."""
    rooms: list[str] = re.findall(r"Room (\d+) is empty", prompt)
    return rooms[draw % len(rooms)]
