"""Share max_cost_usd out among the models that aren't free, before any of them is asked.

Reads  the prompts' lengths and digests (results/prompts) and the journals in the store, without a lock
Writes results/budget.json: each model's cap, or why nothing paid may be sent
"""

import sys
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from findorigin.budget.caps import share_out, spent_by_others, write_caps
from findorigin.common.log import log_to
from findorigin.engine.ready import plan_wanted

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
    """Write the caps; `models` maps the slug of each model that isn't free to model, sweeps, prompt_files."""
    plans = [plan_wanted(wanted, store, today or date.today()) for wanted in models.values()]
    others = spent_by_others(store, models)
    caps = share_out(plans, others, max_cost_usd, refuse_unavailable=unavailable == "error")
    write_caps(output, caps)
    if caps.refusal:
        print(caps.refusal, file=sys.stderr)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            models=snakemake.params.models,
            store=snakemake.params.store,
            max_cost_usd=snakemake.params.max_cost_usd,
            unavailable=snakemake.params.unavailable,
            output=snakemake.output[0],
        )
