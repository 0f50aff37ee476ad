"""Accuracy by length: one line an arrangement and distance."""

from __future__ import annotations

from typing import cast

from matplotlib.figure import Figure

from findorigin.figures.common.data import CurveRow, Data
from findorigin.figures.common.lines import draw_lines
from findorigin.figures.common.selection import by_distance, chosen, two_hops
from findorigin.figures.common.style import empty_page
from findorigin.figures.kinds import Curves

MOST_LINES = 4


def draw(figure: Curves, data: Data) -> Figure:
    """Draw the table of curves, two hops, depth 50.

    With more than four lines a model has a panel for each arrangement.
    """
    table: list[CurveRow] = data.rows("curves")
    rows = two_hops(chosen(table, figure, figure.distances))
    if not rows:
        return empty_page(figure.title, "nothing was asked with two hops at depth 50")
    if len({_condition(row) for row in rows}) > MOST_LINES:
        rows = [cast("CurveRow", {**row, "label": f"{row['label']}, {row['arrangement']}"}) for row in rows]
        grid, _ = draw_lines(rows, figure.title, lambda row: f"d = {row['d']}", lambda row: _order(row)[1:])
    else:
        grid, _ = draw_lines(rows, figure.title, _condition, _order)
    return grid.figure


def _order(row: CurveRow) -> tuple[bool, int, bool]:
    return by_distance(row["arrangement"], row["d"] or 0)


def _condition(row: CurveRow) -> str:
    return f"d = {row['d']}" + (", shuffled" if row["arrangement"] == "shuffled" else "")
