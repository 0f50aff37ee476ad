"""The paper's outcomes, read from its figures, as cells with evidence `published`.

`cells.csv` holds what the four heat maps show, one row a square; `rates.csv` holds the height of every bar.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from findorigin.common.cells import Cell, Evidence, PromptKey
from findorigin.common.errors import UserError
from findorigin.tasks.base import PublishedRate

EVIDENCE: Evidence = "published"

# Figures 6 to 9 write these names otherwise than the heat maps.
HEAT_MAP_LABELS = {
    "GPT-4 Turbo": "GPT4-turbo",
    "Sonnet 3.5": "Sonnet-3.5",
    "Gemini Pro": "Gemini-Pro",
    "Gemini Flash": "Gemini-Flash",
}

OUTCOME_COLUMNS = ("figure", "model", "arrangement", "d", "n_lines", "n_tokens", "correct")
RATE_COLUMNS = ("figure", "model", "arrangement", "d", "n_cells", "percent_measured", "implied_correct")


def read_outcomes(path: str | Path, slugs: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the published outcomes as rows of the cells table, in the file's order.

    `slugs` gives the registry's slug of each of the paper's labels (the entry whose `published_as` it is); a
    label without an entry gets `stand_in_slug`. A row's `label` is the paper's. Of the grade only
    `correct_paper` is known; the columns left out are null. Raises UserError on other columns.
    """
    return [_cell(row, slugs) for row in _read_csv(path, OUTCOME_COLUMNS)]


def read_rates(path: str | Path) -> list[PublishedRate]:
    """Return the published bars, in the file's order.

    `label` is the heat maps' form of the name. `percent` is the height of the bar; `n_cells` and `n_correct`
    are inferred from it, and for some bars other fractions fit as well (`rates_candidates.csv`).
    """
    return [
        {
            "figure": int(row["figure"]),
            "label": HEAT_MAP_LABELS.get(row["model"], row["model"]),
            "arrangement": row["arrangement"],
            "d": int(row["d"]),
            "n_cells": int(row["n_cells"]),
            "percent": float(row["percent_measured"]),
            "n_correct": int(row["implied_correct"]),
        }
        for row in _read_csv(path, RATE_COLUMNS)
    ]


def stand_in_slug(label: str) -> str:
    """Return the slug of a published model that the registry does not name: ``GPT3.5`` → ``paper-gpt3.5``."""
    return "paper-" + re.sub(r"[^a-z0-9.]+", "-", label.lower())


def _cell(row: Mapping[str, str], slugs: Mapping[str, str]) -> dict[str, Any]:
    label = row["model"]
    key = PromptKey(
        task="find_the_origin",
        arrangement=row["arrangement"],
        d=int(row["d"]),
        hops=2,
        depth=50,
        puzzle=0,
        word_form="paper",
        n_lines=int(row["n_lines"]),
    )
    cell = Cell(slugs.get(label, stand_in_slug(label)), key, repeat=1)
    return {
        **cell.row(),
        "cell_id": cell.id,
        "label": label,
        "evidence": EVIDENCE,
        "n_tokens": int(row["n_tokens"]),
        "correct_paper": row["correct"] == "1",
    }


def _read_csv(path: str | Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    with Path(path).open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != columns:
            raise UserError(f"{path}: the columns are {reader.fieldnames}, expected {', '.join(columns)}")
        return list(reader)
