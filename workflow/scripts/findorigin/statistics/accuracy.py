"""Accuracy with both denominators, and the shares of what came back and of what was answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from findorigin.common.cells import FINAL_STATUSES
from findorigin.statistics.bootstrap import PUZZLES_DRAWN, clustered
from findorigin.statistics.evidence import CONDITION, plain
from findorigin.statistics.shares import share_columns, wilson_rule

OUTCOMES = ("correct", "middle", "destination", "neighbour", "invented", "no_answer")

BY_LENGTH = (*CONDITION, "n_lines")
COUNTS = ("n_puzzles", "n_planned", "n_final", "n_missing")

FINAL = frozenset(FINAL_STATUSES)
CELL_COLUMNS = ("evidence", "puzzle", "status", "outcome", "correct", "correct_paper", "n_tokens")
CLUSTERED = ("_cluster_low", "_cluster_high", "_cluster_se")
ACCURACY_COLUMNS = (
    "n_tokens_min",
    "n_tokens_max",
    *COUNTS,
    "n_answered",
    "n_correct",
    "n_correct_paper",
    "n_graders_differ",
    "accuracy",
    "accuracy_low",
    "accuracy_high",
    "accuracy_cluster_low",
    "accuracy_cluster_high",
    "accuracy_cluster_se",
    "accuracy_answered",
    "accuracy_answered_low",
    "accuracy_answered_high",
    "accuracy_paper",
    "accuracy_paper_low",
    "accuracy_paper_high",
    "complete",
    "interval",
    "cluster_interval",
)
OUTCOME_COLUMNS = (*COUNTS, "counted", "value", "n", "share", "share_low", "share_high", "interval")


def groups_of(
    cells: pd.DataFrame, columns: Sequence[str]
) -> Iterator[tuple[dict[str, Any], dict[str, list[Any]]]]:
    """Yield (the values of `columns`, the group's CELL_COLUMNS as lists) for each group, sorted by them.

    A null of `columns` is None.
    """
    used = list(dict.fromkeys((*columns, *CELL_COLUMNS)))
    # One block of objects is cut into thousands of groups far faster than a column of each type.
    for values, group in cells[used].astype(object).groupby(list(columns), dropna=False, sort=True):
        named = {name: plain(value) for name, value in zip(columns, values, strict=True)}
        # Lists, since thousands of groups of one cell each pass here.
        yield named, {name: group[name].tolist() for name in CELL_COLUMNS}


def summarise_cells(found: dict[str, list[Any]], n_draws: int = 2000, seed: int = 1) -> dict[str, Any]:
    """Return ACCURACY_COLUMNS of one group of planned cells, given as lists of CELL_COLUMNS.

    A missing cell has status null. A published cell has only `correct_paper`: what it answered is unknown, so
    its `accuracy` and `n_answered` are null. `accuracy` counts truncated, refused, empty and overflown cells
    as not correct; `accuracy_answered` leaves out what was not answered. With at least five puzzles
    `accuracy` also has a bootstrap interval over puzzles (`n_draws`, `seed`) and a clustered standard error.
    `n_graders_differ` counts the cells that one grader calls right and the other wrong.
    """
    published = all(evidence == "published" for evidence in found["evidence"])
    places = _final_places(found)
    right = [found["correct"][i] is True for i in places]
    right_by_paper = [found["correct_paper"][i] is True for i in places]
    lengths = [int(n) for n in found["n_tokens"] if not pd.isna(n)]
    row: dict[str, Any] = _counts(found, places) | {
        "n_tokens_min": min(lengths, default=None),
        "n_tokens_max": max(lengths, default=None),
        "n_answered": None,
        "n_correct": None,
        "n_correct_paper": sum(right_by_paper),
        "n_graders_differ": None,
    }
    if published:
        row |= dict.fromkeys(f"accuracy{part}" for part in ("", "_low", "_high", *CLUSTERED))
        row |= share_columns("accuracy_answered", None, None)
    else:
        row["n_answered"] = sum(_is_answered(found["status"][i], found["outcome"][i]) for i in places)
        row["n_correct"] = sum(right)
        row["n_graders_differ"] = sum(a != b for a, b in zip(right, right_by_paper, strict=True))
        row |= share_columns("accuracy", row["n_correct"], len(places))
        by_puzzle = pd.DataFrame({"puzzle": [found["puzzle"][i] for i in places], "is_right": right})
        bounds = clustered(by_puzzle, n_draws, seed)
        row |= {f"accuracy_cluster_{part}": value for part, value in bounds.items()}
        row |= share_columns("accuracy_answered", row["n_correct"], row["n_answered"])
    row |= share_columns("accuracy_paper", row["n_correct_paper"], len(places))
    row["complete"] = row["n_missing"] == 0
    row["interval"] = wilson_rule(len(places), row["n_puzzles"])
    row["cluster_interval"] = PUZZLES_DRAWN if row["accuracy_cluster_low"] is not None else None
    return row


def outcome_shares(found: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Yield OUTCOME_COLUMNS for each status, then each outcome, of a group given as lists of CELL_COLUMNS.

    The shares are of the final cells; null if there are none.
    """
    places = _final_places(found)
    counts = _counts(found, places)
    rule = wilson_rule(len(places), counts["n_puzzles"])
    for counted, values in (("status", FINAL_STATUSES), ("outcome", OUTCOMES)):
        seen = [found[counted][i] for i in places]
        for value in values:
            n = seen.count(value)
            row = {"counted": counted, "value": value, "n": n, "interval": rule}
            yield counts | row | share_columns("share", n, len(places))


def _final_places(found: dict[str, list[Any]]) -> list[int]:
    return [
        i
        for i, (evidence, status) in enumerate(zip(found["evidence"], found["status"], strict=True))
        if evidence == "published" or status in FINAL
    ]


def _counts(found: dict[str, list[Any]], places: list[int]) -> dict[str, int]:
    n_planned = len(found["status"])
    return {
        "n_puzzles": len({found["puzzle"][i] for i in places}),
        "n_planned": n_planned,
        "n_final": len(places),
        "n_missing": n_planned - len(places),
    }


def _is_answered(status: str, outcome: str) -> bool:
    return status == "ok" or (status == "truncated" and outcome != "no_answer")
