"""Which evidence is drawn: the paper's cells by model, and rows of tables by a picture's settings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from findorigin.figures.common.data import ConditionRow, DrawnCell
from findorigin.figures.common.style import evidence_note, rules_in_words
from findorigin.figures.kinds import PaperRows, RunPicture
from findorigin.tasks.catalog import FURTHER_AXES

RowT = TypeVar("RowT", bound=ConditionRow)


@dataclass(frozen=True)
class Row:
    """One model's answers over a figure's lengths; None stands for a cell without evidence.

    It is measured where all of its cells are measured, published otherwise; `correct_paper` decides in both.
    What a program answered is no evidence here.
    """

    label: str
    evidence: str
    correct: tuple[bool | None, ...]

    @property
    def n_cells(self) -> int:
        """Number of cells with evidence."""
        return sum(answer is not None for answer in self.correct)

    @property
    def n_correct(self) -> int:
        """Number of right answers."""
        return sum(answer is True for answer in self.correct)

    @property
    def percent(self) -> float | None:
        """Percentage of right answers among the cells with evidence; None where there are none."""
        return 100 * self.n_correct / self.n_cells if self.n_cells else None


def is_paper_cell(cell: DrawnCell, arrangement: str, d: int) -> bool:
    """Return whether the paper asked about such a cell, at this arrangement and distance."""
    paper = (cell["hops"], cell["depth"], cell["puzzle"], cell["word_form"], cell["repeat"])
    return paper == (2, 50, 0, "paper", 1) and cell["arrangement"] == arrangement and cell["d"] == d


def rows_of_models(
    cells: Iterable[DrawnCell], arrangement: str, d: int, n_lines: Sequence[int]
) -> dict[str, Row]:
    """Return the row of each model that has evidence.

    A model that the paper does not have keeps its gaps where it was not asked; one that it has keeps its name
    there.
    """
    found: dict[str, _Evidence] = defaultdict(_Evidence)
    wanted = set(n_lines)
    for cell in cells:
        if (
            cell["evidence"] != "simulated"
            and cell["correct_paper"] is not None
            and cell["n_lines"] in wanted
            and is_paper_cell(cell, arrangement, d)
        ):
            of_model = found[cell["model"]]
            kind = of_model.published if cell["evidence"] == "published" else of_model.measured
            kind[cell["n_lines"]] = cell
    return {model: evidence.row(n_lines) for model, evidence in found.items()}


@dataclass
class _Evidence:
    """The cells of one model by number of lines."""

    measured: dict[int, DrawnCell] = field(default_factory=dict)
    published: dict[int, DrawnCell] = field(default_factory=dict)

    def row(self, n_lines: Sequence[int]) -> Row:
        is_published = bool(self.published) and len(self.measured) < len(n_lines)
        drawn = self.published if is_published else self.measured
        label = next(iter((self.published or self.measured).values()))["label"]
        answers = tuple(drawn[lines]["correct_paper"] if lines in drawn else None for lines in n_lines)
        return Row(label, "published" if is_published else "measured", answers)


def paper_rows(cells: Iterable[DrawnCell], figure: PaperRows) -> list[Row]:
    """Return the rows of a figure by descending accuracy; equal ones follow `ties`, then their labels."""
    (grid,) = figure.grid
    rows = rows_of_models(cells, figure.arrangement, grid.d, grid.n_lines.numbers()).values()
    rank = {label: place for place, label in enumerate(figure.ties)}
    return sorted(rows, key=lambda row: (-(row.percent or 0), rank.get(row.label, len(rank)), row.label))


def chosen(rows: Iterable[RowT], figure: RunPicture, distances: Collection[int] | None = None) -> list[RowT]:
    """Return the rows of single models that a figure draws; `distances` None are all.

    The label of a model with several word forms, tasks or values of a task's own axis says which, since these
    are other questions.
    """
    drawn = [
        row
        for row in rows
        if row["model"] is not None
        and figure.draws(row["model"])
        and (distances is None or row["d"] is None or row["d"] in distances)
    ]
    told = {"word_form": "{} list", "task": "{}", **{name: f"{name} {{}}" for name in FURTHER_AXES}}
    values = defaultdict(set)
    for row in drawn:
        for name in told:
            values[row["label"], name].add(row[name])  # type: ignore[literal-required]

    def label(row: RowT) -> str:
        differing = (name for name in told if len(values[row["label"], name]) > 1)
        return ", ".join([row["label"], *(told[name].format(row[name]) for name in differing)])  # type: ignore[literal-required]

    return [cast("RowT", {**row, "label": label(row)}) for row in drawn]


def two_hops(rows: Iterable[RowT]) -> list[RowT]:
    """Return the rows about two hops at depth 50, as in the paper."""
    return [row for row in rows if row["hops"] == 2 and row["depth"] == 50]


def by_distance(arrangement: str, d: int) -> tuple[bool, int, bool]:
    """Return what sorts conditions: structured first, then by distance, each chain in its order first."""
    return arrangement == "shuffled", abs(d), d < 0


def labels_in_order(rows: Sequence[ConditionRow]) -> list[str]:
    """Return the labels of the models drawn, sorted without regard to case."""
    return sorted({row["label"] for row in rows}, key=str.casefold)


def closing_notes(
    rows: Sequence[ConditionRow],
    graders: Iterable[str],
    drawn_as: str,
    where: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the lines that every picture of a table ends with: interval, graders, evidence.

    `drawn_as` names what shows the intervals, like ``Ribbons``; `where` is that of `rules_in_words`.
    """
    rules = rules_in_words((row["interval"] for row in rows), where)
    lines = [f"{drawn_as}: {rules}. Grader: {' and '.join(sorted(set(graders)))}."]
    note = evidence_note(row["evidence"] for row in rows)
    return [*lines, note] if note else lines
