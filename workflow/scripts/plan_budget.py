"""Share max_cost_usd out among the paid models, before any of them is asked.

Reads the prompts' lengths and digests (results/prompts) and the journals in the store, without a lock.
Writes results/budget.json: each model's allotment, or why nothing paid may be sent.
"""

import sys
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from findorigin.budget.caps import share_out, spent_by_others, write_budget
from findorigin.common.log import log_to
from findorigin.planning.plan import plan_model

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(
    models: Mapping[str, Mapping[str, Any]],
    store: str,
    max_cost_usd: float,
    unavailable: str,
    output: str,
    today: date | None = None,
) -> None:
    """Write the allotments; `models` maps each paid model to its entry, sweeps and prompt files."""
    today = today or date.today()
    plans = [plan_model(model, store=store, today=today, **wanted) for model, wanted in models.items()]
    others = spent_by_others(store, models)
    budget = share_out(plans, others, max_cost_usd, refuse_unavailable=unavailable == "error")
    write_budget(output, budget)
    if budget.refusal:
        print(budget.refusal, file=sys.stderr)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            models=snakemake.params.models,
            store=snakemake.params.store,
            max_cost_usd=snakemake.params.max_cost_usd,
            unavailable=snakemake.params.unavailable,
            output=snakemake.output[0],
        )
