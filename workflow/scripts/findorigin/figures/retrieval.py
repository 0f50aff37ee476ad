"""Retrieval against reasoning: one hop, which needs finding only, beside more, with the mean gap."""

from __future__ import annotations

from collections import defaultdict
from textwrap import wrap

from matplotlib.figure import Figure

from findorigin.figures.common.data import ConditionRow, CurveRow, Data
from findorigin.figures.common.lines import draw_lines
from findorigin.figures.common.selection import chosen
from findorigin.figures.common.style import empty_page, rules_in_words
from findorigin.figures.kinds import Retrieval

GAP_WIDTH = 42  # characters that fit above a panel


class GapRow(ConditionRow):
    """How much better one hop is answered than more at equal lengths; `length` None is the mean over them."""

    length: int | None
    gap: float
    gap_low: float | None
    gap_high: float | None


def draw(figure: Retrieval, data: Data) -> Figure:
    """Draw one hop beside two and more (structured, depth 50), and write the mean gaps above the panels."""
    curves: list[CurveRow] = data.rows("curves")
    table: list[GapRow] = data.rows("retrieval_gap")
    rows = [
        row
        for row in chosen(curves, figure)
        if row["arrangement"] == "structured" and row["depth"] == 50 and (row["hops"] == 1 or row["d"] == 1)
    ]
    if not rows:
        return empty_page(
            figure.title, "nothing was asked with one hop, or with more at d = 1 (structured, depth 50)"
        )
    labels = {(row["model"], row["word_form"], row["task"]): row["label"] for row in rows}
    means: dict[str, list[GapRow]] = defaultdict(list)
    for gap in table:
        label = labels.get((gap["model"], gap["word_form"], gap["task"]))
        if label and gap["length"] is None and gap["d"] == 1 and gap["depth"] == 50:
            means[label].append(gap)
    rules = [gap["interval"] for of_label in means.values() for gap in of_label if gap["gap_low"] is not None]
    notes = [f"Brackets of the mean gap: {rules_in_words(rules)}."] if rules else []
    grid, panels = draw_lines(rows, figure.title, _hops, lambda row: row["hops"], notes)
    most = 0
    for label, of_label in means.items():
        # Above the panel: within it every place may have points.
        text = ["Mean gap to one hop, points:"]
        for gap in of_label:
            text += wrap(f"{gap['hops']} hops: {_points(gap)}", GAP_WIDTH)
        panels[label].set_title("\n".join([panels[label].get_title(), *text]), fontsize=8)
        most = max(most, len(text))
    grid.figure.set_figheight(grid.figure.get_figheight() + 0.14 * most * grid.n_rows)
    return grid.figure


def _hops(row: CurveRow) -> str:
    return "1 hop (retrieval)" if row["hops"] == 1 else f"{row['hops']} hops, d = {row['d']} (reasoning)"


def _points(gap: GapRow) -> str:
    if gap["gap_low"] is None or gap["gap_high"] is None:
        return f"{100 * gap['gap']:.0f} ({_reason(gap)})"
    value, low, high = (f"{100 * bound:.0f}" for bound in (gap["gap"], gap["gap_low"], gap["gap_high"]))
    return f"{value} [{low}, {high}]"


def _reason(gap: GapRow) -> str:
    """Return ``no interval`` with its reason, where the table has one."""
    _, colon, reason = (gap["interval"] or "").partition(":")
    return f"no interval{colon}{reason}"
