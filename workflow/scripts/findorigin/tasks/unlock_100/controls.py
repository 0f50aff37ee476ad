"""The controls of unlock $100: one who answers with the sentence, and one who answers with another."""

from __future__ import annotations

import re

PLANTED = re.compile(r"([^.:\n]+\.) This (?:statement|remark) is not only")
OTHER = re.compile(r"(?<=\. )[A-Z][^.:$\n]+\.")


def oracle(prompt: str) -> str:
    """Return the sentence that the text says is worth $100."""
    found = PLANTED.search(prompt)
    return found[1].strip() if found else "There is no such sentence."


def guess(prompt: str, draw: int) -> str:
    """Return another sentence of the text."""
    planted = oracle(prompt)
    others: list[str] = [sentence for sentence in OTHER.findall(prompt) if sentence != planted]
    return others[draw % len(others)]
