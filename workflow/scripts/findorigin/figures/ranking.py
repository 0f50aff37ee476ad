"""Effective lengths with their intervals, one below the other, with ranks that say which are tied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from findorigin.figures.common.data import ConditionRow, Data
from findorigin.figures.common.panels import new_grid, set_token_axis
from findorigin.figures.common.selection import by_distance, chosen, closing_notes, two_hops
from findorigin.figures.common.style import Look, empty_page, marked, write_footnote, write_title
from findorigin.figures.kinds import Ranking

INK = "#0072b2"
BAR: Look = {"color": INK, "linewidth": 2, "alpha": 0.45}
ESTIMATE: Look = {"color": INK, "markersize": 5}
# An arrow that ends an interval is hollow, to tell it from one that is the estimate.
END: Look = {"color": INK, "markersize": 6, "markerfacecolor": "white"}
# How the column `interval` begins where there is none; the reason follows.
NO_INTERVAL = "none: "
NAMES = {
    "L85": "L85: longest tested length with 85 % of the base accuracy",
    "absolute": "Longest tested length above the absolute threshold",
    "L50": "L50: length at which accuracy falls to one half",
}


Length = Literal["tokens", "low", "high", "between_low", "between_high"]
LENGTHS: tuple[Length, ...] = ("tokens", "low", "high", "between_low", "between_high")
# The ends of an interval, each with the relation of one beyond the tested lengths, and the legend's words.
ENDS: tuple[tuple[Literal["low", "high"], Literal["low_relation", "high_relation"], str, str], ...] = (
    ("low", "low_relation", "<", "interval begins below the shortest tested"),
    ("high", "high_relation", ">", "interval ends above the longest tested"),
)


class LengthRow(ConditionRow):
    """An effective length in tokens: a value, a bound (relation < or >), or only known to lie between two."""

    measure: str
    grader: str
    n_cells: int
    n_missing: int
    tokens: float | None
    relation: str | None
    between_low: int
    between_high: int
    low: float | None
    low_relation: str | None
    high: float | None
    high_relation: str | None
    base_tokens: int | None
    rank_best: int | None
    rank_worst: int | None
    reason: str | None


def draw(figure: Ranking, data: Data) -> Figure:
    """Draw the lengths of one measure (two hops, depth 50): a panel for each arrangement and distance."""
    table: list[LengthRow] = data.rows("effective_length")
    rows = [
        row for row in two_hops(chosen(table, figure, figure.distances)) if row["measure"] == figure.measure
    ]
    if not rows:
        return empty_page(figure.title, "nothing was asked with two hops at depth 50")
    panels = sorted({_condition(row) for row in rows}, key=lambda key: by_distance(*key))
    most = max(sum(_condition(row) == panel for row in rows) for panel in panels)
    grid = new_grid(len(panels), 2, (1.5, 1.5), (4.4, 0.8 + 0.24 * most))
    limits = _limits(rows)
    for axes, panel in zip(grid.panels, panels, strict=True):
        _draw_panel(axes, panel, [row for row in rows if _condition(row) == panel], limits)
    write_title(grid.figure, figure.title, _handles(rows), columns=3)
    write_footnote(grid.figure, _footnote(rows, figure.measure))
    return grid.figure


def _condition(row: LengthRow) -> tuple[str, int]:
    return row["arrangement"], row["d"] or 0


def _limits(rows: Sequence[LengthRow]) -> tuple[float, float]:
    known = [length for row in rows for name in LENGTHS if (length := row[name]) is not None]
    return (min(known) / 1.5, max(known) * 1.5) if known else (1, 10)


def _order(row: LengthRow) -> tuple[Any, ...]:
    """Sort by length, the longest first, with or without a rank; unknown ones are last."""
    if row["relation"] is None:
        return (1, 0, 0, row["label"].casefold())
    beyond = {"<": 0.0, ">": float("inf")}
    return (0, -beyond.get(row["relation"], _place(row)), row["rank_best"] or 0, row["label"].casefold())


def _place(row: LengthRow) -> float:
    """Return where a row's length stands on the axis: between its two lengths where it has no value."""
    return row["tokens"] if row["tokens"] is not None else (row["between_low"] * row["between_high"]) ** 0.5


def _draw_panel(
    axes: Axes, panel: tuple[str, int], rows: Sequence[LengthRow], limits: tuple[float, float]
) -> None:
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
    set_token_axis(axes, *limits, fontsize=7)
    axes.set_xlim(*limits)
    axes.grid(axis="x", color="#dddddd", linewidth=0.5)
    axes.set_title(f"d = {panel[1]}, {panel[0]}", fontsize=9)
    axes.set_xlabel("Tokens", fontsize=8)


def _draw_interval(axes: Axes, line: int, row: LengthRow) -> None:
    ends = [row["low"] or 0, row["high"] or 0]
    axes.plot(ends, [line, line], solid_capstyle="butt", **BAR)
    for (_, bound_relation, relation, _), end in zip(ENDS, ends, strict=True):
        # Where the estimate is beyond the tested lengths too, its arrow stands here.
        if row[bound_relation] == relation != row["relation"]:
            axes.plot(end, line, marker=relation, **END)


def _write_reason(axes: Axes, line: int, row: LengthRow, limits: tuple[float, float]) -> None:
    """Write why a length has no interval, on the side of its mark where there is room."""
    place = _place(row)
    text = f"no interval: {(row['interval'] or '').removeprefix(NO_INTERVAL)}"
    if row["tokens"] is None:
        text = f"{row['between_low']:,}–{row['between_high']:,}, {text}"
    on_left = place > (limits[0] * limits[1]) ** 0.5
    x, side = (place / 1.12, "right") if on_left else (place * 1.12, "left")
    axes.text(x, line, text, fontsize=6, va="center", ha=side, style="italic")


def _label(row: LengthRow) -> str:
    best, worst = row["rank_best"], row["rank_worst"]
    rank = "–" if best is None else str(best) if best == worst else f"{best}–{worst}"
    gaps = f", {row['n_missing']} missing" if row["n_missing"] else ""
    return f"{marked(row['label'], row['evidence'])} (n = {row['n_cells']}{gaps})   {rank}"


def _handles(rows: Sequence[LengthRow]) -> list[Line2D]:
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
    for _, bound_relation, relation, words in ENDS:
        if any(row[bound_relation] == relation != row["relation"] for row in rows):
            handles.append(Line2D([], [], marker=relation, linestyle="", label=words, **END))
    return handles


def _footnote(rows: Sequence[LengthRow], measure: str) -> str:
    bases = sorted({row["base_tokens"] for row in rows if row["base_tokens"] is not None})
    base = f" Base: cells of up to {bases[0]:,} tokens." if bases else ""
    lines = [
        f"{NAMES[measure]}.{base}",
        "Behind each label its rank: a range where intervals overlap (tied).",
        "A dash: no interval, so no rank; it may stand anywhere, which the others' ranks allow for.",
    ]
    return "\n".join([*lines, *closing_notes(rows, (row["grader"] for row in rows), "Lines")])
