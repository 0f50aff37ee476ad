"""Accuracy by length: one panel a model, one line a condition, ribbons for intervals.

Kinds `curves` (arrangements and distances) and `retrieval` (one hop beside more, with the gap).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from findorigin.figures.style import marked, write_footnote, write_title
from findorigin.figures.table_rows import Row, closing_notes, labels_in_order, span

# Okabe and Ito's colours; dashes and markers tell the lines apart without colour.
LOOKS = (
    {"color": "#0072b2", "linestyle": "-", "marker": "o"},
    {"color": "#d55e00", "linestyle": "--", "marker": "s"},
    {"color": "#009e73", "linestyle": "-.", "marker": "^"},
    {"color": "#000000", "linestyle": ":", "marker": "D"},
    {"color": "#cc79a7", "linestyle": (0, (5, 1)), "marker": "v"},
    {"color": "#56b4e9", "linestyle": (0, (1, 1)), "marker": "P"},
    {"color": "#e69f00", "linestyle": (0, (3, 1, 1, 1)), "marker": "X"},
    {"color": "#555555", "linestyle": (0, (8, 2)), "marker": "*"},
)
MOST_ABREAST = 4
MOST_LINES = 4

Name = Callable[[Row], str]


def draw_curves(rows: Sequence[Row], title: str) -> Figure:
    """Draw rows of the table of curves: two hops, depth 50; one line an arrangement and distance.

    With more than four lines a model has a panel for each arrangement.
    """
    shown = [row for row in rows if row["hops"] == 2 and row["depth"] == 50]
    if len({_condition(row) for row in shown}) > MOST_LINES:
        shown = [{**row, "label": f"{row['label']}, {row['arrangement']}"} for row in shown]
        return _panels(shown, title, lambda row: f"d = {row['d']}", _order)[0]
    figure, _ = _panels(shown, title, _condition, lambda row: (row["arrangement"] == "shuffled", _order(row)))
    return figure


def draw_retrieval(rows: Sequence[Row], gaps: Sequence[Row], title: str) -> Figure:
    """Draw one hop beside two and more (structured, depth 50), and write the mean gaps into the panels."""
    shown = [row for row in rows if row["arrangement"] == "structured" and row["depth"] == 50]
    shown = [row for row in shown if row["hops"] == 1 or row["d"] == 1]
    figure, panels = _panels(shown, title, _hops, lambda row: row["hops"])
    for label, axes in panels.items():
        series = {(row["model"], row["word_form"]) for row in shown if row["label"] == label}
        means = [
            f"{gap['hops']} hops: {_points(gap)}"
            for gap in gaps
            if (gap["model"], gap["word_form"]) in series
            and gap["length"] is None
            and gap["d"] == 1
            and gap["depth"] == 50
        ]
        if means:
            text = "\n".join(["Mean gap to one hop, points", *means])
            axes.text(0.03, 0.04, text, transform=axes.transAxes, fontsize=6.5, va="bottom", ha="left")
    return figure


def _panels(
    rows: Sequence[Row], title: str, name: Name, order: Callable[[Row], Any]
) -> tuple[Figure, dict[str, Axes]]:
    labels = labels_in_order(rows)
    abreast = min(MOST_ABREAST, max(len(labels), 1))
    down = -(-len(labels) // abreast) or 1
    figure = Figure(figsize=(max(6.0, 0.8 + 2.75 * abreast), 1.5 + 2.2 * down), layout="constrained")
    grid = figure.subplots(down, abreast, squeeze=False, sharex=True, sharey=True)
    looks = {
        line: LOOKS[place % len(LOOKS)]
        for place, line in enumerate(dict.fromkeys(name(row) for row in sorted(rows, key=order)))
    }
    panels = dict(zip(labels, grid.flatten(), strict=False))
    for label, axes in panels.items():
        _draw_panel(axes, label, [row for row in rows if row["label"] == label], name, looks)
    for axes in grid.flatten()[len(labels) :]:
        axes.set_axis_off()
    for axes in grid.flatten()[max(len(labels) - abreast, 0) : len(labels)]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("Length (tokens)", fontsize=8)
    _share_axes(figure, grid, rows)
    handles = [Line2D([], [], label=line, markersize=4, **look) for line, look in looks.items()]
    write_title(figure, title if rows else f"{title}: no data yet", handles)
    write_footnote(figure, _footnote(rows))
    return figure, panels


def _draw_panel(
    axes: Axes, label: str, rows: Sequence[Row], name: Name, looks: Mapping[str, Mapping[str, Any]]
) -> None:
    lines = defaultdict(list)
    for row in rows:
        lines[name(row)].append(row)
    for line, look in looks.items():
        points = sorted(lines.get(line, ()), key=lambda row: row["tokens"])
        if not points:
            continue
        tokens = [point["tokens"] for point in points]
        accuracy = [point["accuracy"] for point in points]
        axes.plot(tokens, accuracy, markersize=3, linewidth=1.1, **look)
        known = [point for point in points if point["accuracy_low"] is not None]
        axes.fill_between(
            [point["tokens"] for point in known],
            [point["accuracy_low"] for point in known],
            [point["accuracy_high"] for point in known],
            color=look["color"],
            alpha=0.1,
            linewidth=0,
        )
    missing = sum({_series(row): row["n_missing"] for row in rows}.values())
    gaps = f"; {missing} cells missing" if missing else ""
    axes.set_title(
        f"{marked(label, rows[0]['evidence'])}\n(n = {span([row['n_cells'] for row in rows])} a point{gaps})",
        fontsize=8,
    )


def _share_axes(figure: Figure, grid: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401
    first = grid.flatten()[0]
    first.set_ylim(-0.03, 1.03)
    if rows:
        first.set_xscale("log", base=2)
        low, high = min(row["tokens"] for row in rows), max(row["tokens"] for row in rows)
        ticks = [125 * 2**power for power in range(18) if low * 0.8 <= 125 * 2**power <= high * 1.25]
        ticks = ticks[:: -(-len(ticks) // 7)]
        first.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        first.minorticks_off()
    for axes in grid.flatten():
        axes.tick_params(labelsize=7)
        axes.grid(axis="y", color="#dddddd", linewidth=0.5)
    for axes in grid[:, 0]:
        axes.set_ylabel("Accuracy", fontsize=8)


def _footnote(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    lines = [f"Length as counted by {' or '.join(sorted({row['counted_by'] for row in rows}))}, logarithmic."]
    if rows[0]["evidence"] == "published":
        lines[0] += " A length has one cell: neighbours are pooled."
    return "\n".join([*lines, *closing_notes(rows, "Ribbons")])


def _series(row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("arrangement", "hops", "d", "depth", "word_form"))


def _order(row: Row) -> tuple[int, bool]:
    return abs(row["d"]), row["d"] < 0


def _condition(row: Row) -> str:
    return f"d = {row['d']}" + (", shuffled" if row["arrangement"] == "shuffled" else "")


def _hops(row: Row) -> str:
    return "1 hop (retrieval)" if row["hops"] == 1 else f"{row['hops']} hops, d = {row['d']} (reasoning)"


def _points(gap: Row) -> str:
    if gap["gap_low"] is None:
        return f"{100 * gap['gap']:.0f} (no interval)"
    value, low, high = (f"{100 * gap[name]:.0f}" for name in ("gap", "gap_low", "gap_high"))
    return f"{value} [{low}, {high}]"
