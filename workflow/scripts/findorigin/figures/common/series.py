"""Answers of a run, counted over puzzles and repeats by series (model, arrangement, hops, d …) and length."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from findorigin.common.cells import NO_ANSWER
from findorigin.figures.common.data import Data, DrawnCell
from findorigin.figures.common.style import marked
from findorigin.figures.kinds import SeriesPicture
from findorigin.tasks.catalog import FURTHER_AXES

# A reply cut by the token limit before it declared an answer: pictures keep it apart from other silence.
TRUNCATED = "truncated"
# What cells of one series share.
KEY = ("model", "arrangement", "hops", "d", "depth", "word_form", "task", *FURTHER_AXES)
NOTHING_ASKED = "no sweep asks the models of this picture anything with a distance and a length"


@dataclass
class Point:
    """One series at one length."""

    n_planned: int = 0
    n_graded: int = 0
    n_correct: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    @property
    def accuracy(self) -> float | None:
        """Share of correct answers among the graded cells; None where there are none."""
        return self.n_correct / self.n_graded if self.n_graded else None

    @property
    def is_incomplete(self) -> bool:
        """Whether fewer cells are graded than were planned."""
        return self.n_graded < self.n_planned


@dataclass
class Series:
    """One line of a heat map, one panel of an outcome picture: `points` by number of lines."""

    key: Mapping[str, Any]
    label: str
    evidence: str
    points: dict[int, Point] = field(default_factory=lambda: defaultdict(Point))

    @property
    def counts(self) -> str:
        """`n = 40`, or `30 of 40 asked` where cells are missing."""
        n_graded = sum(point.n_graded for point in self.points.values())
        n_planned = sum(point.n_planned for point in self.points.values())
        return f"n = {n_graded}" if n_graded == n_planned else f"{n_graded} of {n_planned} asked"


def drawn_cells(figure: SeriesPicture, data: Data) -> list[DrawnCell]:
    """Return the planned cells of the models that a picture draws.

    Controls are programs, but are drawn beside either kind of evidence, and only where they are asked for.
    """
    return [
        cell
        for cell in data.cells
        if figure.draws(cell["model"])
        and (figure.with_controls if cell["model"] in data.controls else cell["evidence"] == figure.evidence)
    ]


def answered_series(
    cells: Iterable[DrawnCell], correct_column: Literal["correct", "correct_paper"] = "correct"
) -> list[Series]:
    """Return the series of planned cells, sorted by their key.

    Cells without the grade that decides are missing.
    """
    found: dict[tuple[Any, ...], Series] = {}
    for cell in cells:
        values = tuple(cast("Mapping[str, Any]", cell)[name] for name in KEY)
        key = dict(zip(KEY, values, strict=True))
        series = found.setdefault(values, Series(key, cell["label"], cell["evidence"]))
        point = series.points[cell["n_lines"]]
        point.n_planned += 1
        if cell[correct_column] is None:
            continue
        point.n_graded += 1
        point.n_correct += bool(cell[correct_column])
        if cell["outcome"] is not None:
            is_cut = cell["outcome"] == NO_ANSWER and cell["status"] == TRUNCATED
            point.outcomes[TRUNCATED if is_cut else cell["outcome"]] += 1
    return [found[key] for key in sorted(found, key=lambda key: [(part is not None, part) for part in key])]


def series_names(series: Sequence[Series]) -> list[str]:
    """Return a readable name for each series: its model, and of the key what tells it from the others.

    The model's label has the mark of its evidence; hops and d are always said (hops 1 has no distance).
    """
    varying = {name for name in KEY if len({one.key[name] for one in series}) > 1}
    return [_name(one, varying) for one in series]


def _name(series: Series, varying: set[str]) -> str:
    key = series.key
    parts = [
        (marked(series.label, series.evidence), True),
        (f"hops {key['hops']}", key["hops"] is not None),
        (f"d {key['d']}", key["hops"] != 1),
        (f"{key['arrangement']}", "arrangement" in varying),
        (f"depth {key['depth']}", "depth" in varying),
        (f"{key['word_form']} list", "word_form" in varying),
        (key["task"], "task" in varying),
        *((f"{name} {key[name]}", name in varying) for name in FURTHER_AXES),
    ]
    return ", ".join(text for text, is_said in parts if is_said)
