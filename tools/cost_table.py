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
from typing import Any

import yaml

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "workflow" / "scripts"))

from findorigin.backends.base import output_limit  # noqa: E402
from findorigin.budget.prices import prices_of, usd  # noqa: E402
from findorigin.config.load import load_and_check  # noqa: E402
from findorigin.config.sweeps import planned_cells, planned_models  # noqa: E402
from findorigin.tasks.find_the_origin.bounds import estimated_tokens  # noqa: E402

FILES = {"registry": "models", "figures": "figures"}
SCHEMAS = ("config", "models", "figures")

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
    config |= {name: str(PROJECT / "config" / f"{file}.yaml") for name, file in FILES.items()}
    schemas = {f"{name}_schema": PROJECT / "workflow" / "schemas" / f"{name}.schema.yaml" for name in SCHEMAS}
    checked = load_and_check(config, **schemas)
    entries = checked.registry
    return {
        entries[model]["label"]: cost_of_model(checked.sweeps, model, entries[model])
        for model in planned_models(checked.sweeps)
        if model not in checked.config["controls"]
    }


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
