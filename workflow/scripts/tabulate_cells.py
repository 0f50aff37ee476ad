"""Tabulate accuracy and outcomes, with counts, both denominators and intervals.

Reads  results/grades/{model}.parquet (every planned cell, the missing ones too), results/cells.parquet
Writes results/tables/accuracy.csv, accuracy_by_length.csv, outcomes_by_length.csv
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.statistics.accuracy import (
    ACCURACY_COLUMNS,
    BY_LENGTH,
    OUTCOME_COLUMNS,
    groups_of,
    outcome_shares,
    summarise_cells,
)
from findorigin.statistics.evidence import CONDITION, planned_cells

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(
    grades: Sequence[str],
    cells: str,
    labels: Mapping[str, str],
    programs: Sequence[str],
    settings: Mapping[str, Any],
    accuracy: str,
    accuracy_by_length: str,
    outcomes_by_length: str,
) -> None:
    """Write the three tables."""
    planned = planned_cells(grades, cells, labels, programs)
    for columns, path in ((CONDITION, accuracy), (BY_LENGTH, accuracy_by_length)):
        rows = (
            named | summarise_cells(found, settings["draws"], settings["seed"])
            for named, found in groups_of(planned, columns)
        )
        write_csv(rows, (*columns, *ACCURACY_COLUMNS), path)
    # The other tasks have outcomes, and so tables, of their own.
    asked = planned[(planned["evidence"] != "published") & (planned["task"] == "find_the_origin")]
    shares = (named | row for named, found in groups_of(asked, BY_LENGTH) for row in outcome_shares(found))
    write_csv(shares, (*BY_LENGTH, *OUTCOME_COLUMNS), outcomes_by_length)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            grades=snakemake.input.grades,
            cells=snakemake.input.cells,
            labels=snakemake.params.labels,
            programs=snakemake.params.programs,
            settings=snakemake.params.settings,
            accuracy=snakemake.output.accuracy,
            accuracy_by_length=snakemake.output.accuracy_by_length,
            outcomes_by_length=snakemake.output.outcomes_by_length,
        )
