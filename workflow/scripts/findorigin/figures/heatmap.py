"""Heat maps: right and wrong answers as in the paper, and accuracy over puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import seaborn
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from findorigin.figures.common.selection import Row
from findorigin.figures.common.series import Point, Series, series_names
from findorigin.figures.common.style import (
    NO_DATA,
    PALETTES,
    empty_page,
    evidence_note,
    marked,
    new_axes,
    shade_no_data,
    write_footnote,
)

MOST_ANNOTATED_COLUMNS = 16
MOST_TICKS = 40


def draw_answers(
    rows: Sequence[Row],
    n_lines: Sequence[int],
    n_tokens: Mapping[int, int],
    title: str,
    palette: str = "paper",
    tick_step: int = 3,
) -> Figure:
    """Draw models × lengths, one colour for right and one for wrong, grey where there is no evidence.

    The colour mesh holds 1 (right), 0 (wrong) or is masked, rows from the top. Every `tick_step`-th column
    is labelled with its prompt's tokens (`n_tokens` by number of lines).
    """
    colours = PALETTES[palette]
    figure, axes = new_axes(11, 1.5 + 0.27 * max(len(rows), 1))
    answers = np.array(
        [[np.nan if answer is None else float(answer) for answer in row.correct] for row in rows]
    ).reshape(len(rows), len(n_lines))
    has_gaps = bool(np.isnan(answers).any()) or not rows
    if rows:
        seaborn.heatmap(
            answers,
            ax=axes,
            cmap=ListedColormap([colours.wrong, colours.correct]),
            vmin=0,
            vmax=1,
            cbar=False,
            linewidths=0.4,
            linecolor="white",
            xticklabels=False,
            yticklabels=False,
        )
    shade_no_data(axes)
    axes.set_yticks(
        np.arange(len(rows)) + 0.5,
        [marked(_with_gaps(row), row.evidence) for row in rows],
        rotation=0,
    )
    ticks = range(0, len(n_lines), tick_step)
    axes.set_xticks(
        [column + 0.5 for column in ticks],
        [str(n_tokens.get(n_lines[column], "")) for column in ticks],
        rotation=90,
    )
    axes.tick_params(length=2)
    axes.set_title(title)
    axes.set_xlabel("Context window size (tokens)")
    axes.set_ylabel("")
    _answer_legend(axes, palette, has_gaps)
    write_footnote(figure, evidence_note(row.evidence for row in rows))
    return figure


def draw_accuracy(series: Sequence[Series], title: str) -> Figure:
    """Draw series × numbers of lines, accuracy in colour and as a fraction.

    Grey: no data. Where planned cells are missing, the row's label says how many were asked. Above 16 lengths
    the fractions are left out.
    """
    if not series:
        return empty_page(title, "no sweep asks the models of this picture to find the origin")
    columns = sorted({lines for one in series for lines in one.points})
    annotated = 0 < len(columns) <= MOST_ANNOTATED_COLUMNS
    figure, axes = new_axes(
        min(11, 4.2 + (0.62 if annotated else 0.12) * max(len(columns), 4)), 1.5 + 0.36 * len(series)
    )
    points = [[one.points.get(lines, Point()) for lines in columns] for one in series]
    accuracy = np.array(
        [[np.nan if point.accuracy is None else point.accuracy for point in row] for row in points]
    ).reshape(len(series), len(columns))
    seaborn.heatmap(
        accuracy,
        ax=axes,
        cmap="cividis",
        vmin=0,
        vmax=1,
        annot=np.array([[_fraction(point) for point in row] for row in points]) if annotated else False,
        fmt="",
        annot_kws={"fontsize": 8},
        linewidths=0.5,
        linecolor="white",
        xticklabels=False,
        yticklabels=False,
        cbar_kws={"label": "Accuracy", "fraction": 0.05, "pad": 0.02},
    )
    shade_no_data(axes)
    names = [f"{name} ({one.counts})" for name, one in zip(series_names(series), series, strict=True)]
    axes.set_yticks(np.arange(len(series)) + 0.5, names, rotation=0)
    step = -(-len(columns) // MOST_TICKS) or 1
    ticks = range(0, len(columns), step)
    axes.set_xticks(
        [column + 0.5 for column in ticks],
        [str(columns[column]) for column in ticks],
        rotation=0 if annotated else 90,
    )
    axes.tick_params(length=2)
    axes.set_title(title)
    axes.set_xlabel("Number of lines")
    axes.set_ylabel("")
    notes = ["In each cell: correct answers / answers."] if annotated else []
    notes += [
        "Accuracy without interval here: accuracy_by_length.csv has it.",
        evidence_note(one.evidence for one in series),
    ]
    write_footnote(figure, "\n".join(filter(None, notes)))
    if np.isnan(accuracy).any():
        figure.legend(handles=[Patch(**NO_DATA, label="no data")], loc="outside lower right", frameon=False)
    return figure


def _fraction(point: Point) -> str:
    return f"{point.n_correct}/{point.n_graded}" if point.n_graded else ""


def _with_gaps(row: Row) -> str:
    if row.n_cells == len(row.correct):
        return row.label
    return f"{row.label} ({row.n_cells} of {len(row.correct)} asked)"


def _answer_legend(axes: Axes, palette: str, has_gaps: bool) -> None:
    """Put the legend above the axes, at the right, level with the title."""
    colours = PALETTES[palette]
    handles = [
        Patch(facecolor=colours.correct, label="correct"),
        Patch(facecolor=colours.wrong, label="wrong"),
    ]
    if has_gaps:
        handles.append(Patch(**NO_DATA, label="no data"))
    axes.legend(
        handles=handles,
        loc="lower right",
        bbox_to_anchor=(1, 1),
        ncols=len(handles),
        frameon=False,
        borderaxespad=0.3,
        handlelength=1.2,
    )
