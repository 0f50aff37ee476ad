"""Draw a picture of the tables of statistics: curves, retrieval against reasoning, a ranking of effective
lengths, asymmetry, line offsets, or depth by length.

Reads the tables that the figure's kind needs; writes one picture as PNG and SVG. `figure` is its entry in the
config.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from findorigin.common.log import log_to
from findorigin.figures.common.save import save_figure
from findorigin.figures.common.style import house_style
from findorigin.figures.common.table_rows import chosen, read_table
from findorigin.figures.depths import draw_depths
from findorigin.figures.differences import draw_asymmetry
from findorigin.figures.lines import draw_curves, draw_retrieval
from findorigin.figures.offsets import draw_offsets
from findorigin.figures.ranking import draw_ranking

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def draw(figure: Mapping[str, Any], tables: Sequence[str], controls: Sequence[str]) -> Figure:
    """Return the picture of a figure's entry; `tables` are those of its kind."""
    kind, title = figure["kind"], figure["title"]
    rows = [chosen(read_table(path), figure, controls) for path in tables]
    if kind == "curves":
        return draw_curves(rows[0], title)
    if kind == "retrieval":
        return draw_retrieval(rows[0], rows[1], title)
    if kind == "ranking":
        return draw_ranking(rows[0], figure["measure"], title)
    if kind == "asymmetry":
        return draw_asymmetry(rows[0], title)
    if kind == "offsets":
        return draw_offsets(rows[0], title)
    return draw_depths(rows[0], title)


def main(
    figure: Mapping[str, Any], tables: Sequence[str], controls: Sequence[str], png: str, svg: str
) -> None:
    """Draw the figure and write it."""
    with house_style():
        save_figure(draw(figure, tables, controls), png, svg)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            figure=snakemake.params.figure,
            tables=snakemake.input.tables,
            controls=snakemake.params.controls,
            png=snakemake.output.png,
            svg=snakemake.output.svg,
        )
