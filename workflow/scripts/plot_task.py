"""Draw what the replies to one task without d were, by length.

Reads the task's table of outcomes; writes one picture as PNG and SVG.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from findorigin.common.log import log_to
from findorigin.figures.common.save import save_figure
from findorigin.figures.common.style import house_style
from findorigin.figures.tasks import draw_task, read_outcomes

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(title: str, outcomes: str | Path, controls: Sequence[str], png: str | Path, svg: str | Path) -> None:
    """Read the outcomes, draw the figure, write it."""
    with house_style():
        save_figure(
            draw_task(read_outcomes(outcomes), f"{title}: what the replies were, by length", controls),
            png,
            svg,
        )


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            title=snakemake.params.title,
            outcomes=snakemake.input.outcomes,
            controls=snakemake.params.controls,
            png=snakemake.output.png,
            svg=snakemake.output.svg,
        )
