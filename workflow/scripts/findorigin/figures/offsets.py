"""Where wrongly named vertices stand: histograms of their distance from the origin's line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from findorigin.figures.common.data import ConditionRow, Data
from findorigin.figures.common.panels import new_grid
from findorigin.figures.common.selection import by_distance, chosen, two_hops
from findorigin.figures.common.style import empty_page, evidence_note, marked, write_footnote
from findorigin.figures.kinds import Offsets

REACH = 20
MOST_ABREAST = 3


class OffsetRow(ConditionRow):
    """How many (`n`) of the answers that name another listed vertex name one so many lines further down."""

    line_offset: int
    n: int
    n_neighbour: int
    n_final: int


def draw(figure: Offsets, data: Data) -> Figure:
    """Draw the table of line offsets (two hops): a panel for each model, arrangement and distance."""
    table: list[OffsetRow] = data.rows("line_offsets")
    rows = two_hops(chosen(table, figure, figure.distances))
    if not rows:
        return empty_page(
            figure.title, "no answer to a two-hop question at depth 50 names another listed vertex"
        )
    panels = sorted({_panel(row) for row in rows}, key=lambda key: (key[0].casefold(), by_distance(*key[1:])))
    grid = new_grid(len(panels), MOST_ABREAST, (0.8, 1.3), (3.1, 1.8), 6.0, sharex=True)
    for axes, panel in zip(grid.panels, panels, strict=True):
        _draw_panel(axes, panel, [row for row in rows if _panel(row) == panel])
    for axes in grid.lowest:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("Lines below the origin's line", fontsize=8)
    for axes in grid.left:
        axes.set_ylabel("Answers", fontsize=8)
    grid.figure.suptitle(figure.title, fontsize=11)
    write_footnote(
        grid.figure,
        "Where the wrongly named vertex stands, in lines below the origin's line (negative: above); "
        f"beyond {REACH} in the outermost bars.\n"
        "Counts, without interval here: line_offsets.csv has that of each share. Dashed: d and -d. "
        "n: answers that name another listed vertex.\n" + evidence_note(row["evidence"] for row in rows),
    )
    return grid.figure


def _panel(row: OffsetRow) -> tuple[str, str, int]:
    return row["label"], row["arrangement"], row["d"] or 0


def _draw_panel(axes: Axes, panel: tuple[str, str, int], rows: Sequence[OffsetRow]) -> None:
    label, arrangement, d = panel
    label = marked(label, rows[0]["evidence"])
    counts = dict.fromkeys(range(-REACH, REACH + 1), 0)
    for row in rows:
        counts[max(-REACH, min(REACH, row["line_offset"]))] += row["n"]
    axes.bar(
        list(counts), list(counts.values()), width=0.9, color="#0072b2", edgecolor="#333333", linewidth=0.3
    )
    for line in (-abs(d), abs(d)):
        axes.axvline(line, color="#d55e00", linestyle="--", linewidth=0.9, zorder=0)
    axes.set_title(
        f"{label}\nd = {d}, {arrangement}: n = {rows[0]['n_neighbour']} of {rows[0]['n_final']} answers",
        fontsize=7,
    )
    axes.set_xlim(-REACH - 1, REACH + 1)
    cast("MaxNLocator", axes.yaxis.get_major_locator()).set_params(integer=True)
    axes.tick_params(labelsize=7)
