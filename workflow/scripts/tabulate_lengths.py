"""Tabulate accuracy by length as pictures show it, effective lengths, and areas under the curves.

Reads  results/grades/{model}.parquet, results/cells.parquet
Writes results/tables/curves.csv, effective_length.csv, base_sensitivity.csv, area.csv
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from findorigin.csv_tables import write_csv
from findorigin.scriptlog import log_to
from findorigin.statistics.bootstrap import percentile_interval
from findorigin.statistics.curves import Curve, curve_of, curve_points
from findorigin.statistics.effective import absolute_length, kept_length, l50, rank_with_ties
from findorigin.statistics.evidence import (
    CONDITION,
    GRADER,
    compared_cells,
    conditions,
    final_cells,
)
from findorigin.statistics.lengths import area

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
LENGTH_COLUMNS = (
    *CONDITION,
    "measure",
    *COUNTS,
    "tokens",
    "relation",
    "low",
    "low_relation",
    "high",
    "high_relation",
    "threshold",
    "base_tokens",
    "n_base",
    "base_accuracy",
    "rank_best",
    "rank_worst",
    "n_ranked",
    "interval",
    "n_draws",
    "reason",
)
SENSITIVITY_COLUMNS = tuple(
    name for name in LENGTH_COLUMNS if name not in ("measure", "rank_best", "rank_worst", "n_ranked")
)
AREA_COLUMNS = (
    *CONDITION,
    *COUNTS,
    "from_tokens",
    "to_tokens",
    "area",
    "area_low",
    "area_high",
    "interval",
    "n_draws",
    "reason",
)
# Models are compared where all else is equal; published and measured cells are other questions.
QUESTION = tuple(name for name in CONDITION if name not in ("model", "label"))

Drawn = tuple[np.ndarray, np.ndarray]
Series = tuple[dict[str, Any], Curve, Drawn]


def length_rows(series: Series, settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield one condition's rows of the effective lengths, without their ranks."""
    named, curve, drawn = series
    measures = {"L85": kept_length(curve, drawn, settings["base_tokens"])}
    if settings["threshold"] is not None:
        measures["absolute"] = absolute_length(curve, drawn, settings["threshold"])
    measures["L50"] = l50(curve, drawn)
    for measure, row in measures.items():
        yield named | {"measure": measure} | row


def add_ranks(rows: Sequence[dict[str, Any]]) -> None:
    """Add to each row its ranks among the models that answered the same questions."""
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in (*QUESTION, "measure"))].append(row)
    for group in groups.values():
        for row, ranks in zip(group, rank_with_ties(group), strict=True):
            row |= dict(zip(("rank_best", "rank_worst", "n_ranked"), ranks, strict=True))


def area_rows(all_series: Sequence[Series]) -> Iterator[dict[str, Any]]:
    """Yield the area under each curve, over the lengths that all models of the same questions cover."""
    groups = defaultdict(list)
    for named, curve, drawn in all_series:
        groups[tuple(named[name] for name in QUESTION)].append((named, curve, drawn))
    for group in groups.values():
        low = max(curve.tokens[0] for _, curve, _ in group)
        high = min(curve.tokens[-1] for _, curve, _ in group)
        for named, curve, (right, n) in group:
            row = dict.fromkeys(("area", "area_low", "area_high", "reason"))
            found = area(curve.tokens, curve.right / curve.n, low, high)
            if found is None:
                row["reason"] = "the models' lengths have no common range"
            else:
                row["area"] = float(found)
                # The area is a weighted mean of the accuracies: these are the weights.
                weights = area(curve.tokens, np.eye(len(curve.tokens)), low, high)
                drawn = _drawn_areas(weights, right, n)
                row["area_low"], row["area_high"] = percentile_interval(drawn, float(found))
            yield named | {"from_tokens": float(low), "to_tokens": float(high)} | row


def _drawn_areas(weights: np.ndarray, right: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Return the area of every draw, NaN without cells; a length that a draw lacks has no weight in it."""
    asked = n > 0
    accuracy = right / np.where(asked, n, 1.0)
    total = asked @ weights
    return np.where(total > 0, accuracy @ weights / np.where(total > 0, total, 1.0), np.nan)


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
        right, n, drawn = curve.draws(settings["draws"], settings["seed"])
        counted = named | {
            "grader": GRADER[named["evidence"]],
            "n_cells": len(group),
            "n_puzzles": int(group["puzzle"].nunique()),
            "n_lengths": len(curve.tokens),
            "n_missing": missing[tuple(named.values())] - len(group),
            "counted_by": "/".join(sorted(set(group["counted_by"]))),
            "interval": drawn.rule,
            "n_draws": settings["draws"],
        }
        series = (counted, curve, (right, n))
        all_series.append(series)
        points += [counted | point for point in curve_points(group, settings["draws"], settings["seed"])]
        lengths += length_rows(series, settings)
        for base_tokens in sorted({settings["base_tokens"], *settings["other_base_tokens"]}):
            sensitivity.append(counted | kept_length(curve, (right, n), base_tokens))
    add_ranks(lengths)
    write_csv(points, CURVE_COLUMNS, curves)
    write_csv(lengths, LENGTH_COLUMNS, effective_length)
    write_csv(sensitivity, SENSITIVITY_COLUMNS, base_sensitivity)
    write_csv(list(area_rows(all_series)), AREA_COLUMNS, areas)


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
