"""Asymmetry: how much better a model answers when the chain stands in its order (d) than reversed (-d)."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from findorigin.figures.common.style import empty_page, marked, write_footnote, write_title
from findorigin.figures.common.table_rows import Row, closing_notes, labels_in_order

LOOKS = (
    {"facecolor": "#0072b2", "hatch": ""},
    {"facecolor": "#e69f00", "hatch": "///"},
    {"facecolor": "#56b4e9", "hatch": "..."},
    {"facecolor": "#ffffff", "hatch": "xxx"},
    {"facecolor": "#999999", "hatch": "\\\\\\"},
    {"facecolor": "#cc79a7", "hatch": "++"},
)
SIGNIFICANT = 0.05


def draw_asymmetry(rows: Sequence[Row], title: str) -> Figure:
    """Draw rows of the table of comparisons (directions, two hops, depth 50): a bar a model and distance."""
    shown = [
        row for row in rows if row["comparison"] == "directions" and row["hops"] == 2 and row["depth"] == 50
    ]
    if not shown:
        return empty_page(
            title, "nothing was asked at both d and -d (two hops, depth 50, same lengths and puzzles)"
        )
    labels = labels_in_order(shown)
    kinds = sorted({_kind(row) for row in shown}, key=lambda kind: (kind[0] == "shuffled", int(kind[1][2:])))
    height = 0.8 / len(kinds)
    figure = Figure(figsize=(9, 1.9 + len(labels) * max(0.3, 0.24 * len(kinds))), layout="constrained")
    axes = figure.subplots()
    for row in shown:
        kind = kinds.index(_kind(row))
        place = labels.index(row["label"]) - 0.4 + height * (kind + 0.5)
        value, low, high = (100 * row[name] for name in ("difference", "difference_low", "difference_high"))
        axes.barh(
            place, value, height=height * 0.9, edgecolor="#333333", linewidth=0.5, **LOOKS[kind % len(LOOKS)]
        )
        axes.errorbar(
            value, place, xerr=[[value - low], [high - value]], color="#000000", linewidth=0.9, capsize=2
        )
        star = " *" if row["p_holm"] < SIGNIFICANT else ""
        axes.annotate(
            f"n = {row['n_pairs']}{star}",
            (max(high, 0), place),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=6.5,
        )
    axes.axvline(0, color="#000000", linewidth=0.8)
    axes.set_yticks(range(len(labels)), [marked(label, shown[0]["evidence"]) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.set_xlabel("Accuracy at d less accuracy at -d, percentage points")
    handles = [
        Patch(label=f"|d| = {kind[1][2:]}, {kind[0]}", edgecolor="#333333", **LOOKS[place % len(LOOKS)])
        for place, kind in enumerate(kinds)
    ]
    write_title(figure, title, handles)
    write_footnote(figure, _footnote(shown))
    return figure


def _kind(row: Row) -> tuple[str, str]:
    return row["arrangement"], row["a"]


def _footnote(rows: Sequence[Row]) -> str:
    tests = " or ".join(sorted({row["test"] for row in rows}))
    lines = [
        "Bars: paired difference over cells of the same length, puzzle and repeat.",
        f"* p < {SIGNIFICANT} after Holm's adjustment over {rows[0]['n_family']} comparisons. Test: {tests}.",
    ]
    return "\n".join([*lines, *closing_notes(rows, "Lines")])
