"""What the answers were, by length: stacked shares of the outcomes, one panel a series."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from findorigin.figures.common.series import OUTCOMES, TRUNCATED, Point, Series, series_names
from findorigin.figures.common.style import NO_DATA, empty_page, evidence_note

# Dark to light in the order of the stack, hatched in turn: apart in greyscale and for colour-blind readers.
LOOKS = {
    "correct": {"facecolor": "#08519c", "hatch": ""},
    "middle": {"facecolor": "#56b4e9", "hatch": "\\\\\\"},
    "destination": {"facecolor": "#e69f00", "hatch": ""},
    "neighbour": {"facecolor": "#f0e442", "hatch": "..."},
    "invented": {"facecolor": "#cc79a7", "hatch": "xxx"},
    "no_answer": {"facecolor": "#ffffff", "hatch": ""},
    TRUNCATED: {"facecolor": "#bbbbbb", "hatch": "---"},
}
NO_INTERVAL = "Shares, without interval here: outcomes_by_length.csv has it."
STACK = (*OUTCOMES, TRUNCATED)
EDGE = {"edgecolor": "#333333", "linewidth": 0.5}

PANELS_ABREAST = 3
MOST_COUNTED_BARS = 16
TITLE_WIDTH = 44


def draw_outcomes(series: Sequence[Series], title: str) -> Figure:
    """Draw one panel a series: for each length the shares of the outcomes, with n below the bar.

    Where planned cells are missing, `n of m` stands below the bar; a length of which nothing was asked has a
    grey ground and no bar. Above 16 lengths the counts stand in the panel's title alone.
    """
    if not series:
        return empty_page(title, "no sweep asks the models of this picture to find the origin")
    abreast = min(PANELS_ABREAST, len(series))
    down = -(-len(series) // abreast)
    figure = Figure(figsize=(1.0 + 3.3 * abreast, 1.2 + 2.9 * down), layout="constrained")
    panels = figure.subplots(down, abreast, squeeze=False, sharey=True).flatten()
    for axes, one, name in zip(panels, series, series_names(series), strict=False):
        _draw_panel(axes, one, name)
    for axes in panels[len(series) :]:
        axes.set_axis_off()
    for axes in panels[::abreast][:down]:
        axes.set_ylabel("Share of answers")
    figure.suptitle(title, fontsize=11)
    _legend(figure, series)
    return figure


def _draw_panel(axes: Axes, series: Series, name: str) -> None:
    lengths = sorted(series.points)
    counted = len(lengths) <= MOST_COUNTED_BARS
    for place, n_lines in enumerate(lengths):
        point = series.points[n_lines]
        if point.n_graded:
            _draw_stack(axes, place, point)
        else:
            axes.axvspan(place - 0.45, place + 0.45, **NO_DATA)
    step = 1 if counted else -(-len(lengths) // MOST_COUNTED_BARS)
    ticks = range(0, len(lengths), step)
    axes.set_xticks(
        ticks,
        [f"{lengths[place]}{_count(series.points[lengths[place]]) if counted else ''}" for place in ticks],
        rotation=0 if counted else 90,
    )
    axes.tick_params(axis="x", length=0)
    axes.set_xlim(-0.6, max(len(lengths), 1) - 0.4)
    axes.set_ylim(0, 1)
    axes.set_title("\n".join([*wrap(name, TITLE_WIDTH), f"({series.counts})"]), fontsize=9)
    axes.set_xlabel("Number of lines" + (", n below" if counted else ""))


def _draw_stack(axes: Axes, place: int, point: Point) -> None:
    floor = 0.0
    for outcome in STACK:
        share = point.outcomes[outcome] / point.n_graded
        if share:
            axes.bar(place, share, bottom=floor, width=0.9, label=outcome, **LOOKS[outcome], **EDGE)
        floor += share


def _count(point: Point) -> str:
    return f"\n{point.n_graded} of {point.n_planned}" if point.is_incomplete else f"\n{point.n_graded}"


def _legend(figure: Figure, series: Sequence[Series]) -> None:
    is_cut = any(point.outcomes[TRUNCATED] for one in series for point in one.points.values())
    named = STACK if is_cut else OUTCOMES
    handles = [Patch(**LOOKS[outcome], **EDGE, label=outcome.replace("_", " ")) for outcome in named]
    if any(point.n_graded == 0 for one in series for point in one.points.values()):
        handles.append(Patch(**NO_DATA, label="no data"))
    figure.legend(
        handles=handles,
        loc="outside lower center",
        ncols=len(handles),
        frameon=False,
        title="\n".join(filter(None, [NO_INTERVAL, evidence_note(one.evidence for one in series)])),
        title_fontsize=8,
    )
