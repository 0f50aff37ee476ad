"""Draw a heat map: right and wrong answers by model and length, or accuracy over puzzles.

Reads the cells; writes one picture as PNG and SVG. `figure` is the picture's entry in the config,
`sweeps` are the planned questions: a picture says what of them is missing. `programs` are no models.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.figures.common import selection, series
from findorigin.figures.common.save import save_figure
from findorigin.figures.common.style import house_style
from findorigin.figures.heatmap import draw_accuracy, draw_answers

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def answers(cells: Sequence[Mapping[str, Any]], figure: Mapping[str, Any], controls: Sequence[str]) -> Figure:
    """Draw kind `answers`: the paper's cells at one arrangement and distance."""
    arrangement = figure["arrangement"]
    (grid,) = figure["grid"]
    n_lines = selection.lengths(grid["n_lines"])
    return draw_answers(
        selection.paper_rows(cells, arrangement, grid["d"], n_lines, figure["ties"], controls),
        n_lines,
        selection.token_counts(cells, arrangement, grid["d"]),
        figure["title"],
        figure["palette"],
        figure["tick_step"],
    )


def accuracy(
    cells: Sequence[Mapping[str, Any]],
    figure: Mapping[str, Any],
    controls: Sequence[str],
    programs: Sequence[str],
    sweeps: Sequence[Mapping[str, Any]],
) -> Figure:
    """Draw kind `accuracy`: whatever was asked, over puzzles and repeats."""
    models = series.drawn_models(figure, sweeps, programs, controls)
    planned = series.planned_counts(sweeps)
    answered = series.answered_series(cells, planned, models, figure["correct_column"])
    return draw_accuracy(answered, figure["title"])


def main(
    cells: str | Path,
    figure: Mapping[str, Any],
    controls: Sequence[str],
    programs: Sequence[str],
    sweeps: Sequence[Mapping[str, Any]],
    png: str | Path,
    svg: str | Path,
) -> None:
    """Read the cells, draw the figure, write it."""
    is_accuracy = figure["kind"] == "accuracy"
    rows = list(read_rows(cells, series.COLUMNS if is_accuracy else selection.COLUMNS))
    with house_style():
        if is_accuracy:
            drawn = accuracy(rows, figure, controls, programs, sweeps)
        else:
            drawn = answers(rows, figure, controls)
        save_figure(drawn, png, svg)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            cells=snakemake.input.cells,
            figure=snakemake.params.figure,
            controls=snakemake.params.controls,
            programs=snakemake.params.programs,
            sweeps=snakemake.params.sweeps,
            png=snakemake.output.png,
            svg=snakemake.output.svg,
        )
