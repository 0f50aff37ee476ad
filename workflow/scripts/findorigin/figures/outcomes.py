"""What the answers were, by length: stacked shares of the outcomes, one panel a series."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from findorigin.common.cells import OUTCOMES
from findorigin.figures.common.data import Data
from findorigin.figures.common.panels import draw_stack, explain_shares, new_grid, set_bar_axes, share_looks
from findorigin.figures.common.series import (
    NOTHING_ASKED,
    TRUNCATED,
    Point,
    Series,
    answered_series,
    drawn_cells,
    series_names,
)
from findorigin.figures.common.style import NO_DATA, empty_page, evidence_note
from findorigin.figures.kinds import Outcomes

LOOKS = share_looks(OUTCOMES) | {TRUNCATED: {"facecolor": "#bbbbbb", "hatch": "---"}}
NO_INTERVAL = "Shares, without interval here: outcomes_by_length.csv has it."
PANELS_ABREAST = 3
LEAST_WIDTH = 6.0
MOST_COUNTED_BARS = 16
TITLE_WIDTH = 44


def draw(figure: Outcomes, data: Data) -> Figure:
    """Draw one panel a series: for each length the shares of the outcomes, with n below the bar.

    Where planned cells are missing, `n of m` stands below the bar; a length of which nothing was asked has a
    grey ground and no bar. Above 16 lengths the counts stand in the panel's title alone.
    """
    series = answered_series(drawn_cells(figure, data))
    if not series:
        return empty_page(figure.title, NOTHING_ASKED)
    grid = new_grid(len(series), PANELS_ABREAST, (1.0, 1.2), (3.3, 2.9), LEAST_WIDTH, sharey=True)
    for axes, one, name in zip(grid.panels, series, series_names(series), strict=True):
        _draw_panel(axes, one, name)
    for axes in grid.left:
        axes.set_ylabel("Share of answers")
    grid.figure.suptitle(figure.title, fontsize=11)
    _write_legend(grid.figure, series)
    return grid.figure


def _draw_panel(axes: Axes, series: Series, name: str) -> None:
    lengths = sorted(series.points)
    is_counted = len(lengths) <= MOST_COUNTED_BARS
    for place, n_lines in enumerate(lengths):
        point = series.points[n_lines]
        if point.n_graded:
            shares = {outcome: point.outcomes[outcome] / point.n_graded for outcome in LOOKS}
            draw_stack(axes, place, shares, LOOKS, width=0.9)
        else:
            axes.axvspan(place - 0.45, place + 0.45, **NO_DATA)
    labels = [f"{lines}{_count(series.points[lines]) if is_counted else ''}" for lines in lengths]
    step = 1 if is_counted else -(-len(lengths) // MOST_COUNTED_BARS)
    set_bar_axes(axes, labels, 0 if is_counted else 90, step)
    axes.set_ylim(0, 1)
    axes.set_title("\n".join([*wrap(name, TITLE_WIDTH), f"({series.counts})"]), fontsize=9)
    axes.set_xlabel("Number of lines" + (", n below" if is_counted else ""))


def _count(point: Point) -> str:
    return f"\n{point.n_graded} of {point.n_planned}" if point.is_incomplete else f"\n{point.n_graded}"


def _write_legend(figure: Figure, series: Sequence[Series]) -> None:
    points = [point for one in series for point in one.points.values()]
    is_cut = any(point.outcomes[TRUNCATED] for point in points)
    looks = {name: look for name, look in LOOKS.items() if name != TRUNCATED or is_cut}
    no_data = "no data" if any(point.n_graded == 0 for point in points) else None
    notes = filter(None, [NO_INTERVAL, evidence_note(one.evidence for one in series)])
    explain_shares(figure, looks, no_data, "\n".join(notes))
