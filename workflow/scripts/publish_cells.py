"""Write the published outcomes of every task as cells with evidence `published`.

Reads:  the files of resources/published that tasks name (`published_cells`).
Writes: {run}/cells/published/paper.parquet, one row a published outcome, all models together.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from findorigin.common.cells import sort_value
from findorigin.common.log import log_to
from findorigin.common.tables import write_rows
from findorigin.tasks.columns import CELLS
from findorigin.tasks.publishing import published as published_of

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(published: Mapping[str, str], slugs: Mapping[str, str], output: str) -> None:
    """Write the cells; `published` maps a task to its file, `slugs` a paper's label to its model's slug."""
    rows = [row for task, path in published.items() for row in published_of(task).read_outcomes(path, slugs)]
    write_rows(output, CELLS, sorted(rows, key=sort_value))


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            published=dict(zip(snakemake.params.tasks, snakemake.input.published, strict=True)),
            slugs=snakemake.params.slugs,
            output=snakemake.output[0],
        )
