"""One model's percentage of correct answers at each distance."""

from __future__ import annotations

from matplotlib.figure import Figure

from findorigin.figures.common.data import Data
from findorigin.figures.common.panels import Bar, draw_bars
from findorigin.figures.common.selection import rows_of_models
from findorigin.figures.kinds import BarsByD

COLOUR = "#5975a4"


def draw(figure: BarsByD, data: Data) -> Figure:
    """Draw a bar for each distance of the grid, in its order."""
    return draw_bars(distance_bars(figure, data), figure.title, COLOUR, figure.y_max, x_label="d")


def distance_bars(figure: BarsByD, data: Data) -> list[Bar]:
    """Return one model's bars over the distances.

    A bar is measured where all cells of its distance are measured, otherwise the published one of that
    figure, otherwise no data. The paper's label finds the model among the published cells.
    """
    models = {
        cell["model"]
        for cell in data.cells
        if cell["evidence"] == "published" and cell["label"] == figure.published_as
    }
    own_cells = [cell for cell in data.cells if cell["model"] in models]
    published = {rate.d: rate for rate in data.rates if rate.figure == figure.paper_figure}
    bars = []
    for step in figure.grid:
        asked, name = step.n_lines.numbers(), str(step.d)
        rows = rows_of_models(own_cells, figure.arrangement, step.d, asked).values()
        complete = [row for row in rows if row.evidence == "measured" and row.n_cells == len(asked)]
        if complete:
            row = complete[0]
            bars.append(Bar(name, "measured", row.percent, row.n_correct, row.n_cells, len(asked)))
        elif step.d in published:
            rate = published[step.d]
            bars.append(Bar(name, "published", rate.percent, rate.n_correct, rate.n_cells, rate.n_cells))
        else:
            bars.append(Bar(name, "measured", None, 0, 0, len(asked)))
    return bars
