"""What the replies to a task without d were, by length: stacked shares, one panel a model and kind of
evidence.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from findorigin.figures.common.style import NO_DATA, evidence_note, marked, rules_in_words

# From the best outcome to the worst, dark to light and hatched in turn; no answer is always white.
LOOKS = (
    {"facecolor": "#08519c", "hatch": ""},
    {"facecolor": "#56b4e9", "hatch": "\\\\\\"},
    {"facecolor": "#e69f00", "hatch": ""},
    {"facecolor": "#f0e442", "hatch": "..."},
    {"facecolor": "#cc79a7", "hatch": "xxx"},
    {"facecolor": "#999999", "hatch": ""},
)
NO_ANSWER = "no_answer"
NO_ANSWER_LOOK = {"facecolor": "#ffffff", "hatch": ""}
EDGE = {"edgecolor": "#333333", "linewidth": 0.5}

ORDER = ("published", "measured", "simulated")
PANELS_ABREAST = 4
MOST_UPRIGHT = 5


@dataclass
class Bar:
    """One condition: `n_final` None is unknown; `success` is what the paper says without numbers."""

    name: str
    n_final: int | None
    n_planned: int | None
    counts: dict[str, int] = field(default_factory=dict)
    interval: tuple[float, float, float] | None = None
    rule: str | None = None
    success: bool | None = None


@dataclass
class Panel:
    """One model's bars, of one kind of evidence."""

    label: str
    evidence: str
    bars: dict[tuple, Bar] = field(default_factory=dict)


def read_outcomes(path: str | Path) -> list[dict[str, str]]:
    """Return the rows of a task's table of outcomes, all fields as text (null is empty)."""
    with Path(path).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def panels_of(rows: Sequence[Mapping[str, str]], controls: Iterable[str]) -> list[Panel]:
    """Return the panels: published evidence first, then measured models, then programs, the controls last."""
    last = set(controls)
    found: dict[tuple, Panel] = {}
    with_depths = len({row["depth"] for row in rows if row["depth"]}) > 1
    for row in rows:
        key = (ORDER.index(row["evidence"]), row["model"] in last, row["label"])
        panel = found.setdefault(key, Panel(row["label"], row["evidence"]))
        place = (int(row["n_tokens_max"]), row["variant"], int(row["depth"] or 0))
        bar = panel.bars.setdefault(place, _bar(row, with_depths))
        if row["outcome"] and row["n_outcome"]:
            bar.counts[row["outcome"]] = int(row["n_outcome"])
    return [found[key] for key in sorted(found)]


def _bar(row: Mapping[str, str], with_depths: bool) -> Bar:
    variant = row["variant"].split("-")[0]
    name = f"{int(row['n_tokens_max']):,}" + ("" if variant == "generated" else f"\n{variant}")
    if with_depths and row["depth"]:
        name += f"\ndepth {row['depth']}"
    interval = None
    if row["accuracy_low"]:
        interval = float(row["accuracy"]), float(row["accuracy_low"]), float(row["accuracy_high"])
    success = {"True": True, "False": False}.get(row["published_success"])
    return Bar(
        name, _whole(row["n_final"]), _whole(row["n_planned"]), {}, interval, row["interval"] or None, success
    )


def _whole(text: str) -> int | None:
    return int(text) if text else None


def outcome_order(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the outcomes from the best to the worst, as the measured rows have them, `no_answer` last."""
    order = list(dict.fromkeys(row["outcome"] for row in rows if row["outcome"]))
    return [*(outcome for outcome in order if outcome != NO_ANSWER), NO_ANSWER]


def draw_task(rows: Sequence[Mapping[str, str]], title: str, controls: Iterable[str] = ()) -> Figure:
    """Draw the shares of the outcomes by length, with n, and a 95 % Wilson interval around the share of
    successes.

    Hatched grey is what nobody knows: no reply yet, or what the paper doesn't say. Where it gives success or
    failure without numbers, the bar says so in words.
    """
    panels, order = panels_of(rows, controls), outcome_order(rows)
    looks = dict(zip(order, LOOKS, strict=False)) | {NO_ANSWER: NO_ANSWER_LOOK}
    abreast = min(PANELS_ABREAST, max(len(panels), 1))
    down = -(-len(panels) // abreast) or 1
    figure = Figure(figsize=(0.8 + 2.8 * abreast, 1.6 + 2.9 * down), layout="constrained")
    axes = figure.subplots(down, abreast, squeeze=False, sharey=True).flatten()
    for one, panel in zip(axes, panels, strict=False):
        _draw_panel(one, panel, order, looks)
    for one in axes[len(panels) :]:
        one.set_axis_off()
    for one in axes[::abreast][:down]:
        one.set_ylabel("Share of replies")
    figure.suptitle(title, fontsize=11)
    handles = [
        Patch(**looks[outcome], **EDGE, label=outcome.replace("_", " "))
        for outcome in order
        if outcome in looks
    ]
    handles.append(Patch(**NO_DATA, label="not known"))
    figure.legend(
        handles=handles,
        loc="outside lower center",
        ncols=len(handles),
        frameon=False,
        title=_note(panels),
        title_fontsize=8,
    )
    return figure


def _note(panels: Sequence[Panel]) -> str:
    """Return the notes on evidence and intervals, as every picture's footnote has them."""
    rules = rules_in_words(bar.rule for panel in panels for bar in panel.bars.values())
    note = evidence_note(panel.evidence for panel in panels)
    return "\n".join(filter(None, [f"Lines: share of successes with its interval: {rules}.", note]))


def _draw_panel(
    axes: Axes, panel: Panel, order: Sequence[str], looks: Mapping[str, Mapping[str, str]]
) -> None:
    bars = [panel.bars[key] for key in sorted(panel.bars)]
    for place, bar in enumerate(bars):
        axes.bar(place, 1, width=0.8, **NO_DATA)
        floor = 0.0
        # Worst at the top: what is missing between counted outcomes is not known which.
        for outcome in order:
            share = bar.counts.get(outcome, 0) / bar.n_final if bar.n_final else 0
            if share:
                axes.bar(place, share, bottom=floor, width=0.8, **looks[outcome], **EDGE)
            floor += share
        if bar.interval and bar.n_final:
            value, low, high = bar.interval
            spread = [[max(value - low, 0)], [max(high - value, 0)]]
            for colour, width in (("white", 3.0), ("black", 1.2)):
                axes.errorbar(
                    place, value, yerr=spread, color=colour, capsize=3, elinewidth=width, clip_on=False
                )
        elif bar.success is not None:
            axes.text(
                place,
                0.5,
                "success" if bar.success else "failure",
                rotation=90,
                ha="center",
                va="center",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5},
            )
    labels = [f"{bar.name}\n{_count(bar)}" for bar in bars]
    upright = len(bars) <= MOST_UPRIGHT
    axes.set_xticks(range(len(bars)), labels, rotation=0 if upright else 90, fontsize=7)
    axes.tick_params(axis="x", length=0)
    axes.set_xlim(-0.6, max(len(bars), 1) - 0.4)
    axes.set_ylim(0, 1)
    axes.set_xlabel("Tokens of the prompt (cl100k_base)", fontsize=8)
    axes.set_title(marked(panel.label, panel.evidence), fontsize=9)


def _count(bar: Bar) -> str:
    if bar.n_final is None:
        return "n not given"
    if bar.n_planned is not None and bar.n_final < bar.n_planned:
        return f"n = {bar.n_final} of {bar.n_planned}"
    return f"n = {bar.n_final}"
