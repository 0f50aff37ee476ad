"""Accuracy with both denominators, and the shares of what came back and of what was answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from findorigin.common.cells import FINAL_STATUSES, OUTCOMES
from findorigin.statistics.bootstrap import PUZZLES_DRAWN, clustered
from findorigin.statistics.cells import PUBLISHED, Cell, CellSet, conditions, is_final, n_puzzles, puzzle_of
from findorigin.statistics.columns import CONDITION, CONDITION_COLUMNS, Row, columns
from findorigin.statistics.intervals import share_columns, wilson_rule

BY_LENGTH = (*CONDITION, "n_lines")
BY_LENGTH_COLUMNS = CONDITION_COLUMNS | {"n_lines": int}
COUNTS = "int: n_puzzles n_planned n_final n_missing"
ACCURACY_COLUMNS = columns(
    f"int: n_tokens_min n_tokens_max; {COUNTS} n_answered n_correct n_correct_paper n_graders_differ;"
    "estimate: accuracy; float: accuracy_cluster_low accuracy_cluster_high accuracy_cluster_se;"
    "estimate: accuracy_answered accuracy_paper; bool: complete; str: interval cluster_interval"
)
OUTCOME_COLUMNS = columns(f"{COUNTS}; str: counted value; int: n; estimate: share; str: interval")


def rows(cells: CellSet, by: Sequence[str] = CONDITION) -> Iterator[Row]:
    """Yield the accuracy of every condition, or of each group with the same values of the columns `by`."""
    for named, group in conditions(cells.planned, by):
        yield named | summarise_cells(group, cells.settings.draws, cells.settings.seed)


def outcome_rows(cells: CellSet) -> Iterator[Row]:
    """Yield how often each status and each outcome was seen at every condition and number of lines.

    The paper's cells have none. The other tasks have outcomes, and so tables, of their own.
    """
    asked = [cell for cell in cells.compared if cell["evidence"] != PUBLISHED]
    for named, group in conditions(asked, BY_LENGTH):
        yield from (named | row for row in outcome_shares(group))


def summarise_cells(cells: Sequence[Cell], n_draws: int = 2000, seed: int = 1) -> Row:
    """Return ACCURACY_COLUMNS of one group of planned cells.

    A missing cell has status null. A published cell has only `correct_paper`: what it answered is unknown, so
    its `accuracy` and `n_answered` are null. `accuracy` counts truncated, refused, empty and overflown cells
    as not correct; `accuracy_answered` leaves out what was not answered. With at least five puzzles
    `accuracy` also has a bootstrap interval over puzzles (`n_draws`, `seed`) and a clustered standard error.
    `n_graders_differ` counts the cells that one grader calls right and the other wrong.
    """
    final = [cell for cell in cells if is_final(cell)]
    lengths = [cell["n_tokens"] for cell in final]
    n_paper = sum(cell["correct_paper"] is True for cell in final)
    counts = _counts(cells, final)
    row: Row = {
        "n_tokens_min": min(lengths, default=None),
        "n_tokens_max": max(lengths, default=None),
        **counts,
        "n_correct_paper": n_paper,
        **share_columns("accuracy_paper", n_paper, len(final)),
        "complete": counts["n_missing"] == 0,
        "interval": wilson_rule(len(final), counts["n_puzzles"]),
    }
    if all(cell["evidence"] == PUBLISHED for cell in cells):
        row |= dict.fromkeys(name for name in ACCURACY_COLUMNS if name not in row)
        return row
    right = [cell["correct"] is True for cell in final]
    n_answered = sum(_is_answered(cell) for cell in final)
    bounds = clustered([puzzle_of(cell) for cell in final], right, n_draws, seed)
    return row | {
        "n_answered": n_answered,
        "n_correct": sum(right),
        "n_graders_differ": sum(
            (cell["correct"] is True) != (cell["correct_paper"] is True) for cell in final
        ),
        **share_columns("accuracy", sum(right), len(final)),
        **{f"accuracy_cluster_{part}": value for part, value in bounds.items()},
        **share_columns("accuracy_answered", sum(right), n_answered),
        "cluster_interval": PUZZLES_DRAWN if bounds["low"] is not None else None,
    }


def outcome_shares(cells: Sequence[Cell]) -> Iterator[Row]:
    """Yield OUTCOME_COLUMNS for each status, then each outcome, of a group of planned cells.

    The shares are of the final cells; null if there are none.
    """
    final = [cell for cell in cells if is_final(cell)]
    counts = _counts(cells, final)
    rule = wilson_rule(len(final), counts["n_puzzles"])
    seen = {"status": [cell["status"] for cell in final], "outcome": [cell["outcome"] for cell in final]}
    for counted, values in (("status", FINAL_STATUSES), ("outcome", OUTCOMES)):
        for value in values:
            n = seen[counted].count(value)
            row: Row = {"counted": counted, "value": value, "n": n, "interval": rule}
            yield {**counts, **row, **share_columns("share", n, len(final))}


def _counts(cells: Sequence[Cell], final: Sequence[Cell]) -> dict[str, int]:
    return {
        "n_puzzles": n_puzzles(final),
        "n_planned": len(cells),
        "n_final": len(final),
        "n_missing": len(cells) - len(final),
    }


def _is_answered(cell: Cell) -> bool:
    return cell["status"] == "ok" or (cell["status"] == "truncated" and cell["outcome"] != "no_answer")
