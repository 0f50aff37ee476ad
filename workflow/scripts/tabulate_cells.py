"""Tabulate accuracy and outcomes, with counts, both denominators and intervals.

Reads  results/grades/{model}.parquet (every planned cell, the missing ones too), results/cells.parquet
Writes results/tables/accuracy.csv, accuracy_by_length.csv, outcomes_by_length.csv
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from findorigin.scriptlog import log_to
from findorigin.statistics.accuracy import (
    BY_LENGTH,
    CONDITION,
    by_group,
    outcome_shares,
    summarise_cells,
)

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def planned_cells(grades: Sequence[str], cells: pd.DataFrame, labels: Mapping[str, str]) -> pd.DataFrame:
    """Return one row per planned or published cell, with its label, evidence and n_tokens.

    A planned cell without a response keeps its row (status null), so that what is missing is counted.
    """
    measured = pd.concat(
        [pd.read_parquet(path, dtype_backend="numpy_nullable") for path in grades], ignore_index=True
    )
    lengths = cells.loc[cells["evidence"] == "measured", ["cell_id", "n_tokens"]]
    measured = measured.merge(lengths, on="cell_id", how="left", validate="one_to_one")
    measured["label"] = measured["model"].map(dict(labels))
    measured["evidence"] = "measured"
    published = cells[cells["evidence"] == "published"]
    return pd.concat([measured, published], ignore_index=True)


def write_csv(table: pd.DataFrame, path: str) -> None:
    """Write a table; null is an empty field, shares have six digits."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    shown = table.map(lambda value: f"{value:.6f}" if isinstance(value, float) else value)
    shown.to_csv(path, index=False, lineterminator="\n")


def main(
    grades: Sequence[str],
    cells: str,
    labels: Mapping[str, str],
    accuracy: str,
    accuracy_by_length: str,
    outcomes_by_length: str,
) -> None:
    """Write the three tables."""
    planned = planned_cells(grades, pd.read_parquet(cells, dtype_backend="numpy_nullable"), labels)
    write_csv(by_group(planned, CONDITION, summarise_cells), accuracy)
    write_csv(by_group(planned, BY_LENGTH, summarise_cells), accuracy_by_length)
    # The other tasks have outcomes, and so tables, of their own.
    measured = planned[(planned["evidence"] == "measured") & (planned["task"] == "find_the_origin")]
    write_csv(by_group(measured, BY_LENGTH, outcome_shares), outcomes_by_length)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            grades=snakemake.input.grades,
            cells=snakemake.input.cells,
            labels=snakemake.params.labels,
            accuracy=snakemake.output.accuracy,
            accuracy_by_length=snakemake.output.accuracy_by_length,
            outcomes_by_length=snakemake.output.outcomes_by_length,
        )
