"""Bar charts of percentages: one bar a model, or one bar a distance."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from matplotlib.figure import Figure

from findorigin.figures.common.selection import Bar
from findorigin.figures.common.style import FOOTNOTE_COLOUR, evidence_note, marked, new_axes, write_footnote

TITLE_WIDTH = 70  # characters


def draw_bars(
    bars: Sequence[Bar],
    title: str,
    colour: str,
    x_label: str = "",
    y_max: int = 100,
    slanted: bool = False,
) -> Figure:
    """Draw the bars in their order, each with its percentage above it; `no data` where there is none.

    The y axis ends at `y_max`, or at the next multiple of 10 that holds the highest bar. No bar is drawn for
    what was not asked; an incomplete one says how many of its cells were asked.
    """
    figure, axes = new_axes(max(8, 0.6 * len(bars)), 4.2)
    drawn = [(place, bar) for place, bar in enumerate(bars) if bar.percent is not None]
    axes.bar([place for place, _ in drawn], [bar.percent for _, bar in drawn], color=colour, width=0.8)
    for place, bar in enumerate(bars):
        is_known = bar.percent is not None
        axes.annotate(
            f"{bar.percent:.1f}%" if is_known else "no data",
            (place, bar.percent if is_known else 0),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=8.5,
            color="black" if is_known else FOOTNOTE_COLOUR,
            annotation_clip=False,
        )
    highest = max((bar.percent for _, bar in drawn), default=0)
    axes.set_ylim(0, max(y_max, -(-highest // 10) * 10))
    axes.set_xlim(-0.6, max(len(bars), 1) - 0.4)
    slant = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
    axes.set_xticks(range(len(bars)), [_tick_label(bar) for bar in bars], **slant)
    axes.tick_params(axis="x", length=0)
    axes.set_title(textwrap.fill(title, TITLE_WIDTH), pad=16)
    axes.set_xlabel(x_label)
    axes.set_ylabel("Correct answers (%)")
    write_footnote(figure, evidence_note(bar.evidence for bar in bars))
    return figure


def _tick_label(bar: Bar) -> str:
    label = marked(bar.label, bar.evidence)
    is_complete = bar.n_cells == bar.n_planned
    return label if is_complete else f"{label}\n({bar.n_cells} of {bar.n_planned} asked)"
