"""What a configuration costs at the registry's prices, before a prompt is made.

Prompts count with their estimated tokens (`bounds`); vendors' own tokenisers differ, by some 20 % as a rule.
Replies count with an assumed length for the expected cost and with the parameters' limit for the most it can
cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from findorigin.backends.base import output_limit
from findorigin.bounds import estimated_tokens
from findorigin.engine.pricing import prices_of, usd
from findorigin.sweeps import planned_cells

# Tokens of a reply that thinks, and of one that does not.
THINKING_TOKENS = 1500
PLAIN_TOKENS = 200


@dataclass(frozen=True)
class Cost:
    """Cells and input tokens of one model; USD expected and at most, None where unknown."""

    n_cells: int
    input_tokens: int
    expected_usd: float | None
    most_usd: float | None


def cost_of_model(sweeps: Sequence[Mapping[str, Any]], model: str, entry: Mapping[str, Any]) -> Cost:
    """Return what the planned cells of one model cost; `entry` is its resolved registry entry."""
    cells = planned_cells(sweeps, model)
    lengths = [round(estimated_tokens(cell["n_lines"], cell["hops"], cell["word_form"])) for cell in cells]
    limit = output_limit(entry["parameters"])
    reply = PLAIN_TOKENS if entry["parameters"].get("reasoning_effort") == "none" else THINKING_TOKENS
    return Cost(
        len(cells),
        sum(lengths),
        _total(entry, lengths, reply if limit is None else min(reply, limit)),
        _total(entry, lengths, limit),
    )


def _total(entry: Mapping[str, Any], lengths: Sequence[int], output_tokens: int | None) -> float | None:
    costs = [usd(prices_of(entry), input_tokens=n, output_tokens=output_tokens) for n in lengths]
    return None if None in costs else sum(costs)
