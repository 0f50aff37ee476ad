"""What the replies to one task were, by length: stacked shares, one panel a model and kind of evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from findorigin.common.cells import NO_ANSWER, AxisValue
from findorigin.figures.common.data import Data
from findorigin.figures.common.panels import draw_stack, explain_shares, new_grid, set_bar_axes, share_looks
from findorigin.figures.common.style import NO_DATA, Look, empty_page, evidence_note, marked, rules_in_words
from findorigin.figures.kinds import TaskOutcomes
from findorigin.tasks.catalog import FURTHER_AXES

ORDER = ("published", "measured", "simulated")
PANELS_ABREAST = 4
LEAST_WIDTH = 6.0
MOST_UPRIGHT = 5
GROUND: Look = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
WORDS: Look = {"rotation": 90, "ha": "center", "va": "center", "bbox": GROUND}
# What conditions of one length and variant differ in.
AXES = ("depth", *FURTHER_AXES)


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
    bars: dict[tuple[Any, ...], Bar] = field(default_factory=dict)


class OutcomeRow(TypedDict):
    """How often one outcome came at one length; what the paper doesn't say is None."""

    evidence: str
    model: str
    label: str
    variant: str | None
    depth: int | None
    n_tokens_max: int
    n_planned: int | None
    n_final: int | None
    accuracy: float | None
    accuracy_low: float | None
    accuracy_high: float | None
    outcome: str | None
    n_outcome: int | None
    interval: str | None
    published_success: bool | None


def panels_of(rows: Sequence[OutcomeRow], controls: Collection[str]) -> list[Panel]:
    """Return the panels: published evidence first, then measured models, then programs, the controls last."""
    found: dict[tuple[int, bool, str], Panel] = {}
    varying = [name for name in AXES if len({_axis(row, name) for row in rows} - {None}) > 1]
    for row in rows:
        key = (ORDER.index(row["evidence"]), row["model"] in controls, row["label"])
        panel = found.setdefault(key, Panel(row["label"], row["evidence"]))
        values = [_axis(row, name) for name in AXES]
        place = (row["n_tokens_max"], row["variant"] or "", *((value is not None, value) for value in values))
        bar = panel.bars.setdefault(place, _bar(row, varying))
        if row["outcome"] is not None and row["n_outcome"] is not None:
            bar.counts[row["outcome"]] = row["n_outcome"]
    return [found[key] for key in sorted(found)]


def _axis(row: OutcomeRow, name: str) -> AxisValue | None:
    return cast("Mapping[str, AxisValue | None]", row)[name]


def _bar(row: OutcomeRow, varying: Sequence[str]) -> Bar:
    variant = (row["variant"] or "generated").split("-")[0]
    name = f"{row['n_tokens_max']:,}" + ("" if variant == "generated" else f"\n{variant}")
    for axis in varying:
        if (axis_value := _axis(row, axis)) is not None:
            name += f"\n{axis} {axis_value}"
    value, low, high = row["accuracy"], row["accuracy_low"], row["accuracy_high"]
    interval = None if value is None or low is None or high is None else (value, low, high)
    return Bar(
        name, row["n_final"], row["n_planned"], {}, interval, row["interval"], row["published_success"]
    )


def outcome_order(rows: Iterable[OutcomeRow]) -> list[str]:
    """Return the outcomes from the best to the worst, as the measured rows have them, `no_answer` last."""
    order = list(dict.fromkeys(row["outcome"] for row in rows if row["outcome"]))
    return [*(outcome for outcome in order if outcome != NO_ANSWER), NO_ANSWER]


def draw(figure: TaskOutcomes, data: Data) -> Figure:
    """Draw the shares of the outcomes by length, with n, and the interval of the share of successes.

    Hatched grey is what nobody knows: no reply yet, or what the paper doesn't say. Where it gives success or
    failure without numbers, the bar says so in words.
    """
    rows: list[OutcomeRow] = data.rows(f"{figure.task}_outcomes")
    if not rows:
        return empty_page(figure.title, "no sweep asks this task")
    panels, order = panels_of(rows, data.controls), outcome_order(rows)
    looks = share_looks(order)
    grid = new_grid(len(panels), PANELS_ABREAST, (0.8, 1.6), (2.8, 2.9), LEAST_WIDTH, sharey=True)
    for axes, panel in zip(grid.panels, panels, strict=True):
        _draw_panel(axes, panel, looks)
    for axes in grid.left:
        axes.set_ylabel("Share of replies")
    grid.figure.suptitle(figure.title, fontsize=11)
    known = {name: looks[name] for name in order if name in looks}
    explain_shares(grid.figure, known, "not known", _note(panels))
    return grid.figure


def _note(panels: Sequence[Panel]) -> str:
    """Return the notes on evidence and intervals, as every picture's footnote has them."""
    rules = rules_in_words(bar.rule for panel in panels for bar in panel.bars.values())
    note = evidence_note(panel.evidence for panel in panels)
    return "\n".join(filter(None, [f"Lines: share of successes with its interval: {rules}.", note]))


def _draw_panel(axes: Axes, panel: Panel, looks: Mapping[str, Look]) -> None:
    bars = [panel.bars[key] for key in sorted(panel.bars)]
    for place, bar in enumerate(bars):
        axes.bar(place, 1, width=0.8, **NO_DATA)
        if bar.n_final:
            # Worst at the top: what is missing between counted outcomes is not known which.
            shares = {outcome: bar.counts.get(outcome, 0) / bar.n_final for outcome in looks}
            draw_stack(axes, place, shares, looks, width=0.8)
        if bar.interval and bar.n_final:
            value, low, high = bar.interval
            spread = [[max(value - low, 0)], [max(high - value, 0)]]
            for colour, width in (("white", 3.0), ("black", 1.2)):
                axes.errorbar(
                    place, value, yerr=spread, color=colour, capsize=3, elinewidth=width, clip_on=False
                )
        elif bar.success is not None:
            axes.text(place, 0.5, "success" if bar.success else "failure", **WORDS)
    labels = [f"{bar.name}\n{_count(bar)}" for bar in bars]
    set_bar_axes(axes, labels, 0 if len(bars) <= MOST_UPRIGHT else 90, fontsize=7)
    axes.set_ylim(0, 1)
    axes.set_xlabel("Tokens of the prompt (cl100k_base)", fontsize=8)
    axes.set_title(marked(panel.label, panel.evidence), fontsize=9)


def _count(bar: Bar) -> str:
    if bar.n_final is None:
        return "n not given"
    if bar.n_planned is not None and bar.n_final < bar.n_planned:
        return f"n = {bar.n_final} of {bar.n_planned}"
    return f"n = {bar.n_final}"
