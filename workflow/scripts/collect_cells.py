"""Collect every cell with evidence, measured, simulated or published, into one table for people.

Reads  results/cells/{evidence}/{source}.parquet (several, each sorted by the key of its cells)
Writes results/cells.parquet
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from findorigin.common.cells import FINAL_STATUSES, sort_value
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows, write_rows
from findorigin.tasks.columns import CELLS

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


# What people read: the cells' columns with the models' labels, less what only the tasks' own tables show.
LABEL = pa.field("label", pa.string())
COLUMNS = pa.schema(
    field
    for column in CELLS
    for field in ([LABEL, column] if column.name == "evidence" else [column])
    if field.name not in ("needs_review", "details")
)


def settled_cells(path: str, labels: Mapping[str, Mapping[str, str]]) -> Iterator[dict[str, Any]]:
    """Yield the cells of one source that have a final answer or are published, with their labels."""
    for cell in read_rows(path, [name for name in COLUMNS.names if name != "label"]):
        if cell["evidence"] == "published" or cell["status"] in FINAL_STATUSES:
            yield cell | {"label": labels[cell["evidence"]][cell["model"]]}


def _order(cell: Mapping[str, Any]) -> tuple[Any, ...]:
    return (*sort_value(cell), cell["evidence"])


def main(cells: Sequence[str], labels: Mapping[str, Mapping[str, str]], output: str) -> None:
    """Write the cells of all sources in the order of their keys; `labels` map an evidence's models to labels.

    Of every file one row group is held in memory.
    """
    write_rows(output, COLUMNS, heapq.merge(*(settled_cells(path, labels) for path in cells), key=_order))


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(cells=snakemake.input.cells, labels=snakemake.params.labels, output=snakemake.output[0])
