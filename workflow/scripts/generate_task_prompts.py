"""Make the prompts of one variant of a task without d.

Reads:  the task's upstream file, where a published variant is asked for.
Writes: results/prompts/{task}/{variant}.parquet, one row a prompt, sorted by the key.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.log import log_to
from findorigin.common.tables import PROMPTS, write_rows
from findorigin.common.tokens import count_tokens
from findorigin.config.sweeps import prompt_keys_of_table
from findorigin.tasks.loading import prompts_of

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def prompt_rows(keys: Iterable[Mapping[str, Any]], source: str | None) -> Iterator[dict[str, Any]]:
    """Yield a row of the prompts table for each key, in the order of `keys`; no task has origin or
    destination.
    """
    for key in keys:
        prompt = prompts_of(key["task"]).build(key, Path(source) if source else None, count_tokens)
        yield {
            **key,
            "n_tokens": count_tokens(prompt),
            "prompt": prompt,
            "prompt_sha256": hashlib.sha256(prompt.encode()).hexdigest(),
            "origin": None,
            "destination": None,
        }


def main(
    sweeps: Sequence[Mapping[str, Any]], task: str, variant: str, source: str | None, output: str
) -> None:
    """Write the prompts of one variant that the normalised `sweeps` ask for."""
    keys = prompt_keys_of_table(sweeps, task, variant)
    write_rows(output, PROMPTS, prompt_rows(keys, source), plain=("prompt",))


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            sweeps=snakemake.params.sweeps,
            task=snakemake.wildcards.task,
            variant=snakemake.wildcards.variant,
            source=snakemake.input.get("source"),
            output=snakemake.output[0],
        )
