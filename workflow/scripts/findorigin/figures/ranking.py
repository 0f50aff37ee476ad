"""Effective lengths as a ranking: one panel a condition, intervals drawn, ties written as shared ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from findorigin.figures.style import marked, write_footnote, write_title
from findorigin.figures.table_rows import Row, closing_notes

INK = "#0072b2"
NAMES = {
    "L85": "L85: longest tested length with 85 % of the base accuracy",
    "absolute": "Longest tested length above the absolute threshold",
    "L50": "L50: length at which accuracy falls to one half",
}


def draw_ranking(rows: Sequence[Row], measure: str, title: str) -> Figure:
    """Draw the rows of one measure (two hops, depth 50): a panel for each arrangement and distance."""
    shown = [row for row in rows if row["measure"] == measure and row["hops"] == 2 and row["depth"] == 50]
    panels = sorted(
        {_condition(row) for row in shown}, key=lambda key: (key[0] == "shuffled", abs(key[1]), key[1] < 0)
    )
    most = max((sum(_condition(row) == panel for row in shown) for panel in panels), default=1)
    abreast = min(2, max(len(panels), 1))
    down = -(-len(panels) // abreast) or 1
    figure = Figure(figsize=(1.5 + 4.4 * abreast, 1.5 + down * (0.8 + 0.24 * most)), layout="constrained")
    grid = figure.subplots(down, abreast, squeeze=False).flatten()
    limits = _limits(shown)
    for axes, panel in zip(grid, panels, strict=False):
        _draw_panel(axes, panel, [row for row in shown if _condition(row) == panel], limits)
    for axes in grid[len(panels) :]:
        axes.set_axis_off()
    write_title(figure, title if shown else f"{title}: no data yet", _handles() if shown else ())
    if shown:
        write_footnote(figure, _footnote(shown, measure))
    return figure


def _condition(row: Row) -> tuple[str, int]:
    return row["arrangement"], row["d"]


def _limits(rows: Sequence[Row]) -> tuple[float, float]:
    known = [row[name] for row in rows for name in ("tokens", "low", "high") if row[name] is not None]
    return (min(known) / 1.5, max(known) * 1.5) if known else (1, 10)


def _rank(row: Row) -> tuple[Any, ...]:
    """Sort by rank, then by length; unknown ones last."""
    if row["rank_best"] is None:
        return (1, 0, 0, row["label"].casefold())
    place = row["tokens"] if row["tokens"] is not None else (row["low"] * row["high"]) ** 0.5
    place = {"<": 0.0, ">": float("inf")}.get(row["relation"], place)
    return (0, row["rank_best"] + row["rank_worst"], -place, row["label"].casefold())


def _draw_panel(axes: Axes, panel: tuple[str, int], rows: Sequence[Row], limits: tuple[float, float]) -> None:
    ordered = sorted(rows, key=_rank)
    for place, row in enumerate(ordered):
        if row["low"] is None:
            axes.text(
                limits[0] * 1.05, place, f"unknown: {row['reason']}", fontsize=6, va="center", style="italic"
            )
            continue
        axes.plot(
            [row["low"], row["high"]],
            [place, place],
            color=INK,
            linewidth=2,
            alpha=0.45,
            solid_capstyle="butt",
        )
        for bound, relation in (("low", "<"), ("high", ">")):
            if row[f"{bound}_relation"] == relation:
                axes.plot(row[bound], place, marker=relation, color=INK, markersize=5, alpha=0.6)
        if row["relation"] == "=":
            axes.plot(row["tokens"], place, marker="o", color=INK, markersize=4.5)
        elif row["relation"] in ("<", ">"):
            axes.plot(row["tokens"], place, marker=row["relation"], color=INK, markersize=6)
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


def _label(row: Row) -> str:
    best, worst = row["rank_best"], row["rank_worst"]
    rank = "–" if best is None else str(best) if best == worst else f"{best}–{worst}"
    gaps = f", {row['n_missing']} missing" if row["n_missing"] else ""
    return f"{marked(row['label'], row['evidence'])} (n = {row['n_cells']}{gaps})   {rank}"


def _handles() -> list[Line2D]:
    return [
        Line2D([], [], color=INK, marker="o", linestyle="", markersize=4.5, label="estimate"),
        Line2D([], [], color=INK, linewidth=2, alpha=0.45, label="95 % interval"),
        Line2D([], [], color=INK, marker="<", linestyle="", label="below the shortest tested"),
        Line2D([], [], color=INK, marker=">", linestyle="", label="above the longest tested"),
    ]


def _footnote(rows: Sequence[Row], measure: str) -> str:
    bases = sorted({row["base_tokens"] for row in rows if row["base_tokens"] is not None})
    base = f" Base: cells of up to {bases[0]:,} tokens." if bases else ""
    lines = [
        f"{NAMES[measure]}.{base}",
        "Behind each label its rank: a range where intervals overlap (tied).",
    ]
    return "\n".join([*lines, *closing_notes(rows, "Lines")])
