"""Accuracy by length: one panel a model, one line a condition, ribbons for intervals.

Kinds `curves` (arrangements and distances) and `retrieval` (one hop beside more, with the gap).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from findorigin.figures.common.style import empty_page, marked, rules_in_words, write_footnote, write_title
from findorigin.figures.common.table_rows import Row, closing_notes, labels_in_order, span

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
# Which points have which of the two rules of ribbons, said where a picture has both.
RIBBONS = {
    "95 % bootstrap over puzzles": "several cells a puzzle, at least 5 puzzles, draws that differ",
    "95 % Wilson, cells taken as independent": "all other points",
}
GAP_WIDTH = 42  # characters that fit above a panel
MOST_ABREAST = 4
MOST_LINES = 4
RIBBON_FILL = 0.05

Name = Callable[[Row], str]


def draw_curves(rows: Sequence[Row], title: str) -> Figure:
    """Draw rows of the table of curves: two hops, depth 50; one line an arrangement and distance.

    With more than four lines a model has a panel for each arrangement.
    """
    shown = [row for row in rows if row["hops"] == 2 and row["depth"] == 50]
    if not shown:
        return empty_page(title, "nothing was asked with two hops at depth 50")
    if len({_condition(row) for row in shown}) > MOST_LINES:
        shown = [{**row, "label": f"{row['label']}, {row['arrangement']}"} for row in shown]
        return _panels(shown, title, lambda row: f"d = {row['d']}", _order)[0]
    figure, _ = _panels(shown, title, _condition, lambda row: (row["arrangement"] == "shuffled", _order(row)))
    return figure


def draw_retrieval(rows: Sequence[Row], gaps: Sequence[Row], title: str) -> Figure:
    """Draw one hop beside two and more (structured, depth 50), and write the mean gaps into the panels."""
    shown = [row for row in rows if row["arrangement"] == "structured" and row["depth"] == 50]
    shown = [row for row in shown if row["hops"] == 1 or row["d"] == 1]
    if not shown:
        return empty_page(
            title, "nothing was asked with one hop, or with more at d = 1 (structured, depth 50)"
        )
    series = {(row["model"], row["word_form"]): row["label"] for row in shown}
    means = defaultdict(list)
    for gap in gaps:
        label = series.get((gap["model"], gap["word_form"]))
        if label and gap["length"] is None and gap["d"] == 1 and gap["depth"] == 50:
            means[label].append(gap)
    rules = [gap["interval"] for of_label in means.values() for gap in of_label if gap["gap_low"] is not None]
    notes = [f"Brackets of the mean gap: {rules_in_words(rules)}."] if rules else []
    figure, panels = _panels(shown, title, _hops, lambda row: row["hops"], notes)
    highest = 0
    for label, of_label in means.items():
        # Above the panel: within it every place may have points.
        text = ["Mean gap to one hop, points:"]
        for gap in of_label:
            text += wrap(f"{gap['hops']} hops: {_points(gap)}", GAP_WIDTH)
        panels[label].set_title("\n".join([panels[label].get_title(), *text]), fontsize=8)
        highest = max(highest, len(text))
    down = -(-len(panels) // MOST_ABREAST)
    figure.set_figheight(figure.get_figheight() + 0.14 * highest * down)
    return figure


def _panels(
    rows: Sequence[Row], title: str, name: Name, order: Callable[[Row], Any], notes: Sequence[str] = ()
) -> tuple[Figure, dict[str, Axes]]:
    labels = labels_in_order(rows)
    abreast = min(MOST_ABREAST, len(labels))
    down = -(-len(labels) // abreast)
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
    _share_axes(grid, rows)
    handles = [Line2D([], [], label=line, markersize=4, **look) for line, look in looks.items()]
    write_title(figure, title, handles)
    write_footnote(figure, _footnote(rows, notes))
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
        at = [point["tokens"] for point in known]
        low, high = ([point[name] for point in known] for name in ("accuracy_low", "accuracy_high"))
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


def _share_axes(grid: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401
    first = grid.flatten()[0]
    first.set_ylim(-0.03, 1.03)
    first.set_xscale("log", base=2)
    low, high = min(row["tokens"] for row in rows), max(row["tokens"] for row in rows)
    ticks = [125 * 2**power for power in range(18) if low * 0.8 <= 125 * 2**power <= high * 1.25]
    ticks = ticks[:: -(-len(ticks) // 7) or 1]
    first.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    first.minorticks_off()
    for axes in grid.flatten():
        axes.tick_params(labelsize=7)
        axes.grid(axis="y", color="#dddddd", linewidth=0.5)
    for axes in grid[:, 0]:
        axes.set_ylabel("Accuracy", fontsize=8)


def _footnote(rows: Sequence[Row], notes: Sequence[str]) -> str:
    lines = [f"Length as counted by {' or '.join(sorted({row['counted_by'] for row in rows}))}, logarithmic."]
    if rows[0]["evidence"] == "published":
        lines[0] += " A length has one cell: neighbours are pooled."
    return "\n".join([*lines, *notes, *closing_notes(rows, "Ribbons", RIBBONS)])


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
        return f"{100 * gap['gap']:.0f} ({_reason(gap)})"
    value, low, high = (f"{100 * gap[name]:.0f}" for name in ("gap", "gap_low", "gap_high"))
    return f"{value} [{low}, {high}]"


def _reason(gap: Row) -> str:
    """Return ``no interval`` with its reason, where the table has one."""
    _, colon, reason = (gap["interval"] or "").partition(":")
    return f"no interval{colon}{reason}"
