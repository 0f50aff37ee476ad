"""Make one table of prompts of a task.

Reads:  resources/words.txt; the task's upstream file, where one of the paper's own prompts is asked for.
Writes: results/prompts/{task}/{table}.parquet, one row a prompt, sorted by the key.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.log import log_to
from findorigin.common.tables import write_rows
from findorigin.common.tokens import count_tokens
from findorigin.config.sweeps import Sweep
from findorigin.planning.cells import prompts_of
from findorigin.tasks.base import PlannedPrompt, Sources
from findorigin.tasks.columns import PROMPTS
from findorigin.tasks.making import build_prompt

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def prompt_rows(prompts: Iterable[PlannedPrompt], sources: Sources) -> Iterator[dict[str, Any]]:
    """Yield a row of PROMPTS for each planned prompt, in their order, one at a time."""
    for planned in prompts:
        prompt = build_prompt(planned, sources)
        yield {
            **planned.key.row(),
            "target_tokens": planned.target_tokens,
            "n_tokens": sources.count_tokens(prompt.text),
            "prompt": prompt.text,
            "prompt_sha256": hashlib.sha256(prompt.text.encode()).hexdigest(),
            "answer": prompt.answer,
            "marks": [asdict(mark) for mark in prompt.marks],
        }


def main(task: str, sweeps: Sequence[Mapping[str, Any]], words: str, source: str | None, output: str) -> None:
    """Write the prompts that `sweeps` (all of `task`, all in this table) ask for."""
    asked = [sweep for sweep in map(Sweep.from_json, sweeps) if sweep.task == task]
    sources = Sources(Path(words), Path(source) if source else None, count_tokens)
    write_rows(output, PROMPTS, prompt_rows(prompts_of(asked), sources), plain=("prompt",))


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            task=snakemake.wildcards.task,
            sweeps=snakemake.params.sweeps,
            words=snakemake.input.words,
            source=snakemake.input.get("upstream") or None,
            output=snakemake.output[0],
        )
