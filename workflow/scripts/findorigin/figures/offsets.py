"""Where wrongly named vertices stand: histograms of their distance from the origin's line."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from findorigin.figures.common.style import empty_page, evidence_note, marked, write_footnote
from findorigin.figures.common.table_rows import Row

REACH = 20
MOST_ABREAST = 3


def draw_offsets(rows: Sequence[Row], title: str) -> Figure:
    """Draw rows of the table of line offsets (two hops): a panel for each model, arrangement and distance."""
    shown = [row for row in rows if row["hops"] == 2 and row["depth"] == 50]
    if not shown:
        return empty_page(title, "no answer to a two-hop question at depth 50 names another listed vertex")
    panels = sorted(
        {_panel(row) for row in shown},
        key=lambda key: (key[0].casefold(), key[1] == "shuffled", abs(key[2]), key[2] < 0),
    )
    abreast = min(MOST_ABREAST, len(panels))
    down = -(-len(panels) // abreast)
    figure = Figure(figsize=(max(6.0, 0.8 + 3.1 * abreast), 1.3 + 1.8 * down), layout="constrained")
    grid = figure.subplots(down, abreast, squeeze=False, sharex=True)
    for axes, panel in zip(grid.flatten(), panels, strict=False):
        _draw_panel(axes, panel, [row for row in shown if _panel(row) == panel])
    for axes in grid.flatten()[len(panels) :]:
        axes.set_axis_off()
    for axes in grid.flatten()[max(len(panels) - abreast, 0) : len(panels)]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("Lines below the origin's line", fontsize=8)
    for axes in grid[:, 0]:
        axes.set_ylabel("Answers", fontsize=8)
    figure.suptitle(title, fontsize=11)
    write_footnote(
        figure,
        "Where the wrongly named vertex stands, in lines below the origin's line (negative: above); "
        f"beyond {REACH} in the outermost bars.\n"
        "Counts, without interval here: line_offsets.csv has that of each share. Dashed: d and -d. "
        "n: answers that name another listed vertex.\n" + evidence_note(row["evidence"] for row in shown),
    )
    return figure


def _panel(row: Row) -> tuple[str, str, int]:
    return row["label"], row["arrangement"], row["d"]


def _draw_panel(axes: Axes, panel: tuple[str, str, int], rows: Sequence[Row]) -> None:
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
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.tick_params(labelsize=7)
