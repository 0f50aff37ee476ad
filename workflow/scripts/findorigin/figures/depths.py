"""Depth by length: where in the list the target stands, against how long the list is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from findorigin.figures.common.data import CurveRow, Data
from findorigin.figures.common.panels import draw_heat_map, new_grid
from findorigin.figures.common.selection import chosen
from findorigin.figures.common.style import empty_page, evidence_note, marked, write_footnote
from findorigin.figures.kinds import Depths

MOST_ABREAST = 3
MOST_UPRIGHT = 8  # labels of lengths


def draw(figure: Depths, data: Data) -> Figure:
    """Draw the table of curves: a heat map for each series with several depths, length by depth.

    A column is a length as it was asked for: target_tokens, or lines where no tokens were asked for.
    """
    table: list[CurveRow] = data.rows("curves")
    series: dict[tuple[str, str, int, int, str], list[CurveRow]] = defaultdict(list)
    for row in chosen(table, figure, figure.distances):
        if row["d"] is not None:
            key = (row["label"], row["arrangement"], row["hops"], row["d"], row["word_form"])
            series[key].append(row)
    panels = [kept for _, rows in sorted(series.items(), key=str) if (kept := _at_several_depths(rows))]
    if not panels:
        return empty_page(figure.title, "nothing was asked at several depths at the same length")
    grid = new_grid(len(panels), MOST_ABREAST, (1.2, 1.4), (4.2, 2.9), 6.5)
    for axes, rows in zip(grid.panels, panels, strict=True):
        _draw_panel(axes, rows)
    grid.figure.suptitle(figure.title, fontsize=11)
    write_footnote(
        grid.figure,
        "In each cell: correct answers / answers, without interval here: curves.csv has it. "
        "Lengths asked at one depth only are left out.\n"
        + evidence_note(row["evidence"] for rows in panels for row in rows),
    )
    return grid.figure


def _draw_panel(axes: Axes, rows: Sequence[CurveRow]) -> None:
    depths, lengths = sorted({row["depth"] for row in rows}), sorted({_length(row) for row in rows})
    accuracy = np.full((len(depths), len(lengths)), np.nan)
    texts = [["" for _ in lengths] for _ in depths]
    for row in rows:
        y, x = depths.index(row["depth"]), lengths.index(_length(row))
        accuracy[y, x] = row["accuracy"]
        texts[y][x] = f"{row['n_correct']}/{row['n_cells']}"
    draw_heat_map(axes, accuracy, texts)
    axes.set_xticks(
        np.arange(len(lengths)) + 0.5,
        [f"{length:,}" for length in lengths],
        rotation=0 if len(lengths) <= MOST_UPRIGHT else 90,
    )
    axes.set_yticks(np.arange(len(depths)) + 0.5, [str(depth) for depth in depths], va="center")
    first = rows[0]
    axes.set_title(
        f"{marked(first['label'], first['evidence'])}\n"
        f"{first['hops']} hops, d = {first['d']}, {first['arrangement']}",
        fontsize=8,
    )
    is_lines = all(row["target_tokens"] is None for row in rows)
    axes.set_xlabel(f"Length ({'lines' if is_lines else 'tokens asked for'})")
    axes.set_ylabel("Depth, % of the spare lines above")


def _length(row: CurveRow) -> int:
    return row["n_lines_min"] if row["target_tokens"] is None else row["target_tokens"]


def _at_several_depths(rows: Sequence[CurveRow]) -> list[CurveRow]:
    """Return the rows of lengths that were asked at more than one depth."""
    depths: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        depths[_length(row)].add(row["depth"])
    return [row for row in rows if len(depths[_length(row)]) > 1]
