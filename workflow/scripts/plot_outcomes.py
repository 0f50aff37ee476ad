"""Draw what the answers of a run were, by length: stacked shares of the outcomes, one panel a series.

Reads the cells; writes one picture as PNG and SVG. `figure` is the picture's entry in the config,
`sweeps` are the planned questions: a picture says what of them is missing. `programs` are no models.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.figures.common.save import save_figure
from findorigin.figures.common.series import COLUMNS, answered_series, drawn_models, planned_counts
from findorigin.figures.common.style import house_style
from findorigin.figures.outcomes import draw_outcomes

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


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
    models = drawn_models(figure, sweeps, programs, controls)
    series = answered_series(list(read_rows(cells, COLUMNS)), planned_counts(sweeps), models)
    with house_style():
        save_figure(draw_outcomes(series, figure["title"]), png, svg)


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
