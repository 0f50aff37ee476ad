"""Cells and parameters that the tests of the figures share."""

from __future__ import annotations

import csv
from typing import Any

import yaml
from snakemake.utils import validate

from findorigin.common.cells import CELL_KEY, cell_id
from findorigin.common.tables import CELLS
from findorigin.tasks.find_the_origin.published import read_outcomes
from shared_inputs import PROJECT

PUBLISHED = PROJECT / "resources" / "published"
SCHEMA = PROJECT / "workflow" / "schemas" / "figures.schema.yaml"


def figures() -> dict[str, dict[str, Any]]:
    config = yaml.safe_load((PROJECT / "config" / "figures.yaml").read_text(encoding="utf-8"))
    validate(config, str(SCHEMA))
    return config["figures"]


def published_cells() -> list[dict[str, Any]]:
    rows = read_outcomes(PUBLISHED / "cells.csv", {"GPT4o": "gpt-4o"})
    return [dict.fromkeys(CELLS.names) | row for row in rows]


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
        "cell_id": cell_id(key),
        "label": "Tiny",
        "evidence": "measured",
        "n_tokens": 100,
        "status": "ok",
        "outcome": outcome,
        "correct": correct,
        "correct_paper": correct,
    }
    return dict.fromkeys(CELLS.names) | key | grade | columns
