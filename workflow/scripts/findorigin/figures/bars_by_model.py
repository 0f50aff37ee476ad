"""The rows of a heat map of answers as percentages: one bar a model."""

from __future__ import annotations

from matplotlib.figure import Figure

from findorigin.figures.common.data import Data
from findorigin.figures.common.panels import Bar, draw_bars
from findorigin.figures.common.selection import paper_rows
from findorigin.figures.common.style import empty_page
from findorigin.figures.kinds import BarsByModel

COLOUR = "#87ceeb"


def draw(figure: BarsByModel, data: Data) -> Figure:
    """Draw a bar for each model that has evidence, by descending accuracy."""
    bars = [
        Bar(row.label, row.evidence, row.percent, row.n_correct, row.n_cells, len(row.correct))
        for row in paper_rows(data.cells, figure)
    ]
    if not bars:
        return empty_page(figure.title, "none of these cells was asked, and no published outcomes are used")
    return draw_bars(bars, figure.title, COLOUR, figure.y_max, slanted=True)
