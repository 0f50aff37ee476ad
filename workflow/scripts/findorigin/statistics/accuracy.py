"""Accuracy with both denominators, and the shares of what came back and of what was answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from findorigin.keys import FINAL_STATUSES
from findorigin.statistics.intervals import wilson_interval

OUTCOMES = ("correct", "middle", "destination", "neighbour", "invented", "no_answer")

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
BY_LENGTH = (*CONDITION, "n_lines")

# With fewer puzzles than this an interval says nothing about other puzzles.
LEAST_PUZZLES = 5


Summarise = Callable[[pd.DataFrame], dict[str, Any]]


def _rate(prefix: str, successes: int, n: int) -> dict[str, float | None]:
    low, high = wilson_interval(successes, n)
    return {prefix: successes / n if n else None, f"{prefix}_low": low, f"{prefix}_high": high}


def summarise_cells(cells: pd.DataFrame) -> dict[str, Any]:
    """Return counts and accuracies of one group of planned cells.

    `cells` has one row per planned cell (columns: evidence, puzzle, status, outcome, correct, correct_paper,
    n_tokens); a missing cell has status null. A published cell has only `correct_paper`: what it answered is
    unknown, so its `accuracy` and `n_answered` are null. `accuracy` counts truncated, refused, empty and
    overflown cells as not correct; `accuracy_answered` leaves out what was not answered.
    """
    published = (cells["evidence"] == "published").all()
    final = cells if published else cells[cells["status"].isin(FINAL_STATUSES)]
    n_puzzles = int(cells["puzzle"].nunique())
    row: dict[str, Any] = {
        "n_tokens_min": _whole(cells["n_tokens"].min()),
        "n_tokens_max": _whole(cells["n_tokens"].max()),
        "n_puzzles": n_puzzles,
        "n_planned": len(cells),
        "n_final": len(final),
        "n_missing": len(cells) - len(final),
        "n_answered": None,
        "n_correct": None,
        "n_correct_paper": int(final["correct_paper"].sum()),
    }
    if published:
        row |= dict.fromkeys(f"accuracy{part}" for part in ("", "_low", "_high"))
        row |= dict.fromkeys(f"accuracy_answered{part}" for part in ("", "_low", "_high"))
    else:
        declared = final["outcome"] != "no_answer"
        answered = (final["status"] == "ok") | ((final["status"] == "truncated") & declared)
        row["n_answered"] = int(answered.sum())
        row["n_correct"] = int(final["correct"].sum())
        row |= _rate("accuracy", row["n_correct"], len(final))
        row |= _rate("accuracy_answered", row["n_correct"], row["n_answered"])
    row |= _rate("accuracy_paper", row["n_correct_paper"], len(final))
    row["complete"] = row["n_missing"] == 0
    row["interval"] = (
        "95 % Wilson" if n_puzzles >= LEAST_PUZZLES else "95 % Wilson, conditional on these puzzles"
    )
    return row


def _whole(value: float) -> int | None:
    return None if pd.isna(value) else int(value)


def outcome_shares(cells: pd.DataFrame) -> dict[str, Any]:
    """Return the share of each status and outcome among a group's final cells; null if there are none."""
    final = cells[cells["status"].isin(FINAL_STATUSES)]
    n = len(final)
    row: dict[str, Any] = {"n_planned": len(cells), "n_final": n, "n_missing": len(cells) - n}
    for column, values in (("status", FINAL_STATUSES), ("outcome", OUTCOMES)):
        counts = final[column].value_counts()
        row |= {f"{column}_{value}": float(counts.get(value, 0)) / n if n else None for value in values}
    return row


def by_group(cells: pd.DataFrame, columns: tuple[str, ...], summarise: Summarise) -> pd.DataFrame:
    """Apply `summarise` to every group of `cells` that shares `columns`; one row a group, sorted by them."""
    rows = []
    for values, group in cells.groupby(list(columns), dropna=False, sort=True):
        named = {
            name: (None if pd.isna(value) else value) for name, value in zip(columns, values, strict=True)
        }
        rows.append(named | summarise(group))
    table = pd.DataFrame(rows, dtype=object)
    counts = [name for name in table if name.startswith("n_")]
    return table.astype(dict.fromkeys(counts, "Int64"))
