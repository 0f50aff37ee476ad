"""Accuracy with both denominators, and the shares of what came back and of what was answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from findorigin.keys import FINAL_STATUSES
from findorigin.statistics.bootstrap import PUZZLES_DRAWN, clustered
from findorigin.statistics.evidence import CONDITION, LEAST_PUZZLES
from findorigin.statistics.intervals import wilson_interval

OUTCOMES = ("correct", "middle", "destination", "neighbour", "invented", "no_answer")

BY_LENGTH = (*CONDITION, "n_lines")

FINAL = frozenset(FINAL_STATUSES)
CELL_COLUMNS = ("evidence", "puzzle", "status", "outcome", "correct", "correct_paper", "n_tokens")
CLUSTERED = ("_cluster_low", "_cluster_high", "_cluster_se")

Summarise = Callable[[pd.DataFrame], dict[str, Any]]


def _rate(prefix: str, successes: int, n: int) -> dict[str, float | None]:
    low, high = wilson_interval(successes, n)
    return {prefix: successes / n if n else None, f"{prefix}_low": low, f"{prefix}_high": high}


def summarise_cells(cells: pd.DataFrame, n_draws: int = 2000, seed: int = 1) -> dict[str, Any]:
    """Return counts and accuracies of one group of planned cells.

    `cells` has one row per planned cell (columns: evidence, puzzle, status, outcome, correct, correct_paper,
    n_tokens); a missing cell has status null. A published cell has only `correct_paper`: what it answered is
    unknown, so its `accuracy` and `n_answered` are null. `accuracy` counts truncated, refused, empty and
    overflown cells as not correct; `accuracy_answered` leaves out what was not answered. With at least five
    puzzles `accuracy` also has a bootstrap interval over puzzles (`n_draws`, `seed`) and a clustered standard
    error. `n_graders_differ` counts the cells that one grader calls right and the other wrong.
    """
    # Lists, since thousands of groups of one cell each pass here.
    found = {name: cells[name].tolist() for name in CELL_COLUMNS}
    published = all(evidence == "published" for evidence in found["evidence"])
    places = [i for i, status in enumerate(found["status"]) if published or status in FINAL]
    right = [found["correct"][i] is True for i in places]
    right_by_paper = [found["correct_paper"][i] is True for i in places]
    lengths = [int(n) for n in found["n_tokens"] if not pd.isna(n)]
    n_puzzles = len(set(found["puzzle"]))
    row: dict[str, Any] = {
        "n_tokens_min": min(lengths, default=None),
        "n_tokens_max": max(lengths, default=None),
        "n_puzzles": n_puzzles,
        "n_planned": len(cells),
        "n_final": len(places),
        "n_missing": len(cells) - len(places),
        "n_answered": None,
        "n_correct": None,
        "n_correct_paper": sum(right_by_paper),
        "n_graders_differ": None,
    }
    if published:
        row |= dict.fromkeys(f"accuracy{part}" for part in ("", "_low", "_high", *CLUSTERED))
        row |= dict.fromkeys(f"accuracy_answered{part}" for part in ("", "_low", "_high"))
    else:
        row["n_answered"] = sum(_is_answered(found["status"][i], found["outcome"][i]) for i in places)
        row["n_correct"] = sum(right)
        row["n_graders_differ"] = sum(a != b for a, b in zip(right, right_by_paper, strict=True))
        row |= _rate("accuracy", row["n_correct"], len(places))
        by_puzzle = pd.DataFrame({"puzzle": [found["puzzle"][i] for i in places], "is_right": right})
        bounds = clustered(by_puzzle, n_draws, seed)
        row |= {f"accuracy_cluster_{part}": value for part, value in bounds.items()}
        row |= _rate("accuracy_answered", row["n_correct"], row["n_answered"])
    row |= _rate("accuracy_paper", row["n_correct_paper"], len(places))
    row["complete"] = row["n_missing"] == 0
    row["interval"] = (
        "95 % Wilson" if n_puzzles >= LEAST_PUZZLES else "95 % Wilson, conditional on these puzzles"
    )
    row["cluster_interval"] = PUZZLES_DRAWN if row["accuracy_cluster_low"] is not None else None
    return row


def _is_answered(status: str, outcome: str) -> bool:
    return status == "ok" or (status == "truncated" and outcome != "no_answer")


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
    used = list(dict.fromkeys((*columns, *CELL_COLUMNS)))
    # One block of objects is cut into thousands of groups far faster than a column of each type.
    for values, group in cells[used].astype(object).groupby(list(columns), dropna=False, sort=True):
        named = {
            name: (None if pd.isna(value) else value) for name, value in zip(columns, values, strict=True)
        }
        rows.append(named | summarise(group))
    table = pd.DataFrame(rows, dtype=object)
    counts = [name for name in table if name.startswith("n_")]
    return table.astype(dict.fromkeys(counts, "Int64"))
