"""Write a picture so that drawing it again gives the same bytes."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure


def save_figure(figure: Figure, png: str | Path, svg: str | Path) -> None:
    """Write `figure` as PNG and SVG, without dates and program names.

    Call it inside `house_style()`: the resolution and the salt of the SVG's ids are settings.
    """
    for path in (png, svg):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(png, format="png", metadata={"Software": None})
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
