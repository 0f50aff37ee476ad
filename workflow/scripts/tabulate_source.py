"""Tabulate what the cells of one source say: accuracy, outcomes, curves, effective lengths, errors.

Reads  {run}/cells/{evidence}/{source}.parquet
Writes {run}/statistics/{evidence}/{source}/{table}.parquet (several: SOURCE_TABLES), without labels and ranks
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from findorigin.common.log import log_to
from findorigin.config.settings import StatisticsSettings
from findorigin.statistics.cells import CellSet
from findorigin.statistics.files import read_cells, write_table
from findorigin.statistics.tables import TABLES

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(cells: str, settings: Mapping[str, Any], is_control: bool, outputs: Mapping[str, str]) -> None:
    """Write the tables named in `outputs`; those in which a control has no part are written empty for it."""
    read = CellSet(read_cells(cells), StatisticsSettings.model_construct(**settings))
    for name, path in outputs.items():
        table = TABLES[name]
        rows = () if is_control and not table.of_controls else table.rows(read)
        write_table(path, table.source_columns, rows)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            cells=snakemake.input.cells,
            settings=snakemake.params.settings,
            is_control=snakemake.params.is_control,
            outputs=dict(snakemake.output.items()),
        )
