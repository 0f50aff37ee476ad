"""Join the tables of all sources with the same evidence; compare the sources with one another.

Reads  {run}/statistics/{evidence}/{source}/{table}.parquet (several),
       {run}/cells/{evidence}/{source}.parquet (several; no controls) and the published cells, for measured
       evidence
Writes {run}/statistics/{evidence}/{table}.parquet (several: TABLES), with labels and ranks
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.config.settings import StatisticsSettings
from findorigin.statistics.cells import CellSet
from findorigin.statistics.columns import Row
from findorigin.statistics.files import read_cells, write_table
from findorigin.statistics.tables import TABLES

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def joined_rows(paths: Iterable[str]) -> list[Row]:
    """Return the rows of one table, the sources one after the other by their names."""
    in_order = sorted(paths, key=lambda path: Path(path).parent.name)
    return [row for path in in_order for row in read_rows(path)]


def labelled(rows: Iterable[Row], labels: Mapping[str, Mapping[str, str]], evidence: str) -> Iterator[Row]:
    """Yield the rows with the labels of their models; a row of several models has none."""
    for row in rows:
        of_evidence = labels[str(row.get("evidence", evidence))]
        yield row | {"label": None if row["model"] is None else of_evidence[str(row["model"])]}


def main(
    evidence: str,
    statistics: Sequence[str],
    cells: Sequence[str],
    published: str | None,
    labels: Mapping[str, Mapping[str, str]],
    settings: Mapping[str, Any],
    outputs: Mapping[str, str],
) -> None:
    """Write the tables named in `outputs`.

    `cells` are those of the sources that are compared. `labels` map the models of `evidence` to their labels,
    and where `published` is given those of published evidence.
    """
    compared = CellSet(
        [cell for path in sorted(cells) for cell in read_cells(path)],
        StatisticsSettings.model_construct(**settings),
        read_cells(published) if published else (),
    )
    of_table = defaultdict(list)
    for path in statistics:
        of_table[Path(path).stem].append(path)
    for name, path in outputs.items():
        table = TABLES[name]
        rows = table.rows(compared) if table.compares else table.join(joined_rows(of_table[name]))
        if "label" in table.columns:
            rows = labelled(rows, labels, evidence)
        write_table(path, table.columns, rows)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            evidence=snakemake.params.evidence,
            statistics=snakemake.input.statistics,
            cells=snakemake.input.cells,
            published=snakemake.input.get("published"),
            labels=snakemake.params.labels,
            settings=snakemake.params.settings,
            outputs=dict(snakemake.output.items()),
        )
