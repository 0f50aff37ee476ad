"""Set the published prompts' token counts beside those counted by this project, for every task of texts.

Reads:  resources/published/task_prompts.csv, the prompt tables of the published variants that this run asks
Writes: {run}/tables/task_prompts.csv: published_tokens, n_tokens (known from a check), and counted_tokens and
        prompt_sha256 of the prompts of this run (null where it asks none).
"""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

COLUMNS = ("task", "variant", "published_tokens", "n_tokens", "counted_tokens", "prompt_sha256")


def main(published: str, prompts: Sequence[str], output: str) -> None:
    """Write the table, in the order of the published counts."""
    counted = {
        (row["task"], row["variant"]): (row["n_tokens"], row["prompt_sha256"])
        for path in prompts
        for row in read_rows(path, ("task", "variant", "n_tokens", "prompt_sha256"))
    }
    rows = []
    with Path(published).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            known = (row["task"], row["variant"], int(row["published_tokens"]), int(row["n_tokens"]))
            found = counted.get(known[:2], (None, None))
            rows.append(dict(zip(COLUMNS, (*known, *found), strict=True)))
    write_csv(rows, COLUMNS, output)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(published=snakemake.input.published, prompts=snakemake.input.prompts, output=snakemake.output[0])
