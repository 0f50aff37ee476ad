"""Which evidence the paper's figures draw: rows of right and wrong answers, and bars.

A row is measured where all of its cells are measured, published otherwise; `correct_paper` decides in both.
What a program answered is no evidence here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# The cells that the paper asked about, whatever else was measured.
PAPER_CELL = {
    "task": "find_the_origin",
    "hops": 2,
    "depth": 50,
    "puzzle": 0,
    "word_form": "paper",
    "repeat": 1,
}
COLUMNS = (
    "model",
    "label",
    "evidence",
    "arrangement",
    "d",
    "n_lines",
    "n_tokens",
    "correct_paper",
    *PAPER_CELL,
)


@dataclass(frozen=True)
class Row:
    """One model's answers over a figure's lengths; None stands for a cell without evidence."""

    label: str
    evidence: str
    correct: tuple[bool | None, ...]

    @property
    def n_cells(self) -> int:
        """Number of cells with evidence."""
        return sum(answer is not None for answer in self.correct)

    @property
    def percent(self) -> float | None:
        """Percentage of right answers among the cells with evidence; None where there are none."""
        if self.n_cells == 0:
            return None
        return 100 * sum(answer is True for answer in self.correct) / self.n_cells


@dataclass(frozen=True)
class Bar:
    """One bar: `percent` None stands for no data; `n_planned` is the number of cells of its grid."""

    label: str
    evidence: str
    percent: float | None
    n_cells: int
    n_planned: int


def lengths(n_lines: Mapping[str, int]) -> list[int]:
    """Return the numbers of lines of ``{start, stop, step}``, stop inclusive."""
    return list(range(n_lines["start"], n_lines["stop"] + 1, n_lines["step"]))


def paper_rows(
    cells: Iterable[Mapping[str, Any]],
    arrangement: str,
    d: int,
    n_lines: Sequence[int],
    ties: Sequence[str] = (),
    without: Collection[str] = (),
) -> list[Row]:
    """Return the rows of a figure by descending accuracy; rows without any evidence are left out.

    `ties` lists labels in the order that they take among equals (others follow by name); `without` lists
    models that get no row. A model that the paper does not have keeps its gaps where it was not asked.
    """
    found = _by_model(cells, arrangement, d, set(n_lines), without)
    rows = [_row(evidence, n_lines) for evidence in found.values()]
    rank = {label: position for position, label in enumerate(ties)}
    return sorted(rows, key=lambda row: (-(row.percent or 0), rank.get(row.label, len(rank)), row.label))


def token_counts(cells: Iterable[Mapping[str, Any]], arrangement: str, d: int) -> dict[int, int]:
    """Return the prompt's number of tokens by number of lines, as far as the paper's cells tell it."""
    return {
        cell["n_lines"]: cell["n_tokens"]
        for cell in cells
        if is_paper_cell(cell, arrangement, d) and cell["n_tokens"] is not None
    }


def is_paper_cell(cell: Mapping[str, Any], arrangement: str, d: int) -> bool:
    """Return whether the cell belongs to the paper's puzzle, at this arrangement and distance."""
    return (
        cell["arrangement"] == arrangement
        and cell["d"] == d
        and all(cell[column] == value for column, value in PAPER_CELL.items())
    )


def model_bars(rows: Iterable[Row]) -> list[Bar]:
    """Return one bar for each row of a heat map."""
    return [Bar(row.label, row.evidence, row.percent, row.n_cells, len(row.correct)) for row in rows]


def distance_bars(
    cells: Sequence[Mapping[str, Any]],
    rates: Iterable[Mapping[str, Any]],
    paper_figure: int,
    label: str,
    arrangement: str,
    grid: Iterable[Mapping[str, Any]],
) -> list[Bar]:
    """Return one model's bars over the distances of `grid` (each with `d` and `n_lines`), in its order.

    `label` is the paper's; it finds the model among the published cells. A bar is measured where all cells of
    its distance are measured, otherwise the published rate of that figure, otherwise no data.
    """
    models = {cell["model"] for cell in cells if cell["evidence"] == "published" and cell["label"] == label}
    own_cells = [cell for cell in cells if cell["model"] in models]
    published = {rate["d"]: rate for rate in rates if rate["figure"] == paper_figure}
    bars = []
    for step in grid:
        asked = lengths(step["n_lines"])
        found = _by_model(own_cells, arrangement, step["d"], set(asked), ())
        measured = [
            row
            for row in (_row(evidence, asked) for evidence in found.values())
            if row.evidence == "measured"
        ]
        complete = next((row for row in measured if row.n_cells == len(asked)), None)
        rate = published.get(step["d"])
        name = str(step["d"])
        if complete is not None:
            bars.append(Bar(name, "measured", complete.percent, complete.n_cells, len(asked)))
        elif rate is not None:
            bars.append(Bar(name, "published", rate["percent"], rate["n_cells"], rate["n_cells"]))
        else:
            bars.append(Bar(name, "measured", None, 0, len(asked)))
    return bars


Evidence = dict[str, dict[int, Mapping[str, Any]]]


def _by_model(
    cells: Iterable[Mapping[str, Any]],
    arrangement: str,
    d: int,
    n_lines: Collection[int],
    without: Collection[str],
) -> dict[str, Evidence]:
    """Return model → evidence → number of lines → cell, of the paper's cells whose correctness is known."""
    found: dict[str, Evidence] = defaultdict(lambda: {"measured": {}, "published": {}})
    for cell in cells:
        if (
            cell["correct_paper"] is not None
            and cell["evidence"] != "simulated"
            and cell["n_lines"] in n_lines
            and cell["model"] not in without
            and is_paper_cell(cell, arrangement, d)
        ):
            found[cell["model"]][cell["evidence"]][cell["n_lines"]] = cell
    return found


def _row(evidence: Evidence, n_lines: Sequence[int]) -> Row:
    measured, published = evidence["measured"], evidence["published"]
    kind = "published" if published and len(measured) < len(n_lines) else "measured"
    drawn = evidence[kind]
    # A model of the paper keeps the paper's name in the paper's figures.
    label = next(iter((published or measured).values()))["label"]
    answers = tuple(drawn[lines]["correct_paper"] if lines in drawn else None for lines in n_lines)
    return Row(label, kind, answers)
