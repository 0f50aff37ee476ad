"""Accuracy by length as lines: one panel a model, one line a condition, ribbons for intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from findorigin.figures.common.data import CurveRow
from findorigin.figures.common.panels import Grid, new_grid, set_token_axis
from findorigin.figures.common.selection import closing_notes, labels_in_order
from findorigin.figures.common.style import Look, marked, write_footnote, write_title

# Okabe and Ito's colours; dashes and markers tell the lines apart without colour.
LOOKS: tuple[Look, ...] = (
    {"color": "#0072b2", "linestyle": "-", "marker": "o"},
    {"color": "#d55e00", "linestyle": "--", "marker": "s"},
    {"color": "#009e73", "linestyle": "-.", "marker": "^"},
    {"color": "#000000", "linestyle": ":", "marker": "D"},
    {"color": "#cc79a7", "linestyle": (0, (5, 1)), "marker": "v"},
    {"color": "#56b4e9", "linestyle": (0, (1, 1)), "marker": "P"},
    {"color": "#e69f00", "linestyle": (0, (3, 1, 1, 1)), "marker": "X"},
    {"color": "#555555", "linestyle": (0, (8, 2)), "marker": "*"},
)
# Which points have which of the two rules of ribbons, said where a picture has both.
RIBBONS = {
    "95 % bootstrap over puzzles": "several cells a puzzle, at least 5 puzzles, draws that differ",
    "95 % Wilson, cells taken as independent": "all other points",
}
MOST_ABREAST = 4
RIBBON_FILL = 0.05

Name = Callable[[CurveRow], str]


def draw_lines(
    rows: Sequence[CurveRow],
    title: str,
    name: Name,
    order: Callable[[CurveRow], Any],
    notes: Sequence[str] = (),
) -> tuple[Grid, dict[str, Axes]]:
    """Draw a panel for each label, a line for each name of its rows (their order is that of `order`).

    Returns the grid, and the panels by label.
    """
    labels = labels_in_order(rows)
    grid = new_grid(len(labels), MOST_ABREAST, (0.8, 1.5), (2.75, 2.2), 6.0, sharex=True, sharey=True)
    looks = {
        line: LOOKS[place % len(LOOKS)]
        for place, line in enumerate(dict.fromkeys(name(row) for row in sorted(rows, key=order)))
    }
    panels = dict(zip(labels, grid.panels, strict=True))
    for label, axes in panels.items():
        _draw_panel(axes, label, [row for row in rows if row["label"] == label], name, looks)
    for axes in grid.lowest:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("Length (tokens)", fontsize=8)
    for axes in grid.left:
        axes.set_ylabel("Accuracy", fontsize=8)
    grid.panels[0].set_ylim(-0.03, 1.03)
    tokens = [row["tokens"] for row in rows]
    set_token_axis(grid.panels[0], 0.8 * min(tokens), 1.25 * max(tokens), most=7)
    for axes in grid.figure.axes:
        axes.tick_params(labelsize=7)
        axes.grid(axis="y", color="#dddddd", linewidth=0.5)
    handles = [Line2D([], [], label=line, markersize=4, **look) for line, look in looks.items()]
    write_title(grid.figure, title, handles)
    write_footnote(grid.figure, _footnote(rows, notes))
    return grid, panels


def _draw_panel(
    axes: Axes, label: str, rows: Sequence[CurveRow], name: Name, looks: Mapping[str, Look]
) -> None:
    lines: dict[str, list[CurveRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["tokens"]):
        lines[name(row)].append(row)
    for line, look in looks.items():
        points = lines.get(line)
        if not points:
            continue
        tokens, accuracy = [p["tokens"] for p in points], [p["accuracy"] for p in points]
        axes.plot(tokens, accuracy, markersize=3, linewidth=1.1, **look)
        known = [point for point in points if point["accuracy_low"] is not None]
        at = [point["tokens"] for point in known]
        low = [point["accuracy_low"] or 0 for point in known]
        high = [point["accuracy_high"] or 0 for point in known]
        axes.fill_between(at, low, high, color=look["color"], alpha=RIBBON_FILL, linewidth=0)
        # Edges in the line's own dashes: fills alone, one over the other, are all alike in greyscale.
        for edge in (low, high):
            axes.plot(at, edge, linewidth=0.6, alpha=0.6, color=look["color"], linestyle=look["linestyle"])
    missing = sum({_series(row): row["n_missing"] for row in rows}.values())
    gaps = f"; {missing} cells missing" if missing else ""
    axes.set_title(
        f"{marked(label, rows[0]['evidence'])}\n(n = {span([row['n_cells'] for row in rows])} a point{gaps})",
        fontsize=8,
    )


def _series(row: CurveRow) -> tuple[str | int | None, ...]:
    return row["arrangement"], row["hops"], row["d"], row["depth"], row["word_form"], row["task"]


def _footnote(rows: Sequence[CurveRow], notes: Sequence[str]) -> str:
    counted = f"Length as counted by {' or '.join(sorted({row['counted_by'] for row in rows}))}, logarithmic."
    if rows[0]["evidence"] == "published":
        counted += " A length has one cell: neighbours are pooled."
    graders = (row["grader"] for row in rows)
    return "\n".join([counted, *notes, *closing_notes(rows, graders, "Ribbons", RIBBONS)])


def span(values: Sequence[int]) -> str:
    """Return ``10`` or ``9-12`` of some counts."""
    return str(min(values)) if min(values) == max(values) else f"{min(values)}–{max(values)}"
