"""The cells that the statistics are made from, and their conditions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from findorigin.common.cells import FINAL_STATUSES, CellRow
from findorigin.config.settings import StatisticsSettings
from findorigin.statistics.columns import CONDITION, Row, Value

PUBLISHED = "published"


class Cell(CellRow):
    """A planned or a published cell. What is not known of it, or not an axis of its task, is None."""

    cell_id: str
    evidence: str
    n_tokens: int
    target_tokens: int | None
    input_tokens: int | None
    status: str | None
    answer: str | None
    outcome: str | None
    correct: bool | None
    correct_paper: bool | None
    line_offset: int | None
    details: str | None


class FinalCell(Cell):
    """A cell with a grade.

    `is_right` (0 or 1) is the paper's grade of a published cell and the declared one of any other. `tokens`
    is the length that a curve draws: the mean over the cells of one condition and n_lines of the vendor's
    count where it is known for all of them (`counted_by` vendor), otherwise of cl100k_base, rounded.
    """

    is_right: int
    tokens: int
    counted_by: str


AnyCell = TypeVar("AnyCell", bound=Cell)


class CellSet:
    """Planned cells, those without a final answer too, and what several tables need of them, made once.

    The cells are those of one source, or of all sources with the same evidence; `published` are the paper's
    cells that measured ones are held against.
    """

    def __init__(
        self, planned: Sequence[Cell], settings: StatisticsSettings, published: Sequence[Cell] = ()
    ) -> None:
        self.planned = planned
        self.settings = settings
        self.published = published

    @cached_property
    def compared(self) -> list[Cell]:
        """The cells whose length is a number of lines; those of other tasks are not compared."""
        return [cell for cell in self.planned if cell["n_lines"] is not None]

    @cached_property
    def final(self) -> list[FinalCell]:
        """The compared cells that have a grade."""
        return final_cells(self.compared)

    @cached_property
    def asked(self) -> list[FinalCell]:
        """The final cells that were asked for here: their answers are known."""
        return [cell for cell in self.final if cell["evidence"] != PUBLISHED]


def grader_of(evidence: Value) -> str:
    """Return whose grades of such evidence count: `paper` or `declared`."""
    return "paper" if evidence == PUBLISHED else "declared"


def is_final(cell: Cell) -> bool:
    """Return whether a cell counts as answered for good: no missing one does."""
    return cell["evidence"] == PUBLISHED or cell["status"] in FINAL_STATUSES


def final_cells(planned: Iterable[Cell]) -> list[FinalCell]:
    """Return the cells with a grade, those of one condition and length together."""
    final: list[FinalCell] = []
    for _, group in conditions(filter(is_final, planned), (*CONDITION, "n_lines")):
        counts = [cell["input_tokens"] for cell in group]
        known = [n for n in counts if n is not None]
        counted_by = "vendor" if len(known) == len(counts) else "cl100k_base"
        lengths = known if counted_by == "vendor" else [cell["n_tokens"] for cell in group]
        tokens = round(sum(lengths) / len(lengths))
        for cell in group:
            grade = cell["correct_paper"] if cell["evidence"] == PUBLISHED else cell["correct"]
            final.append({**cell, "is_right": int(grade is True), "tokens": tokens, "counted_by": counted_by})
    return final


def conditions(
    cells: Iterable[AnyCell], columns: Sequence[str] = CONDITION
) -> list[tuple[Row, list[AnyCell]]]:
    """Return (the values of `columns`, the cells that share them) for each group, sorted, nulls last."""
    groups: defaultdict[tuple[Value, ...], list[AnyCell]] = defaultdict(list)
    for cell in cells:
        groups[values_of(cell, columns)].append(cell)
    return [
        (dict(zip(columns, values, strict=True)), groups[values]) for values in sorted(groups, key=_order)
    ]


def values_of(cell: Cell, columns: Sequence[str]) -> tuple[Value, ...]:
    """Return the values of some columns of a cell."""
    row: Row = cell  # type: ignore[assignment]  # a TypedDict whose values are all of Value
    return tuple(row[name] for name in columns)


def _order(values: tuple[Value, ...]) -> list[tuple[bool, Value]]:
    return [(value is None, 0 if value is None else value) for value in values]


def n_distinct(cells: Iterable[AnyCell], value: Callable[[AnyCell], Value]) -> int:
    """Return how many different values the cells have."""
    return len({value(cell) for cell in cells})


def n_puzzles(cells: Iterable[Cell]) -> int:
    """Return how many puzzles the cells are of."""
    return n_distinct(cells, lambda cell: cell["puzzle"])


def puzzle_of(cell: Cell) -> int:
    """Return the puzzle of a cell; those of tasks without puzzles are all of the same."""
    return -1 if cell["puzzle"] is None else cell["puzzle"]
