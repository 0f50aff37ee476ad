"""Tabulate the smallest differences that the planned questions can resolve.

Reads  nothing: `sweeps` are the planned questions
Writes results/tables/power.csv
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.config.sweeps import planned_cells
from findorigin.statistics import power
from findorigin.statistics.evidence import conditions

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

QUESTION = ("model", "task", "arrangement", "hops", "d", "depth", "word_form")
COLUMNS = (
    "evidence",
    *QUESTION,
    "n_puzzles",
    "n_lengths",
    "n_repeats",
    "n_cells",
    "paired_at_one_length",
    "unpaired_at_one_length",
    "paired_over_lengths",
    "unpaired_over_lengths",
    "power",
    "alpha",
    "discordant",
    "accuracy",
    "correlation",
)


def power_row(cells: pd.DataFrame) -> dict[str, Any]:
    """Return counts and smallest differences of the planned cells of one model and condition.

    At one length a puzzle counts with its repeats; over the lengths with all its cells.
    """
    n_puzzles, n_lengths = int(cells["puzzle"].nunique()), int(cells["n_lines"].nunique())
    per_puzzle = {
        "at_one_length": max(1, len(cells) // (n_puzzles * n_lengths)),
        "over_lengths": max(1, len(cells) // n_puzzles),
    }
    row = {
        "n_puzzles": n_puzzles,
        "n_lengths": n_lengths,
        "n_repeats": int(cells["repeat"].nunique()),
        "n_cells": len(cells),
        "power": power.POWER,
        "alpha": power.ALPHA,
        "discordant": power.DISCORDANT,
        "accuracy": power.ACCURACY,
        "correlation": power.CORRELATION,
    }
    for span, n in per_puzzle.items():
        for name, paired in (("paired", True), ("unpaired", False)):
            row[f"{name}_{span}"] = power.smallest_difference(n_puzzles, n, paired=paired)
    return row


def main(
    sweeps: Sequence[Mapping[str, Any]], models: Sequence[str], programs: Sequence[str], output: str
) -> None:
    """Write the table for `models`; what `programs` will answer is simulated."""
    rows = []
    for model in models:
        cells = pd.DataFrame(
            [cell for cell in planned_cells(sweeps, model) if cell["task"] == "find_the_origin"]
        )
        if cells.empty:
            continue
        evidence = {"evidence": "simulated" if model in programs else "measured"}
        rows += [evidence | named | power_row(group) for named, group in conditions(cells, QUESTION)]
    write_csv(rows, COLUMNS, output)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            sweeps=snakemake.params.sweeps,
            models=snakemake.params.models,
            programs=snakemake.params.programs,
            output=snakemake.output[0],
        )
