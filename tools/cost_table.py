"""What a configuration costs at the registry's prices, before a prompt is made: the tables of docs/today.md.

    python tools/cost_table.py config/today-pilot.yaml

Prompts count with their estimated tokens (`bounds`); vendors' own tokenisers differ, by some 20 % as a rule.
Replies count with an assumed length for the expected cost and with the parameters' limit for the most it can
cost.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "workflow" / "scripts"))

from findorigin.budget.prices import usd  # noqa: E402
from findorigin.config.load import load  # noqa: E402
from findorigin.config.models import AnyModel  # noqa: E402
from findorigin.config.sweeps import Sweep, models_of  # noqa: E402
from findorigin.planning.cells import planned_cells  # noqa: E402
from findorigin.tasks.catalog import TASKS  # noqa: E402
from findorigin.tasks.find_the_origin.bounds import estimated_tokens  # noqa: E402

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


def costs_of_config(path: str | Path) -> dict[str, Cost]:
    """Return label → cost of the models of a configuration laid over the default one, controls left out.

    Raises UserError for a configuration that is not valid.
    """
    config = yaml.safe_load((PROJECT / "config" / "config.yaml").read_text(encoding="utf-8"))
    config |= yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    config |= {"registry": str(PROJECT / "config" / "models.yaml"), "figures": None}
    loaded = load(config, TASKS, BaseModel)
    asked = (loaded.models[slug] for slug in models_of(loaded.sweeps) if slug not in loaded.settings.controls)
    return {model.label: cost_of_model(loaded.sweeps, model) for model in asked}


def cost_of_model(sweeps: Sequence[Sweep], model: AnyModel) -> Cost:
    """Return what the planned cells of one model cost."""
    keys = [cell.prompt for cell in planned_cells(sweeps, model.slug)]
    lengths = [
        round(estimated_tokens(key.n_lines or 0, key.hops or 0, key.word_form or "word")) for key in keys
    ]
    limit = model.output_limit
    reply = PLAIN_TOKENS if model.parameters.get("reasoning_effort") == "none" else THINKING_TOKENS
    return Cost(
        len(keys),
        sum(lengths),
        _total(model, lengths, reply if limit is None else min(reply, limit)),
        _total(model, lengths, limit),
    )


def _total(model: AnyModel, lengths: Sequence[int], output_tokens: int | None) -> float | None:
    costs = [usd(model.known_prices, input_tokens=n, output_tokens=output_tokens) for n in lengths]
    return None if None in costs else sum(cost or 0.0 for cost in costs)


def table_rows(costs: Mapping[str, Cost]) -> list[str]:
    """Return a row of Markdown for each model."""
    return [
        f"| {label} | {cost.n_cells:,} | {cost.input_tokens / 1e6:.1f} "
        f"| {_dollars(cost.expected_usd)} | {_dollars(cost.most_usd)} |"
        for label, cost in costs.items()
    ]


def _dollars(usd: float | None) -> str:
    return "unknown" if usd is None else f"{usd:.2f}"


if __name__ == "__main__":
    print("| model | questions | million input tokens | expected USD | at most USD |\n|---|---|---|---|---|")
    print("\n".join(table_rows(costs_of_config(sys.argv[1]))))
