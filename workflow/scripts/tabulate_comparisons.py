"""Tabulate comparisons, what of the paper was reproduced, and the gap from retrieval to reasoning.

Reads  results/grades/{model}.parquet, results/cells.parquet
Writes results/tables/comparisons.csv, reproduction.csv, retrieval_gap.csv
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.statistics.comparisons import (
    AGREEMENT,
    QUESTION,
    arrangement_pairs,
    direction_pairs,
    model_pairs,
    reproduction_rows,
)
from findorigin.statistics.evidence import GRADER, compared_cells, final_cells
from findorigin.statistics.retrieval import SHARED, gap_rows

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

PAIRS = (
    "n_pairs",
    "n_puzzles",
    "n_unpaired",
    "n_both",
    "n_only_a",
    "n_only_b",
    "n_neither",
    "accuracy_a",
    "accuracy_b",
    "difference",
    "difference_low",
    "difference_high",
    "interval",
    "test",
    "p_mcnemar",
)
ADJUSTED = ("p_holm", "n_family")
COMPARISON_COLUMNS = (
    "comparison",
    "evidence",
    "grader",
    "model",
    "label",
    *QUESTION,
    "a",
    "b",
    *PAIRS,
    "p_puzzles",
    *ADJUSTED,
)
REPRODUCTION_COLUMNS = (
    "model",
    "label",
    *QUESTION,
    "n_published",
    "n_compared",
    *PAIRS,
    "p_fisher",
    *ADJUSTED,
    *AGREEMENT,
    "same_prompts",
    "verdict",
)
GAP_COLUMNS = (
    *SHARED,
    "grader",
    "hops",
    "d",
    "length",
    "length_unit",
    "n_lengths",
    "tokens",
    "n_puzzles",
    "n_retrieval",
    "n_reasoning",
    "accuracy_retrieval",
    "accuracy_reasoning",
    "gap",
    "gap_low",
    "gap_high",
    "interval",
)


def main(
    grades: Sequence[str],
    cells: str,
    labels: Mapping[str, str],
    programs: Sequence[str],
    controls: Sequence[str],
    settings: Mapping[str, Any],
    comparisons: str,
    reproduction: str,
    retrieval_gap: str,
) -> None:
    """Write the three tables; controls are left out."""
    planned = compared_cells(grades, cells, labels, programs, controls)
    final = final_cells(planned)
    rows = [
        row for pairs in (model_pairs, direction_pairs, arrangement_pairs) for row in pairs(final, settings)
    ]
    gaps = [row | {"grader": GRADER[row["evidence"]]} for row in gap_rows(final, settings)]
    write_csv(rows, COMPARISON_COLUMNS, comparisons)
    write_csv(reproduction_rows(planned), REPRODUCTION_COLUMNS, reproduction)
    write_csv(gaps, GAP_COLUMNS, retrieval_gap)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            grades=snakemake.input.grades,
            cells=snakemake.input.cells,
            labels=snakemake.params.labels,
            programs=snakemake.params.programs,
            controls=snakemake.params.controls,
            settings=snakemake.params.settings,
            comparisons=snakemake.output.comparisons,
            reproduction=snakemake.output.reproduction,
            retrieval_gap=snakemake.output.retrieval_gap,
        )
