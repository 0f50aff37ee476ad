"""Asymmetry: how much better a model answers when the chain stands in its order (d) than reversed (-d)."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from findorigin.figures.common.data import ConditionRow, Data
from findorigin.figures.common.selection import chosen, closing_notes, labels_in_order, two_hops
from findorigin.figures.common.style import Look, empty_page, marked, write_footnote, write_title
from findorigin.figures.kinds import Asymmetry

LOOKS: tuple[Look, ...] = (
    {"facecolor": "#0072b2", "hatch": ""},
    {"facecolor": "#e69f00", "hatch": "///"},
    {"facecolor": "#56b4e9", "hatch": "..."},
    {"facecolor": "#ffffff", "hatch": "xxx"},
    {"facecolor": "#999999", "hatch": "\\\\\\"},
    {"facecolor": "#cc79a7", "hatch": "++"},
)
SIGNIFICANT = 0.05


class PairRow(ConditionRow):
    """A paired comparison of `a` (like ``d=15``) with `b`; one of too few pairs has no interval."""

    comparison: str
    grader: str
    a: str
    n_pairs: int
    difference: float
    difference_low: float | None
    difference_high: float | None
    test: str
    p_holm: float | None
    n_family: int


def draw(figure: Asymmetry, data: Data) -> Figure:
    """Draw the directions of the table of comparisons (two hops, depth 50): a bar a model and distance."""
    table: list[PairRow] = data.rows("comparisons")
    rows = [row for row in two_hops(chosen(table, figure)) if row["comparison"] == "directions"]
    if not rows:
        return empty_page(
            figure.title, "nothing was asked at both d and -d (two hops, depth 50, same lengths and puzzles)"
        )
    labels = labels_in_order(rows)
    kinds = sorted({_kind(row) for row in rows}, key=lambda kind: (kind[0] == "shuffled", kind[1]))
    looks = {kind: LOOKS[place % len(LOOKS)] for place, kind in enumerate(kinds)}
    height = 0.8 / len(kinds)
    picture = Figure(figsize=(9, 1.9 + len(labels) * max(0.3, 0.24 * len(kinds))), layout="constrained")
    axes = picture.subplots()
    for row in rows:
        place = labels.index(row["label"]) - 0.4 + height * (kinds.index(_kind(row)) + 0.5)
        value, end, note = 100 * row["difference"], 100 * row["difference"], f"n = {row['n_pairs']}"
        axes.barh(place, value, height=height * 0.9, edgecolor="#333333", linewidth=0.5, **looks[_kind(row)])
        if row["difference_low"] is None or row["difference_high"] is None:
            note += ", no interval"
        else:
            low, end = 100 * row["difference_low"], 100 * row["difference_high"]
            spread = [[value - low], [end - value]]
            axes.errorbar(value, place, xerr=spread, color="#000000", linewidth=0.9, capsize=2)
        if row["p_holm"] is not None and row["p_holm"] < SIGNIFICANT:
            note += " *"
        axes.annotate(
            note, (max(end, 0), place), (4, 0), textcoords="offset points", va="center", fontsize=6.5
        )
    axes.axvline(0, color="#000000", linewidth=0.8)
    axes.set_yticks(range(len(labels)), [marked(label, rows[0]["evidence"]) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.set_xlabel("Accuracy at d less accuracy at -d, percentage points")
    handles = [
        Patch(label=f"|d| = {distance}, {arrangement}", edgecolor="#333333", **look)
        for (arrangement, distance), look in looks.items()
    ]
    write_title(picture, figure.title, handles)
    write_footnote(picture, _footnote(rows))
    return picture


def _kind(row: PairRow) -> tuple[str, int]:
    return row["arrangement"], int(row["a"].removeprefix("d="))


def _footnote(rows: Sequence[PairRow]) -> str:
    tests = " or ".join(sorted({row["test"] for row in rows}))
    lines = [
        "Bars: paired difference over cells of the same length, puzzle and repeat.",
        f"* p < {SIGNIFICANT} after Holm's adjustment over {rows[0]['n_family']} comparisons. Test: {tests}.",
    ]
    return "\n".join([*lines, *closing_notes(rows, (row["grader"] for row in rows), "Lines")])
