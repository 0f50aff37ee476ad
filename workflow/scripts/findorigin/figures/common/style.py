"""Colours, type sizes and marks that all pictures share."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import matplotlib.style
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.patches import Patch

# Keyword arguments of an artist: its colours, hatches, lines.
Look = dict[str, Any]

# What a label carries where its evidence was not measured.
MARKS = {"published": "†", "simulated": "‡"}
NO_DATA: Look = {"facecolor": "#d9d9d9", "hatch": "////", "edgecolor": "#999999", "linewidth": 0}
FOOTNOTE_COLOUR = "#444444"
FOOTNOTE_CHARACTERS = 17  # an inch of the figure's width
CONDITIONAL = ", conditional on these puzzles"

_SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 11,
    "axes.labelsize": 10,
    "xtick.labelsize": 8,
    "ytick.labelsize": 9,
    "legend.fontsize": 8,
    "hatch.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "savefig.dpi": 160,
    "svg.hashsalt": "find-the-origin",
}


def house_style() -> AbstractContextManager[None]:
    """Return a context with the project's style on matplotlib's defaults, whatever the user's settings."""
    return matplotlib.style.context(_SETTINGS, after_reset=True)


def save_figure(figure: Figure, png: str | Path, svg: str | Path) -> None:
    """Write `figure` as PNG and SVG, without dates and program names.

    Call it inside `house_style()`: the resolution and the salt of the SVG's ids are settings.
    """
    for path in (png, svg):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(png, format="png", metadata={"Software": None})
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})


def new_axes(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure of `width` × `height` inches, outside pyplot's list of open figures, and its axes."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def write_title(figure: Figure, title: str, handles: Sequence[Artist] = (), columns: int = 4) -> None:
    """Write the figure's title, with a legend of `handles` right below it."""
    if not handles:
        figure.suptitle(title, fontsize=11)
        return
    figure.legend(
        handles=handles,
        title=title,
        title_fontsize=11,
        loc="outside upper center",
        ncols=min(len(handles), columns),
        frameon=False,
    )


def empty_page(title: str, sentence: str) -> Figure:
    """Return a small page without axes: the title, and below it what would have to be asked to see something.

    `sentence` goes on after ``No data yet:`` and has no full stop.
    """
    figure = Figure(figsize=(6.5, 1.4))
    figure.text(0.5, 0.72, textwrap.fill(title, 70), ha="center", va="center", fontsize=11)
    text = textwrap.fill(f"No data yet: {sentence}.", 86)
    figure.text(0.5, 0.34, text, ha="center", va="center", fontsize=9, color=FOOTNOTE_COLOUR)
    return figure


def shade_no_data(axes: Axes) -> None:
    """Make the axes' ground the hatched grey that stands for `no data`."""
    axes.patch.set(**NO_DATA)


def explain_no_data(figure: Figure | SubFigure) -> None:
    """Say, once, at the lower right what the hatched grey is."""
    if not figure.legends:
        figure.legend(handles=[Patch(**NO_DATA, label="no data")], loc="outside lower right", frameon=False)


def write_footnote(figure: Figure, text: str) -> None:
    """Write `text` small, below the axes, at the left; lines wider than the figure are wrapped."""
    width = int(figure.get_figwidth() * FOOTNOTE_CHARACTERS)
    lines = [line for long in text.splitlines() for line in textwrap.wrap(long, width)]
    if lines:
        figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=7.5, color=FOOTNOTE_COLOUR)


def rules_in_words(rules: Iterable[str | None], where: Mapping[str, str] | None = None) -> str:
    """Return the rules of a picture's intervals in one wording, the conditional form beside its own rule.

    A rule that says why there is no interval (``none: …``) is none. `where` says of a rule what has it; that
    is written where there are several, in its order.
    """
    known = {rule for rule in rules if rule is not None and not rule.startswith("none")}
    plain = {rule.removesuffix(CONDITIONAL) for rule in known}
    order = {rule: place for place, rule in enumerate(where or ())}
    places = {rule: f" ({where[rule]})" for rule in plain if where and rule in where and len(plain) > 1}
    words = [
        (
            rule
            + (f"{CONDITIONAL} where they are fewer than 5" if {rule, rule + CONDITIONAL} <= known else "")
            if rule in known
            else rule + CONDITIONAL
        )
        + places.get(rule, "")
        for rule in sorted(plain, key=lambda rule: (order.get(rule, -1), rule))
    ]
    return "; ".join(words) or "none"


def evidence_note(evidence: Iterable[str]) -> str:
    """Return the footnote that explains the marks, for what is measured, simulated or published."""
    kinds = set(evidence)
    notes = [
        f"{MARKS[kind]} {words}"
        for kind, words in (
            ("published", "published outcomes (Fraga, 2024)"),
            ("simulated", "simulated by a program, no model"),
        )
        if kind in kinds
    ]
    if notes and "measured" in kinds:
        notes.append("without the mark: measured" if len(notes) == 1 else "without a mark: measured")
    return "; ".join(notes)


def marked(label: str, evidence: str) -> str:
    """Return a label with the mark of its evidence, where that was not measured."""
    return f"{label} {MARKS[evidence]}" if evidence in MARKS else label
