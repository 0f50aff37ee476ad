"""The tables of statistics: what each is called, its columns, and which function makes its rows.

A new table is a module with COLUMNS and a function from a CellSet to rows, and an entry here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from findorigin.statistics import (
    accuracy,
    areas,
    comparisons,
    curves,
    effective,
    errors,
    power,
    repeats,
    reproduction,
    retrieval,
    tokens,
)
from findorigin.statistics.cells import CellSet
from findorigin.statistics.columns import CONDITION_COLUMNS, Columns, Row


@dataclass(frozen=True)
class Table:
    """A table of statistics.

    `rows` makes its rows from the cells of one source, or, with `compares`, from those of all sources with
    the same evidence. `join` adds to the rows of all sources the columns `joined`, which need them all.
    Controls have no rows but with `of_controls`. `order` sorts the rows of all evidences together (stably).
    """

    columns: Columns
    rows: Callable[[CellSet], Iterable[Row]]
    compares: bool = False
    join: Callable[[Sequence[Row]], Sequence[Row]] = list
    joined: Columns = field(default_factory=dict)
    of_controls: bool = False
    order: Callable[[Row], int | str] | None = None

    @property
    def source_columns(self) -> Columns:
        """The columns that one source has: the label, too, is added where the sources are joined."""
        left_out = {"label", *self.joined}
        return {name: kind for name, kind in self.columns.items() if name not in left_out}


TABLES = {
    "accuracy": Table(CONDITION_COLUMNS | accuracy.ACCURACY_COLUMNS, accuracy.rows, of_controls=True),
    "accuracy_by_length": Table(
        accuracy.BY_LENGTH_COLUMNS | accuracy.ACCURACY_COLUMNS,
        partial(accuracy.rows, by=accuracy.BY_LENGTH),
        of_controls=True,
    ),
    "outcomes_by_length": Table(
        accuracy.BY_LENGTH_COLUMNS | accuracy.OUTCOME_COLUMNS, accuracy.outcome_rows, of_controls=True
    ),
    "curves": Table(curves.COLUMNS, curves.rows),
    "effective_length": Table(
        effective.COLUMNS, effective.rows, join=effective.ranked, joined=effective.RANKS
    ),
    "base_sensitivity": Table(effective.SENSITIVITY_COLUMNS, effective.sensitivity_rows),
    "area": Table(areas.COLUMNS, areas.rows, compares=True),
    "comparisons": Table(
        comparisons.COLUMNS,
        comparisons.rows,
        compares=True,
        order=lambda row: comparisons.KINDS.index(str(row["comparison"])),
    ),
    "reproduction": Table(reproduction.COLUMNS, reproduction.rows, compares=True),
    "retrieval_gap": Table(retrieval.COLUMNS, retrieval.rows),
    "repeats": Table(repeats.COLUMNS, repeats.rows),
    "line_offsets": Table(errors.OFFSET_COLUMNS, errors.offset_rows),
    "grader_disagreements": Table(
        errors.DISAGREEMENT_COLUMNS, errors.disagreement_rows, order=lambda row: str(row["cell_id"])
    ),
    "token_estimates": Table(tokens.COLUMNS, tokens.rows),
    "power": Table(power.COLUMNS, power.rows, order=lambda row: str(row["model"])),
}
# The tables that are made for each source, the others being made where the sources are joined.
SOURCE_TABLES = tuple(name for name, table in TABLES.items() if not table.compares)
