"""The paper's outcomes, read from its figures, as cells with evidence `published`.

`cells.csv` holds what the four heat maps show, one row a square.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from findorigin.common.cells import Cell, Evidence, PromptKey
from findorigin.common.errors import UserError

EVIDENCE: Evidence = "published"

COLUMNS = ("figure", "model", "arrangement", "d", "n_lines", "n_tokens", "correct")


def read_outcomes(path: str | Path, slugs: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the published outcomes as rows of the cells table, in the file's order.

    `slugs` gives the registry's slug of each of the paper's labels (the entry whose `published_as` it is); a
    label without an entry gets `stand_in_slug`. A row's `label` is the paper's. Of the grade only
    `correct_paper` is known; the columns left out are null. Raises UserError on other columns.
    """
    with Path(path).open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise UserError(f"{path}: the columns are {reader.fieldnames}, expected {', '.join(COLUMNS)}")
        return [_cell(row, slugs) for row in reader]


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
