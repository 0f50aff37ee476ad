"""The cells that the statistics are made from: every planned and every published one, as a frame."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pandas as pd

from findorigin.common.cells import FINAL_STATUSES

CONDITION = (
    "evidence",
    "model",
    "label",
    "task",
    "variant",
    "arrangement",
    "hops",
    "d",
    "depth",
    "word_form",
)

# With fewer puzzles than this an interval says nothing about other puzzles.
LEAST_PUZZLES = 5

GRADER = {"measured": "declared", "simulated": "declared", "published": "paper"}


def planned_cells(
    grades: Sequence[str], cells: str, labels: Mapping[str, str], programs: Collection[str]
) -> pd.DataFrame:
    """Return one row per planned or published cell, with its label, evidence, n_tokens and input_tokens.

    A planned cell without a response keeps its row (status null), so that what is missing is counted. Those
    of `programs` are simulated, those of other models measured.
    """
    found = pd.read_parquet(cells, dtype_backend="numpy_nullable")
    planned = pd.concat(
        [pd.read_parquet(path, dtype_backend="numpy_nullable") for path in grades], ignore_index=True
    )
    published = found["evidence"] == "published"
    lengths = found.loc[~published, ["cell_id", "n_tokens", "target_tokens", "input_tokens"]]
    planned = planned.merge(lengths, on="cell_id", how="left", validate="one_to_one")
    planned["label"] = planned["model"].map(dict(labels))
    is_program = planned["model"].isin(list(programs))
    planned["evidence"] = is_program.map({True: "simulated", False: "measured"})
    return pd.concat([planned, found[published]], ignore_index=True)


def compared_cells(
    grades: Sequence[str],
    cells: str,
    labels: Mapping[str, str],
    programs: Collection[str],
    controls: Collection[str],
) -> pd.DataFrame:
    """Return the rows of `planned_cells` that are compared with others.

    Those of Find the Origin, whose length is a number of lines (the other tasks have none), without controls.
    """
    planned = planned_cells(grades, cells, labels, programs)
    compared = (planned["task"] == "find_the_origin") & ~planned["model"].isin(list(controls))
    return planned[compared].reset_index(drop=True)


def final_cells(planned: pd.DataFrame) -> pd.DataFrame:
    """Return the cells with a grade, with two columns more.

    `is_right` (0 or 1) is the paper's grade of a published cell and the declared one of any other. `tokens`
    is the length that a curve draws: the mean over the cells of one condition and n_lines of the vendor's
    count where it is known for all of them (`counted_by` vendor), otherwise of cl100k_base, rounded.
    """
    published = planned["evidence"] == "published"
    final = planned[published | planned["status"].isin(FINAL_STATUSES)].copy()
    grade = final["correct"].where(final["evidence"] != "published", final["correct_paper"])
    final["is_right"] = grade.astype("int64")
    lengths = final.groupby([*CONDITION, "n_lines"], dropna=False)
    by_vendor = lengths["input_tokens"].transform("count") == lengths["n_lines"].transform("size")
    counted = final["input_tokens"].where(by_vendor, final["n_tokens"]).astype("float64")
    final["counted"] = counted
    means = final.groupby([*CONDITION, "n_lines"], dropna=False)["counted"].transform("mean")
    final["tokens"] = means.round().astype("int64")
    final["counted_by"] = by_vendor.map({True: "vendor", False: "cl100k_base"})
    return final.drop(columns="counted")


def conditions(
    cells: pd.DataFrame, columns: Sequence[str] = CONDITION
) -> list[tuple[dict[str, Any], pd.DataFrame]]:
    """Return (the values of `columns`, the rows that share them) for each group, sorted; nulls are None."""
    groups = cells.groupby(list(columns), dropna=False, sort=True)
    return [
        ({name: plain(value) for name, value in zip(columns, values, strict=True)}, group)
        for values, group in groups
    ]


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return a scalar of a frame as a plain Python value, null as None."""
    if pd.isna(value):
        return None
    return value.item() if hasattr(value, "item") else value
