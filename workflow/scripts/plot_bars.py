"""Draw a bar chart of percentages: one bar a model, or one bar a distance of one model.

Reads the cells and the published rates; writes one picture as PNG and SVG. `figure` is the picture's entry in
the config.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.figures.bars import draw_bars
from findorigin.figures.common import selection
from findorigin.figures.common.save import save_figure
from findorigin.figures.common.style import D_BAR_COLOUR, MODEL_BAR_COLOUR, house_style
from findorigin.tasks.find_the_origin.published import read_rates

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def bars_by_model(
    cells: Sequence[Mapping[str, Any]], figure: Mapping[str, Any], controls: Sequence[str]
) -> Figure:
    """Draw kind `bars_by_model`: the rows of a heat map as percentages."""
    (grid,) = figure["grid"]
    n_lines = selection.lengths(grid["n_lines"])
    rows = selection.paper_rows(cells, figure["arrangement"], grid["d"], n_lines, figure["ties"], controls)
    return draw_bars(
        selection.model_bars(rows), figure["title"], MODEL_BAR_COLOUR, y_max=figure["y_max"], slanted=True
    )


def bars_by_d(
    cells: Sequence[Mapping[str, Any]], rates: Sequence[Mapping[str, Any]], figure: Mapping[str, Any]
) -> Figure:
    """Draw kind `bars_by_d`: one model's percentage at each distance."""
    bars = selection.distance_bars(
        cells, rates, figure["paper_figure"], figure["published_as"], figure["arrangement"], figure["grid"]
    )
    return draw_bars(bars, figure["title"], D_BAR_COLOUR, x_label="d", y_max=figure["y_max"])


def main(
    cells: str | Path,
    rates: str | Path,
    figure: Mapping[str, Any],
    controls: Sequence[str],
    png: str | Path,
    svg: str | Path,
) -> None:
    """Read the cells and the published rates, draw the figure, write it."""
    rows = list(read_rows(cells, selection.COLUMNS))
    with house_style():
        if figure["kind"] == "bars_by_d":
            drawn = bars_by_d(rows, read_rates(rates), figure)
        else:
            drawn = bars_by_model(rows, figure, controls)
        save_figure(drawn, png, svg)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            cells=snakemake.input.cells,
            rates=snakemake.input.rates,
            figure=snakemake.params.figure,
            controls=snakemake.params.controls,
            png=snakemake.output.png,
            svg=snakemake.output.svg,
        )
