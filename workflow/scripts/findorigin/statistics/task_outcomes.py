"""Counts and shares of the outcomes of a task without d, measured and published."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from findorigin.common.cells import FINAL_STATUSES, NO_ANSWER
from findorigin.common.errors import UserError
from findorigin.statistics.columns import FURTHER_COLUMNS, columns
from findorigin.statistics.intervals import share_columns, wilson_rule

GROUP = ("evidence", "model", "label", "task", "variant", "depth", *FURTHER_COLUMNS)
PUBLISHED_COLUMNS = tuple(
    columns("str: task variant model; int: n_tokens n; str: outcome; int: n_outcome n_success; str: success")
)
COLUMNS = (
    *GROUP,
    *columns(
        "int: n_tokens_min n_tokens_max n_puzzles n_planned n_final n_missing n_needs_review n_correct;"
        "estimate: accuracy; str: outcome; int: n_outcome; estimate: share; str: interval;"
        "bool: published_success"
    ),
)


def asked_outcomes(replies: Iterable[Mapping[str, Any]], outcomes: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a row with COLUMNS for each condition and outcome of one task, in the order of their lengths.

    `replies` has a row for each planned reply: GROUP, n_tokens, puzzle, status, outcome, correct,
    needs_review; a missing one has no status. `outcomes` are the task's, from the best to the worst. The
    shares are of the final replies.
    """
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for reply in replies:
        groups[tuple(reply[name] for name in GROUP)].append(reply)
    in_order = sorted(
        groups.items(),
        key=lambda item: (item[0][1], min(reply["n_tokens"] for reply in item[1]), item[0][5] or 0),
    )
    for values, group in in_order:
        final = [reply for reply in group if reply["status"] in FINAL_STATUSES]
        puzzles = {reply["puzzle"] for reply in final}
        lengths = [reply["n_tokens"] for reply in group]
        counts = Counter(reply["outcome"] for reply in final)
        n_correct = sum(reply["correct"] is True for reply in final)
        shared = {
            **dict(zip(GROUP, values, strict=True)),
            "n_tokens_min": min(lengths),
            "n_tokens_max": max(lengths),
            "n_puzzles": len(puzzles),
            "n_planned": len(group),
            "n_final": len(final),
            "n_missing": len(group) - len(final),
            "n_needs_review": sum(reply["needs_review"] is True for reply in final),
            "n_correct": n_correct,
            **share_columns("accuracy", n_correct, len(final)),
            "interval": wilson_rule(len(final), len(puzzles)),
            "published_success": None,
        }
        for outcome in (*outcomes, NO_ANSWER):
            rate = share_columns("share", counts[outcome], len(final))
            yield shared | {"outcome": outcome, "n_outcome": counts[outcome]} | rate


def published_outcomes(
    path: str | Path, task: str, slugs: Mapping[str, str], labels: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield a row with COLUMNS for each outcome that the paper gives of a task, in the file's order.

    What the paper doesn't say is null: a number of replies, an outcome's count, or the outcome itself where
    it only says success or not (`published_success`). `slugs` maps the paper's names of models to the
    registry's, `labels` a slug to its label. Raises UserError on other columns.
    """
    with Path(path).open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != PUBLISHED_COLUMNS:
            expected = ", ".join(PUBLISHED_COLUMNS)
            raise UserError(f"{path}: the columns are {reader.fieldnames}, expected {expected}")
        for row in reader:
            if row["task"] == task:
                yield _published(row, slugs, labels)


def _published(row: Mapping[str, str], slugs: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, Any]:
    n, n_outcome, n_success = (_whole(row[name]) for name in ("n", "n_outcome", "n_success"))
    model = slugs.get(row["model"], row["model"])
    return dict.fromkeys(COLUMNS) | {
        "evidence": "published",
        "model": model,
        "label": labels.get(model, row["model"]),
        "task": row["task"],
        "variant": row["variant"],
        "n_tokens_min": int(row["n_tokens"]),
        "n_tokens_max": int(row["n_tokens"]),
        "n_final": n,
        "outcome": row["outcome"] or None,
        "n_outcome": n_outcome,
        "n_correct": n_success,
        **share_columns("accuracy", n_success, n),
        **share_columns("share", n_outcome, n),
        # The replies are repeats of one prompt.
        "interval": None if n_outcome is None and n_success is None else wilson_rule(n, n_puzzles=1),
        "published_success": {"yes": True, "no": False, "": None}[row["success"]],
    }


def _whole(text: str) -> int | None:
    return int(text) if text else None
