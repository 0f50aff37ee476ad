"""Depth by length: where in the list the target stands, against how long the list is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from findorigin.figures.common.style import (
    NO_DATA,
    empty_page,
    evidence_note,
    marked,
    shade_no_data,
    write_footnote,
)
from findorigin.figures.common.table_rows import Row

MOST_ABREAST = 3


def draw_depths(rows: Sequence[Row], title: str) -> Figure:
    """Draw rows of the table of curves: a heat map for each series with several depths, length by depth.

    A column is a length as it was asked for: target_tokens, or lines where no tokens were asked for.
    """
    panels: dict[tuple, list[Row]] = defaultdict(list)
    for row in rows:
        panels[tuple(row[name] for name in ("label", "arrangement", "hops", "d", "word_form"))].append(row)
    several = {
        key: kept for key, group in sorted(panels.items(), key=str) if (kept := _at_several_depths(group))
    }
    if not several:
        return empty_page(title, "nothing was asked at several depths at the same length")
    # Here, since importing it takes two seconds that the other pictures of statistics need not wait.
    import seaborn

    abreast = min(MOST_ABREAST, len(several))
    down = -(-len(several) // abreast)
    figure = Figure(figsize=(max(6.5, 1.2 + 4.2 * abreast), 1.4 + 2.9 * down), layout="constrained")
    grid = figure.subplots(down, abreast, squeeze=False)
    for axes, (key, group) in zip(grid.flatten(), several.items(), strict=False):
        depths = sorted({row["depth"] for row in group})
        lengths = sorted({_length(row) for row in group})
        cells = {(row["depth"], _length(row)): row for row in group}
        points = [[cells.get((depth, length)) for length in lengths] for depth in depths]
        accuracy = np.array(
            [[np.nan if point is None else point["accuracy"] for point in line] for line in points]
        )
        texts = np.array(
            [
                ["" if point is None else f"{point['n_correct']}/{point['n_cells']}" for point in line]
                for line in points
            ]
        )
        seaborn.heatmap(
            accuracy.reshape(len(depths), len(lengths)),
            ax=axes,
            cmap="cividis",
            vmin=0,
            vmax=1,
            annot=texts,
            fmt="",
            annot_kws={"fontsize": 8},
            linewidths=0.5,
            linecolor="white",
            xticklabels=[f"{length:,}" for length in lengths],
            yticklabels=[str(depth) for depth in depths],
            cbar_kws={"label": "Accuracy"},
        )
        shade_no_data(axes)
        axes.set_title(
            f"{marked(key[0], group[0]['evidence'])}\n{key[2]} hops, d = {key[3]}, {key[1]}", fontsize=8
        )
        axes.set_xlabel(f"Length ({_unit(group)})")
        axes.set_ylabel("Depth, % of the spare lines above")
        axes.tick_params(axis="y", rotation=0)
        if np.isnan(accuracy).any():
            figure.legend(
                handles=[Patch(**NO_DATA, label="no data")], loc="outside lower right", frameon=False
            )
    for axes in grid.flatten()[len(several) :]:
        axes.set_axis_off()
    figure.suptitle(title, fontsize=11)
    write_footnote(
        figure,
        "In each cell: correct answers / answers, without interval here: curves.csv has it. "
        "Lengths asked at one depth only are left out.\n"
        + evidence_note(row["evidence"] for group in several.values() for row in group),
    )
    return figure


def _length(row: Row) -> int:
    return row["n_lines_min"] if row["target_tokens"] is None else row["target_tokens"]


def _unit(rows: Sequence[Row]) -> str:
    return "lines" if all(row["target_tokens"] is None for row in rows) else "tokens asked for"


def _at_several_depths(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of lengths that were asked at more than one depth."""
    depths: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        depths[_length(row)].add(row["depth"])
    return [row for row in rows if len(depths[_length(row)]) > 1]
