"""Tabulate accuracy by length as pictures show it, effective lengths, and areas under the curves.

Reads  results/grades/{model}.parquet, results/cells.parquet
Writes results/tables/curves.csv, effective_length.csv, base_sensitivity.csv, area.csv
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.statistics.areas import area_row, common_range, shortcomings
from findorigin.statistics.curves import Curve, DrawnCurve, curve_of, curve_points
from findorigin.statistics.effective import (
    BETWEEN,
    BOUNDS,
    ESTIMATE,
    absolute_length,
    kept_length,
    l50,
    rank_with_ties,
)
from findorigin.statistics.evidence import (
    CONDITION,
    GRADER,
    compared_cells,
    conditions,
    final_cells,
)

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

CURVE_COLUMNS = (
    *CONDITION,
    "grader",
    "tokens",
    "tokens_min",
    "tokens_max",
    "target_tokens",
    "counted_by",
    "n_lines_min",
    "n_lines_max",
    "n_cells",
    "n_puzzles",
    "n_correct",
    "accuracy",
    "accuracy_low",
    "accuracy_high",
    "isotonic",
    "interval",
    "n_missing",
)
COUNTS = ("grader", "n_cells", "n_puzzles", "n_lengths", "n_missing", "counted_by")
RANKS = ("rank_best", "rank_worst", "n_ranked")
LENGTH_COLUMNS = (
    *CONDITION,
    "measure",
    *COUNTS,
    *ESTIMATE,
    *BETWEEN,
    *BOUNDS,
    "threshold",
    "base_tokens",
    "n_base",
    "base_accuracy",
    *RANKS,
    "interval",
    "n_draws",
    "n_draws_used",
    "reason",
)
SENSITIVITY_COLUMNS = tuple(name for name in LENGTH_COLUMNS if name not in ("measure", *BETWEEN, *RANKS))
AREA_COLUMNS = (
    *CONDITION,
    *COUNTS,
    "from_tokens",
    "to_tokens",
    "n_lengths_in_range",
    "area",
    "area_low",
    "area_high",
    "interval",
    "n_draws",
    "n_draws_used",
    "reason",
)
# Models are compared where all else is equal; published and measured cells are other questions.
QUESTION = tuple(name for name in CONDITION if name not in ("model", "label"))

Series = tuple[dict[str, Any], Curve]


def length_rows(
    named: Mapping[str, Any], curve: Curve, drawn: DrawnCurve, settings: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield one condition's rows of the effective lengths, without their ranks."""
    measures = {"L85": kept_length(curve, drawn, settings["base_tokens"])}
    if settings["threshold"] is not None:
        measures["absolute"] = absolute_length(curve, drawn, settings["threshold"])
    measures["L50"] = l50(curve, drawn)
    for measure, row in measures.items():
        yield {**named, "measure": measure} | row


def add_ranks(rows: Sequence[dict[str, Any]]) -> None:
    """Add to each row its ranks among the models that answered the same questions."""
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in (*QUESTION, "measure"))].append(row)
    for group in groups.values():
        for row, ranks in zip(group, rank_with_ties(group), strict=True):
            row |= dict(zip(RANKS, ranks, strict=True))


def area_rows(all_series: Sequence[Series], settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the area under each curve, over the lengths that the models of the same questions share."""
    groups = defaultdict(list)
    for named, curve in all_series:
        groups[tuple(named[name] for name in QUESTION)].append((named, curve))
    for group in groups.values():
        curves = [curve for _, curve in group]
        common = common_range(curves)
        for (named, curve), shortcoming in zip(group, shortcomings(curves), strict=True):
            yield named | area_row(curve, common, shortcoming, settings["draws"], settings["seed"])


def main(
    grades: Sequence[str],
    cells: str,
    labels: Mapping[str, str],
    programs: Sequence[str],
    controls: Sequence[str],
    settings: Mapping[str, Any],
    curves: str,
    effective_length: str,
    base_sensitivity: str,
    areas: str,
) -> None:
    """Write the four tables; controls are left out."""
    planned = compared_cells(grades, cells, labels, programs, controls)
    missing = {tuple(named.values()): len(group) for named, group in conditions(planned)}
    points, lengths, sensitivity, all_series = [], [], [], []
    for named, group in conditions(final_cells(planned)):
        curve = curve_of(group)
        drawn = curve.draws(settings["draws"], settings["seed"])
        counted = named | {
            "grader": GRADER[named["evidence"]],
            "n_cells": len(group),
            "n_puzzles": int(group["puzzle"].nunique()),
            "n_lengths": len(curve.tokens),
            "n_missing": missing[tuple(named.values())] - len(group),
            "counted_by": "/".join(sorted(set(group["counted_by"]))),
            "n_draws": settings["draws"],
        }
        all_series.append((counted, curve))
        points += [counted | point for point in curve_points(group, settings["draws"], settings["seed"])]
        lengths += length_rows(counted, curve, drawn, settings)
        for base_tokens in sorted({settings["base_tokens"], *settings["other_base_tokens"]}):
            sensitivity.append(counted | kept_length(curve, drawn, base_tokens))
    add_ranks(lengths)
    write_csv(points, CURVE_COLUMNS, curves)
    write_csv(lengths, LENGTH_COLUMNS, effective_length)
    write_csv(sensitivity, SENSITIVITY_COLUMNS, base_sensitivity)
    write_csv(list(area_rows(all_series, settings)), AREA_COLUMNS, areas)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            grades=snakemake.input.grades,
            cells=snakemake.input.cells,
            labels=snakemake.params.labels,
            programs=snakemake.params.programs,
            controls=snakemake.params.controls,
            settings=snakemake.params.settings,
            curves=snakemake.output.curves,
            effective_length=snakemake.output.effective_length,
            base_sensitivity=snakemake.output.base_sensitivity,
            areas=snakemake.output.areas,
        )
