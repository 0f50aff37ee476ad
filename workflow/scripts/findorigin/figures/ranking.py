"""Effective lengths as a ranking: one panel a condition, intervals drawn, ties written as shared ranks.

A length without an interval has a mark and no bar, and no rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from findorigin.figures.common.style import empty_page, marked, write_footnote, write_title
from findorigin.figures.common.table_rows import Row, closing_notes

INK = "#0072b2"
BAR = {"color": INK, "linewidth": 2, "alpha": 0.45}
ESTIMATE = {"color": INK, "markersize": 5}
# An arrow that ends an interval is hollow, to tell it from one that is the estimate.
END = {"color": INK, "markersize": 6, "markerfacecolor": "white"}
# How the column `interval` begins where there is none; the reason follows.
NO_INTERVAL = "none: "
NAMES = {
    "L85": "L85: longest tested length with 85 % of the base accuracy",
    "absolute": "Longest tested length above the absolute threshold",
    "L50": "L50: length at which accuracy falls to one half",
}


def draw_ranking(rows: Sequence[Row], measure: str, title: str) -> Figure:
    """Draw the rows of one measure (two hops, depth 50): a panel for each arrangement and distance."""
    shown = [row for row in rows if row["measure"] == measure and row["hops"] == 2 and row["depth"] == 50]
    if not shown:
        return empty_page(title, "nothing was asked with two hops at depth 50")
    panels = sorted(
        {_condition(row) for row in shown}, key=lambda key: (key[0] == "shuffled", abs(key[1]), key[1] < 0)
    )
    most = max((sum(_condition(row) == panel for row in shown) for panel in panels), default=1)
    abreast = min(2, len(panels))
    down = -(-len(panels) // abreast)
    figure = Figure(figsize=(1.5 + 4.4 * abreast, 1.5 + down * (0.8 + 0.24 * most)), layout="constrained")
    grid = figure.subplots(down, abreast, squeeze=False).flatten()
    limits = _limits(shown)
    for axes, panel in zip(grid, panels, strict=False):
        _draw_panel(axes, panel, [row for row in shown if _condition(row) == panel], limits)
    for axes in grid[len(panels) :]:
        axes.set_axis_off()
    write_title(figure, title, _handles(shown), columns=3)
    write_footnote(figure, _footnote(shown, measure))
    return figure


def _condition(row: Row) -> tuple[str, int]:
    return row["arrangement"], row["d"]


def _limits(rows: Sequence[Row]) -> tuple[float, float]:
    names = ("tokens", "low", "high", "between_low", "between_high")
    known = [row[name] for row in rows for name in names if row[name] is not None]
    return (min(known) / 1.5, max(known) * 1.5) if known else (1, 10)


def _order(row: Row) -> tuple[Any, ...]:
    """Sort by length, the longest first, with or without a rank; unknown ones are last."""
    if row["relation"] is None:
        return (1, 0, 0, row["label"].casefold())
    beyond = {"<": 0.0, ">": float("inf")}
    return (0, -beyond.get(row["relation"], _place(row)), row["rank_best"] or 0, row["label"].casefold())


def _place(row: Row) -> float:
    """Return where a row's length stands on the axis: between its two lengths where it has no value."""
    return row["tokens"] if row["tokens"] is not None else (row["between_low"] * row["between_high"]) ** 0.5


def _draw_panel(axes: Axes, panel: tuple[str, int], rows: Sequence[Row], limits: tuple[float, float]) -> None:
    ordered = sorted(rows, key=_order)
    for line, row in enumerate(ordered):
        if row["relation"] is None:
            text = f"unknown: {row['reason']}"
            axes.text(limits[0] * 1.05, line, text, fontsize=6, va="center", style="italic")
            continue
        if row["low"] is None:
            _write_reason(axes, line, row, limits)
        else:
            _draw_interval(axes, line, row)
        if row["tokens"] is not None:
            marker = "o" if row["relation"] == "=" else row["relation"]
            axes.plot(row["tokens"], line, marker=marker, **ESTIMATE)
    axes.set_yticks(range(len(ordered)), [_label(row) for row in ordered], fontsize=7)
    axes.set_ylim(len(ordered) - 0.4, -0.6)
    axes.set_xscale("log", base=2)
    axes.set_xlim(*limits)
    ticks = [125 * 2**power for power in range(18) if limits[0] <= 125 * 2**power <= limits[1]]
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks], fontsize=7)
    axes.minorticks_off()
    axes.grid(axis="x", color="#dddddd", linewidth=0.5)
    axes.set_title(f"d = {panel[1]}, {panel[0]}", fontsize=9)
    axes.set_xlabel("Tokens", fontsize=8)


def _draw_interval(axes: Axes, line: int, row: Row) -> None:
    axes.plot(
        [row["low"], row["high"]],
        [line, line],
        solid_capstyle="butt",
        **BAR,
    )
    for bound, relation in (("low", "<"), ("high", ">")):
        # Where the estimate is beyond the tested lengths too, its arrow stands here.
        if row[f"{bound}_relation"] == relation != row["relation"]:
            axes.plot(row[bound], line, marker=relation, **END)


def _write_reason(axes: Axes, line: int, row: Row, limits: tuple[float, float]) -> None:
    """Write why a length has no interval, on the side of its mark where there is room."""
    place = _place(row)
    text = f"no interval: {row['interval'].removeprefix(NO_INTERVAL)}"
    if row["tokens"] is None:
        text = f"{row['between_low']:,}–{row['between_high']:,}, {text}"
    on_left = place > (limits[0] * limits[1]) ** 0.5
    axes.text(
        place / 1.12 if on_left else place * 1.12,
        line,
        text,
        fontsize=6,
        va="center",
        ha="right" if on_left else "left",
        style="italic",
    )


def _label(row: Row) -> str:
    best, worst = row["rank_best"], row["rank_worst"]
    rank = "–" if best is None else str(best) if best == worst else f"{best}–{worst}"
    gaps = f", {row['n_missing']} missing" if row["n_missing"] else ""
    return f"{marked(row['label'], row['evidence'])} (n = {row['n_cells']}{gaps})   {rank}"


def _handles(rows: Sequence[Row]) -> list[Line2D]:
    """Return the legend's entries: estimate and interval always, the other marks where they are drawn."""
    handles = [
        Line2D([], [], marker="o", linestyle="", label="estimate", **ESTIMATE),
        Line2D([], [], label="95 % interval", **BAR),
    ]
    if any(row["tokens"] is None and row["low"] is not None for row in rows):
        handles.append(Line2D([], [], label="line alone: between two tested lengths, no value", **BAR))
    for relation, words in (("<", "below the shortest tested"), (">", "above the longest tested")):
        if any(row["relation"] == relation for row in rows):
            handles.append(
                Line2D([], [], marker=relation, linestyle="", label=f"estimate {words}", **ESTIMATE)
            )
    for bound, relation, words in (
        ("low", "<", "interval begins below the shortest tested"),
        ("high", ">", "interval ends above the longest tested"),
    ):
        if any(row[f"{bound}_relation"] == relation != row["relation"] for row in rows):
            handles.append(Line2D([], [], marker=relation, linestyle="", label=words, **END))
    return handles


def _footnote(rows: Sequence[Row], measure: str) -> str:
    bases = sorted({row["base_tokens"] for row in rows if row["base_tokens"] is not None})
    base = f" Base: cells of up to {bases[0]:,} tokens." if bases else ""
    lines = [
        f"{NAMES[measure]}.{base}",
        "Behind each label its rank: a range where intervals overlap (tied).",
        "A dash: no interval, so no rank; it may stand anywhere, which the others' ranks allow for.",
    ]
    return "\n".join([*lines, *closing_notes(rows, "Lines")])
