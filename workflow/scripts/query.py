"""Ask one model, however it is reached, every planned question that the store can't answer yet.

Reads  results/prompts/… and the model's journal in the store; results/budget.json, if the model isn't free
Writes results/responses/{model}.parquet, once every planned cell has a final answer or can't have one any
       more; appends to the journal
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.backends.connections import connect
from findorigin.backends.identities import identify
from findorigin.common.log import log_to
from findorigin.config.models import read_model
from findorigin.config.sweeps import Sweep
from findorigin.engine.run import run_query

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(
    model: Mapping[str, Any],
    sweeps: Sequence[Mapping[str, Any]],
    prompt_files: Sequence[str],
    store: str,
    output: str,
    caps: str | None = None,
    max_cost_usd: float = 0.0,
    unavailable: str = "error",
    server: Mapping[str, Any] | None = None,
) -> None:
    """Have the planned cells of a model answered.

    `model` is its entry as JSON (`as_queried`), `caps` the file that says what it may cost, made for
    `max_cost_usd`, `server` what vLLM's `connect` takes besides (python, log).
    """
    asked = read_model(model)
    journal = Path(store) / f"{asked.slug}.jsonl"
    run_query(
        asked,
        [Sweep.from_json(sweep) for sweep in sweeps],
        prompt_files,
        store=store,
        output=output,
        connect=partial(connect, **server, journal=journal) if server else connect,
        identity=identify(asked, journal),
        caps=caps,
        max_cost_usd=max_cost_usd,
        unavailable=unavailable,
    )


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        server_log = snakemake.log.get("server")
        main(
            model=snakemake.params.model,
            sweeps=snakemake.params.sweeps,
            prompt_files=snakemake.input.prompts,
            store=snakemake.params.store,
            output=snakemake.output[0],
            caps=snakemake.input.get("budget") or None,
            max_cost_usd=snakemake.params.get("max_cost_usd") or 0.0,
            unavailable=snakemake.params.get("unavailable", "error"),
            server={"python": snakemake.params.python, "log": server_log} if server_log else None,
        )
