"""Ask a model that vLLM serves on this machine's GPUs every question that the store can't answer yet.

Reads the prompts (results/prompts) and the model's journal in the store; appends to the journal and writes
results/responses/{model}.parquet once every planned cell has a final answer. vLLM's own log stands beside
this job's.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from findorigin.backends.vllm.model import VllmModel
from findorigin.common.log import log_to
from findorigin.engine.run import job_arguments, run_query

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        vllm_model = VllmModel(
            entry=snakemake.params.model_entry,
            python=snakemake.params.python,
            log=snakemake.log.server,
            journal=Path(snakemake.params.store) / f"{snakemake.wildcards.model}.jsonl",
        )
        run_query(**job_arguments(snakemake), connect=vllm_model.connect, identify=vllm_model.identify)
