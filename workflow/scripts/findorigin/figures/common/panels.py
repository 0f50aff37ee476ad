"""What several kinds of pictures are made of: grids of panels, heat maps, stacked shares, bars."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from numpy.typing import NDArray

from findorigin.common.cells import NO_ANSWER
from findorigin.figures.common.style import (
    FOOTNOTE_COLOUR,
    NO_DATA,
    Look,
    evidence_note,
    explain_no_data,
    marked,
    new_axes,
    shade_no_data,
    write_footnote,
)

EDGE: Look = {"edgecolor": "#333333", "linewidth": 0.5}
# Shares from the best outcome to the worst, dark to light and hatched in turn: apart in greyscale and for
# colour-blind readers. No answer is always white.
SHARES: tuple[Look, ...] = (
    {"facecolor": "#08519c", "hatch": ""},
    {"facecolor": "#56b4e9", "hatch": "\\\\\\"},
    {"facecolor": "#e69f00", "hatch": ""},
    {"facecolor": "#f0e442", "hatch": "..."},
    {"facecolor": "#cc79a7", "hatch": "xxx"},
    {"facecolor": "#999999", "hatch": ""},
)

TITLE_WIDTH = 70  # characters above bars
# Text right above a bar.
ABOVE: Look = {"xytext": (0, 2), "textcoords": "offset points", "ha": "center", "va": "bottom"}
ABOVE |= {"fontsize": 8.5, "annotation_clip": False}
LEGEND_INCHES = 1.2  # an entry's width
# Text on colours brighter than this is dark.
BRIGHT = 0.408


@dataclass(frozen=True)
class Grid:
    """A figure of panels: those in use, the left ones of each row, the lowest of each column."""

    figure: Figure
    panels: list[Axes]
    left: list[Axes]
    lowest: list[Axes]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.left)


def new_grid(
    n: int,
    n_abreast: int,
    margins: tuple[float, float],
    panel: tuple[float, float],
    least_width: float = 0,
    sharex: bool = False,
    sharey: bool = False,
) -> Grid:
    """Return a figure of `n` panels (1 or more), up to `n_abreast` in a row; the rest of the last is empty.

    The sizes are width and height in inches.
    """
    n_cols = min(n_abreast, n)
    n_rows = -(-n // n_cols)
    size = (max(least_width, margins[0] + panel[0] * n_cols), margins[1] + panel[1] * n_rows)
    figure = Figure(figsize=size, layout="constrained")
    grid = figure.subplots(n_rows, n_cols, squeeze=False, sharex=sharex, sharey=sharey)
    axes = list(grid.flatten())
    for unused in axes[n:]:
        unused.set_axis_off()
    return Grid(figure, axes[:n], list(grid[:, 0]), axes[max(n - n_cols, 0) : n])


def draw_heat_map(
    axes: Axes,
    values: NDArray[np.float64],
    texts: Sequence[Sequence[str]] = (),
    **colour_bar: Any,  # noqa: ANN401
) -> None:
    """Draw accuracies (rows from the top; NaN is no data) with their texts and a colour bar."""
    for spine in axes.spines.values():
        spine.set_visible(False)
    mesh = axes.pcolormesh(
        np.ma.masked_invalid(values), cmap="cividis", vmin=0, vmax=1, linewidths=0.5, edgecolor="white"
    )
    n_rows, n_cols = values.shape
    axes.set(xlim=(0, n_cols), ylim=(n_rows, 0))
    bar = axes.figure.colorbar(mesh, ax=axes, label="Accuracy", **colour_bar)
    bar.outline.set_linewidth(0)
    for y, line in enumerate(texts):
        for x, text in enumerate(line):
            if not np.isnan(values[y, x]):
                colour = ".15" if _luminance(mesh.to_rgba(values[y, x])) > BRIGHT else "w"
                axes.text(x + 0.5, y + 0.5, text, color=colour, ha="center", va="center", fontsize=8)
    shade_no_data(axes)
    if np.isnan(values).any():
        explain_no_data(axes.figure)


def _luminance(colour: Any) -> float:  # noqa: ANN401
    """Return the relative luminance of a colour (W3C)."""
    rgb = np.asarray(colour)[:3]
    linear = np.where(rgb <= 0.03928, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def share_looks(outcomes: Iterable[str]) -> dict[str, Look]:
    """Return the looks of outcomes from the best to the worst, and of no answer."""
    return dict(zip(outcomes, SHARES, strict=False)) | {NO_ANSWER: {"facecolor": "#ffffff", "hatch": ""}}


def draw_stack(
    axes: Axes, place: int, shares: Mapping[str, float], looks: Mapping[str, Look], width: float
) -> None:
    """Draw one bar of shares, the first at the bottom; a share of 0 is left out."""
    floor = 0.0
    for name, share in shares.items():
        if share:
            axes.bar(place, share, bottom=floor, width=width, label=name, **looks[name], **EDGE)
        floor += share


def explain_shares(figure: Figure, looks: Mapping[str, Look], no_data: str | None, notes: str) -> None:
    """Write the legend of stacked shares below the panels, and notes between; `no_data` names the grey."""
    handles = [Patch(**look, **EDGE, label=name.replace("_", " ")) for name, look in looks.items()]
    if no_data is not None:
        handles.append(Patch(**NO_DATA, label=no_data))
    figure.legend(
        handles=handles,
        loc="outside lower center",
        ncols=min(len(handles), int(figure.get_figwidth() / LEGEND_INCHES)),
        frameon=False,
        title=notes,
        title_fontsize=8,
    )


def set_bar_axes(axes: Axes, labels: Sequence[str], rotation: float = 0, step: int = 1, **text: Any) -> None:  # noqa: ANN401
    """Give bars at 0, 1, … their labels, one every `step`."""
    axes.set_xticks(range(0, len(labels), step), labels[::step], rotation=rotation, **text)
    axes.tick_params(axis="x", length=0)
    axes.set_xlim(-0.6, max(len(labels), 1) - 0.4)


def set_token_axis(axes: Axes, low: float, high: float, most: int = 18, **text: Any) -> None:  # noqa: ANN401
    """Make x a logarithmic axis of tokens, with at most so many ticks from `low` to `high`, at doublings."""
    axes.set_xscale("log", base=2)
    ticks = [125 * 2**power for power in range(18) if low <= 125 * 2**power <= high]
    ticks = ticks[:: -(-len(ticks) // most) or 1]
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks], **text)
    axes.minorticks_off()


@dataclass(frozen=True)
class Bar:
    """One bar: `percent` is its height (None: no data), which is `n_correct` of `n_cells`.

    `n_planned` is the number of cells of its grid. A published height is that of the paper's figure.
    """

    label: str
    evidence: str
    percent: float | None
    n_correct: int
    n_cells: int
    n_planned: int

    @property
    def text(self) -> str:
        """The percentage written above the bar: that of the fraction, whatever the height."""
        return "no data" if self.percent is None else f"{100 * self.n_correct / self.n_cells:.1f}%"


def draw_bars(
    bars: Sequence[Bar], title: str, colour: str, y_max: int, x_label: str = "", slanted: bool = False
) -> Figure:
    """Draw the bars in their order, each with its percentage above it; `no data` where there is none.

    The y axis ends at `y_max`, or at the next multiple of 10 that holds the highest bar. No bar is drawn for
    what was not asked; an incomplete one says how many of its cells were asked.
    """
    figure, axes = new_axes(max(8, 0.6 * len(bars)), 4.2)
    heights = {place: bar.percent for place, bar in enumerate(bars) if bar.percent is not None}
    axes.bar(list(heights), list(heights.values()), color=colour, width=0.8)
    for place, bar in enumerate(bars):
        at, colour = (place, heights.get(place, 0)), "black" if place in heights else FOOTNOTE_COLOUR
        axes.annotate(bar.text, at, color=colour, **ABOVE)
    axes.set_ylim(0, max(y_max, -(-max(heights.values(), default=0) // 10) * 10))
    slant: Look = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
    set_bar_axes(axes, [_bar_label(bar) for bar in bars], **slant)
    axes.set_title(textwrap.fill(title, TITLE_WIDTH), pad=16)
    axes.set_xlabel(x_label)
    axes.set_ylabel("Correct answers (%)")
    write_footnote(figure, evidence_note(bar.evidence for bar in bars))
    return figure


def _bar_label(bar: Bar) -> str:
    label = marked(bar.label, bar.evidence)
    is_complete = bar.n_cells == bar.n_planned
    return label if is_complete else f"{label}\n({bar.n_cells} of {bar.n_planned} asked)"
