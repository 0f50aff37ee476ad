"""Cells and settings that the tests of the figures share."""

from __future__ import annotations

import csv
from functools import cache
from typing import Any

import yaml

from findorigin.common.cells import CELL_KEY, Cell
from findorigin.figures.common.data import Data
from findorigin.figures.kinds import KINDS, Picture, Pictures
from findorigin.tasks.columns import CELLS
from shared_inputs import PROJECT

PUBLISHED = PROJECT / "resources" / "published"


@cache
def figures() -> dict[str, Picture]:
    """The pictures of config/figures.yaml."""
    text = (PROJECT / "config" / "figures.yaml").read_text(encoding="utf-8")
    return Pictures.model_validate(yaml.safe_load(text)).figures


def picture(kind: str, **settings: Any) -> Any:
    """The settings of a picture of some kind; its title is Title."""
    return KINDS[kind].settings.model_validate({"kind": kind, "title": "Title"} | settings)


def cells_of(*cells: dict[str, Any], controls: tuple[str, ...] = ()) -> Data:
    """What pictures of these cells are drawn from."""
    return Data(cells=cells, controls=controls)  # type: ignore[arg-type]


def words_of(figure) -> str:
    """Everything that is written in a picture, in lines."""
    found = figure.findobj(lambda artist: hasattr(artist, "get_text"))
    return "\n".join(str(artist.get_text()) for artist in found)


def texts(artists) -> list[str]:
    return [artist.get_text() for artist in artists]


def published_cells() -> list[dict[str, Any]]:
    """The squares of the paper's heat maps; the models' slugs are the paper's labels in lower case."""
    return [
        measured(
            None,
            model=row["model"].lower(),
            label=row["model"],
            evidence="published",
            arrangement=row["arrangement"],
            d=int(row["d"]),
            n_lines=int(row["n_lines"]),
            n_tokens=int(row["n_tokens"]),
            status=None,
            correct=None,
            correct_paper=row["correct"] == "1",
        )
        for row in published_csv("cells.csv")
    ]


def published_csv(name: str) -> list[dict[str, str]]:
    with (PUBLISHED / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def measured(outcome: str | None = "correct", **columns: Any) -> dict[str, Any]:
    """A measured cell of the paper's puzzle; `columns` changes it."""
    key = {
        "model": "tiny",
        "task": "find_the_origin",
        "variant": None,
        "arrangement": "structured",
        "d": 1,
        "hops": 2,
        "depth": 50,
        "puzzle": 0,
        "word_form": "paper",
        "n_lines": 4,
        "repeat": 1,
    }
    key |= {name: value for name, value in columns.items() if name in CELL_KEY}
    correct = outcome == "correct"
    grade = {
        "cell_id": Cell.from_row(key).id,
        "label": "Tiny",
        "evidence": "measured",
        "n_tokens": 100,
        "status": "ok",
        "outcome": outcome,
        "correct": correct,
        "correct_paper": correct,
    }
    return dict.fromkeys(CELLS.names) | key | grade | columns
