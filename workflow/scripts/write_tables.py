"""Write the tables of statistics for people: all evidences together, as CSV.

Reads  {run}/statistics/{evidence}/{table}.parquet (several)
Writes {run}/tables/{table}.csv (several: TABLES)
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.statistics.tables import TABLES

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(statistics: Sequence[str], outputs: Mapping[str, str]) -> None:
    """Write the tables named in `outputs`, in the order of `statistics`, or in that of the table."""
    of_table = defaultdict(list)
    for path in statistics:
        of_table[Path(path).stem].append(path)
    for name, output in outputs.items():
        table = TABLES[name]
        rows = [row for path in of_table[name] for row in read_rows(path)]
        if table.order is not None:
            rows.sort(key=table.order)
        write_csv(rows, tuple(table.columns), output)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(statistics=snakemake.input.statistics, outputs=dict(snakemake.output.items()))
