"""Answers of a run, counted over puzzles and repeats by series (model, arrangement, hops, d …) and length."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from findorigin.config.sweeps import planned_cells, planned_models
from findorigin.figures.common.style import marked

SERIES_KEY = ("model", "arrangement", "hops", "d", "depth", "word_form")
COLUMNS = (
    "task",
    *SERIES_KEY,
    "label",
    "evidence",
    "n_lines",
    "status",
    "outcome",
    "correct",
    "correct_paper",
)

OUTCOMES = ("correct", "middle", "destination", "neighbour", "invented", "no_answer")
# A reply cut by the token limit before it declared an answer: pictures keep it apart from other silence.
TRUNCATED = "truncated"


@dataclass
class Point:
    """One series at one length. `n_planned` is None where nobody told how many cells were planned."""

    n_planned: int | None = None
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
        return self.n_planned is not None and self.n_graded < self.n_planned


@dataclass
class Series:
    """One line of a heat map, one panel of an outcome picture: `points` by number of lines."""

    key: dict[str, Any]
    label: str
    evidence: str = "measured"
    points: dict[int, Point] = field(default_factory=lambda: defaultdict(Point))

    @property
    def n_graded(self) -> int:
        """Number of graded cells over all lengths."""
        return sum(point.n_graded for point in self.points.values())

    @property
    def counts(self) -> str:
        """`n = 40`, or `30 of 40 asked` where cells are missing."""
        if not any(point.is_incomplete for point in self.points.values()):
            return f"n = {self.n_graded}"
        planned = sum(
            point.n_graded if point.n_planned is None else point.n_planned for point in self.points.values()
        )
        return f"{self.n_graded} of {planned} asked"


def count_planned(cells: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return SERIES_KEY + n_lines + n_planned of planned cells, sorted; other tasks have no series."""
    counts = Counter(
        tuple(cell[column] for column in (*SERIES_KEY, "n_lines"))
        for cell in cells
        if cell["task"] == "find_the_origin"
    )
    return [
        dict(zip((*SERIES_KEY, "n_lines"), key, strict=True)) | {"n_planned": n_planned}
        for key, n_planned in sorted(counts.items())
    ]


def planned_counts(sweeps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return `count_planned` of what normalised sweeps ask of all their models."""
    return count_planned(cell for model in planned_models(sweeps) for cell in planned_cells(sweeps, model))


def drawn_models(
    figure: Mapping[str, Any],
    sweeps: Sequence[Mapping[str, Any]],
    programs: Collection[str],
    controls: Collection[str],
) -> list[str]:
    """Return the models of normalised sweeps that a picture draws: measured ones, or programs (simulated).

    `figure` is the picture's entry: evidence, models, without, with_controls. Controls are programs too, but
    are drawn beside either kind, and only where they are asked for.
    """
    wanted = figure["models"]

    def is_drawn(model: str) -> bool:
        if model in figure["without"] or (wanted is not None and model not in wanted):
            return False
        if model in controls:
            return figure["with_controls"]
        return (model in programs) == (figure["evidence"] == "simulated")

    return [model for model in planned_models(sweeps) if is_drawn(model)]


def answered_series(
    cells: Sequence[Mapping[str, Any]],
    planned: Iterable[Mapping[str, Any]] = (),
    models: Collection[str] | None = None,
    correct_column: str = "correct",
) -> list[Series]:
    """Return the series of what was asked (published cells are not), sorted by their key.

    `planned` rows (of `count_planned`) add what was planned, so that cells that are missing show. `models`
    restricts the series to these slugs (None: all). `correct_column` is the grade that decides: ``correct``
    or ``correct_paper``.
    """

    def is_drawn(row: Mapping[str, Any]) -> bool:
        return models is None or row["model"] in models

    found: dict[tuple, Series] = {}

    def series_of(row: Mapping[str, Any]) -> Series:
        key = tuple(row[column] for column in SERIES_KEY)
        new = Series(dict(zip(SERIES_KEY, key, strict=True)), row["model"])
        return found.setdefault(key, new)

    for row in planned:
        if is_drawn(row):
            series_of(row).points[row["n_lines"]].n_planned = row["n_planned"]
    for cell in cells:
        if cell["evidence"] == "published" or cell["task"] != "find_the_origin" or not is_drawn(cell):
            continue
        if cell[correct_column] is None:
            continue
        series = series_of(cell)
        point = series.points[cell["n_lines"]]
        point.n_graded += 1
        point.n_correct += bool(cell[correct_column])
        if cell["outcome"] is not None:
            is_cut = cell["outcome"] == "no_answer" and cell["status"] == "truncated"
            point.outcomes[TRUNCATED if is_cut else cell["outcome"]] += 1
    _take_names(found.values(), cells)
    return [found[key] for key in sorted(found)]


def series_names(series: Collection[Series]) -> list[str]:
    """Return a readable name for each series: its model, and of the key what tells it from the others.

    The model's label has the mark of its evidence; hops and d are always said (hops 1 has no distance).
    """
    varying = {column for column in SERIES_KEY if len({str(one.key[column]) for one in series}) > 1} - {
        "model",
        "hops",
        "d",
    }
    return [_name(one, varying) for one in series]


def _name(series: Series, varying: Collection[str]) -> str:
    key = series.key
    parts = [marked(series.label, series.evidence), f"hops {key['hops']}"]
    if key["hops"] != 1:
        parts.append(f"d {key['d']}")
    if "arrangement" in varying:
        parts.append(key["arrangement"])
    if "depth" in varying:
        parts.append(f"depth {key['depth']}")
    if "word_form" in varying:
        parts.append(f"{key['word_form']} list")
    return ", ".join(parts)


def _take_names(series: Iterable[Series], cells: Iterable[Mapping[str, Any]]) -> None:
    known = {
        cell["model"]: (cell["label"], cell["evidence"]) for cell in cells if cell["evidence"] != "published"
    }
    for one in series:
        one.label, one.evidence = known.get(one.key["model"], (one.label, one.evidence))
