"""Ask a control every planned question that the store can't answer yet.

Reads the prompts (results/prompts) and the model's journal in the store; appends to the journal and writes
results/responses/{model}.parquet once every planned cell has a final answer.
"""

from typing import TYPE_CHECKING

from findorigin.backends.control import connect, identify
from findorigin.common.log import log_to
from findorigin.engine.run import job_arguments, run_query

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        run_query(**job_arguments(snakemake), connect=connect, identify=identify)
