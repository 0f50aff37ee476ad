"""Tabulate what repeats, wrong answers, the two graders and the token counts show.

Reads  results/grades/{model}.parquet, results/cells.parquet; of the cells on which the graders disagree also
       results/responses/{model}.parquet and results/prompts/…
Writes results/tables/repeats.csv, line_offsets.csv, grader_disagreements.csv, token_estimates.csv
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from findorigin.common.cells import PROMPT_KEY, prompt_key
from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.grading.declared import declared_answer
from findorigin.grading.reading import Reader
from findorigin.statistics.evidence import (
    CONDITION,
    compared_cells,
    conditions,
    final_cells,
)
from findorigin.statistics.repeats import summarise_repeats
from findorigin.statistics.shares import share_columns, wilson_rule
from findorigin.tasks.find_the_origin.grading import Chain

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

REPEAT_COLUMNS = (
    *CONDITION,
    "n_prompts",
    "n_puzzles",
    "n_cells",
    "n_flipped",
    "flip_rate",
    "flip_rate_low",
    "flip_rate_high",
    "interval",
    "n_answer_changed",
    "variance_within",
    "variance_between",
    "share_between",
)
OFFSET_COLUMNS = (
    *CONDITION,
    "line_offset",
    "n",
    "n_neighbour",
    "n_puzzles",
    "n_final",
    "share",
    "share_low",
    "share_high",
    "interval",
)
DISAGREEMENT_COLUMNS = (
    "cell_id",
    "evidence",
    "model",
    "label",
    "n_lines",
    "n_tokens",
    "status",
    "outcome",
    "answer",
    "correct",
    "correct_paper",
    "declared_part",
)
QUARTILES = ("ratio_lower_quartile", "ratio_median", "ratio_upper_quartile")
ESTIMATE_COLUMNS = (
    "evidence",
    "model",
    "label",
    "n_cells",
    "n_tokens",
    "input_tokens",
    "ratio",
    "ratio_min",
    *QUARTILES,
    "ratio_max",
    "mean_difference",
    "difference_min",
    "difference_max",
)


def repeat_rows(final: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield the conditions of which some prompt was asked at least twice."""
    for named, group in conditions(final):
        row = summarise_repeats(group)
        if row["n_prompts"]:
            yield named | row


def offset_rows(final: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield how often a wrongly named listed vertex stands how many lines below the origin's line."""
    for named, group in conditions(final):
        neighbours = group[group["outcome"] == "neighbour"]
        n_puzzles = int(neighbours["puzzle"].nunique())
        for offset, n in neighbours["line_offset"].value_counts().sort_index().items():
            yield (
                named
                | {
                    "line_offset": int(offset),
                    "n": int(n),
                    "n_neighbour": len(neighbours),
                    "n_puzzles": n_puzzles,
                    "n_final": len(group),
                    "interval": wilson_rule(len(neighbours), n_puzzles),
                }
                | share_columns("share", int(n), len(neighbours))
            )


def estimate_rows(asked: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield, for each model whose vendor counts tokens, how its count differs from cl100k_base."""
    counted = asked[asked["input_tokens"].notna()]
    for named, group in conditions(counted, ("evidence", "model", "label")):
        estimated, reported = (group[name].astype("float64") for name in ("n_tokens", "input_tokens"))
        ratios, differences = reported / estimated, reported - estimated
        quartiles = ratios.quantile([0.25, 0.5, 0.75]).tolist()
        yield (
            named
            | {
                "n_cells": len(group),
                "n_tokens": int(estimated.sum()),
                "input_tokens": int(reported.sum()),
                "ratio": float(reported.sum() / estimated.sum()),
                "ratio_min": float(ratios.min()),
                "ratio_max": float(ratios.max()),
                "mean_difference": float(differences.mean()),
                "difference_min": int(differences.min()),
                "difference_max": int(differences.max()),
            }
            | dict(zip(QUARTILES, quartiles, strict=True))
        )


def disagreement_rows(
    asked: pd.DataFrame, responses: Sequence[str], prompts: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the cells that one grader calls right and the other wrong, with what the reply declares."""
    differ = asked[asked["correct"] != asked["correct_paper"]]
    rows = {row["cell_id"]: row for row in differ.to_dict("records")}
    texts = {
        row["cell_id"]: row["text"]
        for path in responses
        for row in read_rows(path, ("cell_id", "text"))
        if row["cell_id"] in rows
    }
    waiting: dict[tuple, list[dict[str, Any]]] = {}
    for row in rows.values():
        key = tuple(None if pd.isna(value) else value for value in prompt_key(row))
        row["declared_part"] = None
        waiting.setdefault(key, []).append(row)
    for path in prompts:
        for prompt in read_rows(path, (*PROMPT_KEY, "prompt", "origin", "destination")):
            for row in waiting.pop(prompt_key(prompt), ()):
                chain = Chain(prompt["prompt"], prompt["origin"], prompt["destination"])
                reader = Reader(chain.vertices, prompt["destination"])
                row["declared_part"] = declared_answer(texts[row["cell_id"]], reader).part
    return [rows[name] for name in sorted(rows)]


def main(
    grades: Sequence[str],
    cells: str,
    responses: Sequence[str],
    prompts: Sequence[str],
    labels: Mapping[str, str],
    programs: Sequence[str],
    controls: Sequence[str],
    repeats: str,
    line_offsets: str,
    grader_disagreements: str,
    token_estimates: str,
) -> None:
    """Write the four tables; controls are left out."""
    final = final_cells(compared_cells(grades, cells, labels, programs, controls))
    asked = final[final["evidence"] != "published"]
    write_csv(list(repeat_rows(asked)), REPEAT_COLUMNS, repeats)
    write_csv(list(offset_rows(asked)), OFFSET_COLUMNS, line_offsets)
    write_csv(disagreement_rows(asked, responses, prompts), DISAGREEMENT_COLUMNS, grader_disagreements)
    write_csv(list(estimate_rows(asked)), ESTIMATE_COLUMNS, token_estimates)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            grades=snakemake.input.grades,
            cells=snakemake.input.cells,
            responses=snakemake.input.responses,
            prompts=snakemake.input.prompts,
            labels=snakemake.params.labels,
            programs=snakemake.params.programs,
            controls=snakemake.params.controls,
            repeats=snakemake.output.repeats,
            line_offsets=snakemake.output.line_offsets,
            grader_disagreements=snakemake.output.grader_disagreements,
            token_estimates=snakemake.output.token_estimates,
        )
