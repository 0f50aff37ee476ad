"""Rows of the tables of statistics, for pictures: numbers as numbers, empty fields as None."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from findorigin.figures.common.style import evidence_note, rules_in_words

Row = Mapping[str, Any]

TEXT_COLUMNS = frozenset(
    {
        "evidence",
        "model",
        "label",
        "task",
        "variant",
        "arrangement",
        "word_form",
        "grader",
        "counted_by",
        "interval",
        "reason",
        "measure",
        "relation",
        "low_relation",
        "high_relation",
        "comparison",
        "a",
        "b",
        "length_unit",
        "test",
    }
)


def read_table(path: str | Path) -> list[dict[str, Any]]:
    """Return the rows of a CSV table; columns of TEXT_COLUMNS stay text, all others become numbers."""
    with Path(path).open(encoding="utf-8", newline="") as lines:
        return [{name: _value(name, text) for name, text in row.items()} for row in csv.DictReader(lines)]


def _value(name: str, text: str) -> Any:  # noqa: ANN401
    if text == "":
        return None
    if name in TEXT_COLUMNS:
        return text
    number = float(text)
    return int(number) if number.is_integer() else number


def chosen(rows: Iterable[Row], figure: Mapping[str, Any], controls: Collection[str] = ()) -> list[Row]:
    """Return the rows that a figure draws: its evidence, models and distances, without controls.

    The label of a model with lists of several word forms says which, since these are other questions.
    """
    models, distances = figure["models"], figure["distances"]
    left_out = {*controls, *figure["without"]}
    drawn = [
        row
        for row in rows
        if row["evidence"] == figure["evidence"]
        and (models is None or row["model"] in models)
        and row["model"] not in left_out
        and (distances is None or row["d"] is None or row["d"] in distances)
    ]
    forms: dict[str, set[str]] = {}
    for row in drawn:
        forms.setdefault(row["label"], set()).add(row["word_form"])
    return [
        {**row, "label": f"{row['label']}, {row['word_form']} list"} if len(forms[row["label"]]) > 1 else row
        for row in drawn
    ]


def labels_in_order(rows: Sequence[Row]) -> list[str]:
    """Return the labels of the models drawn, sorted without regard to case."""
    return sorted({row["label"] for row in rows}, key=str.casefold)


def closing_notes(rows: Sequence[Row], drawn_as: str, where: Mapping[str, str] | None = None) -> list[str]:
    """Return the lines that every picture of a table ends with: interval, grader, evidence.

    `drawn_as` names what shows the intervals, like ``Ribbons``; `where` is that of `rules_in_words`.
    """
    rules = rules_in_words((row["interval"] for row in rows), where)
    graders = " and ".join(sorted({row["grader"] for row in rows}))
    lines = [f"{drawn_as}: {rules}. Grader: {graders}."]
    note = evidence_note(row["evidence"] for row in rows)
    return [*lines, note] if note else lines


def span(values: Collection[int]) -> str:
    """Return ``10`` or ``9-12`` of some counts."""
    return str(min(values)) if min(values) == max(values) else f"{min(values)}–{max(values)}"
