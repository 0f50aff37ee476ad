"""Tabulate accuracy and outcomes, with counts, both denominators and intervals.

Reads  results/grades/{model}.parquet (every planned cell, the missing ones too), results/cells.parquet
Writes results/tables/accuracy.csv, accuracy_by_length.csv, outcomes_by_length.csv
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from findorigin.csv_tables import write_csv
from findorigin.scriptlog import log_to
from findorigin.statistics.accuracy import BY_LENGTH, by_group, outcome_shares, summarise_cells
from findorigin.statistics.evidence import CONDITION, planned_cells

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(
    grades: Sequence[str],
    cells: str,
    labels: Mapping[str, str],
    settings: Mapping[str, Any],
    accuracy: str,
    accuracy_by_length: str,
    outcomes_by_length: str,
) -> None:
    """Write the three tables."""
    planned = planned_cells(grades, cells, labels)
    summarise = partial(summarise_cells, n_draws=settings["draws"], seed=settings["seed"])
    _write(by_group(planned, CONDITION, summarise), accuracy)
    _write(by_group(planned, BY_LENGTH, summarise), accuracy_by_length)
    # The other tasks have outcomes, and so tables, of their own.
    measured = planned[(planned["evidence"] == "measured") & (planned["task"] == "find_the_origin")]
    _write(by_group(measured, BY_LENGTH, outcome_shares), outcomes_by_length)


def _write(table: pd.DataFrame, path: str) -> None:
    write_csv(table.to_dict("records"), list(table.columns), path)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            grades=snakemake.input.grades,
            cells=snakemake.input.cells,
            labels=snakemake.params.labels,
            settings=snakemake.params.settings,
            accuracy=snakemake.output.accuracy,
            accuracy_by_length=snakemake.output.accuracy_by_length,
            outcomes_by_length=snakemake.output.outcomes_by_length,
        )
