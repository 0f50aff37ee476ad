"""Right and wrong answers by model and length, as in the paper."""

from __future__ import annotations

import numpy as np
import seaborn
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from findorigin.figures.common.data import Data
from findorigin.figures.common.selection import Row, is_paper_cell, paper_rows
from findorigin.figures.common.style import (
    NO_DATA,
    empty_page,
    evidence_note,
    marked,
    new_axes,
    shade_no_data,
    write_footnote,
)
from findorigin.figures.kinds import Answers

# Right and wrong. `paper`: the published colours. `safe`: told apart by colour-blind readers and, dark on
# light, in greyscale.
PALETTES = {"paper": ("#006837", "#a50026"), "safe": ("#08519c", "#fdb863")}


def draw(figure: Answers, data: Data) -> Figure:
    """Draw models × lengths, one colour for right and one for wrong, grey where there is no evidence.

    The colour mesh holds 1 (right), 0 (wrong) or is masked, rows from the top. Every `tick_step`-th column
    is labelled with its prompt's tokens.
    """
    (grid,) = figure.grid
    rows, n_lines = paper_rows(data.cells, figure), grid.n_lines.numbers()
    if not rows:
        return empty_page(figure.title, "none of these cells was asked, and no published outcomes are used")
    tokens = {
        cell["n_lines"]: cell["n_tokens"]
        for cell in data.cells
        if cell["n_tokens"] is not None and is_paper_cell(cell, figure.arrangement, grid.d)
    }
    right, wrong = PALETTES[figure.palette]
    picture, axes = new_axes(11, 1.5 + 0.27 * len(rows))
    answers = np.array([[np.nan if one is None else float(one) for one in row.correct] for row in rows])
    seaborn.heatmap(
        answers,
        ax=axes,
        cmap=ListedColormap([wrong, right]),
        vmin=0,
        vmax=1,
        cbar=False,
        linewidths=0.4,
        linecolor="white",
        xticklabels=False,
        yticklabels=False,
    )
    shade_no_data(axes)
    names = [marked(_with_gaps(row), row.evidence) for row in rows]
    axes.set_yticks(np.arange(len(rows)) + 0.5, names, rotation=0)
    ticks = range(0, len(n_lines), figure.tick_step)
    axes.set_xticks(
        [column + 0.5 for column in ticks],
        [str(tokens.get(n_lines[column], "")) for column in ticks],
        rotation=90,
    )
    axes.tick_params(length=2)
    axes.set_title(figure.title)
    axes.set_xlabel("Context window size (tokens)")
    axes.set_ylabel("")
    handles = [Patch(facecolor=right, label="correct"), Patch(facecolor=wrong, label="wrong")]
    if np.isnan(answers).any():
        handles.append(Patch(**NO_DATA, label="no data"))
    # Above the axes, at the right, level with the title.
    axes.legend(
        handles=handles,
        loc="lower right",
        bbox_to_anchor=(1, 1),
        ncols=len(handles),
        frameon=False,
        borderaxespad=0.3,
        handlelength=1.2,
    )
    write_footnote(picture, evidence_note(row.evidence for row in rows))
    return picture


def _with_gaps(row: Row) -> str:
    if row.n_cells == len(row.correct):
        return row.label
    return f"{row.label} ({row.n_cells} of {len(row.correct)} asked)"
