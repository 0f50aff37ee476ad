"""Accuracy over puzzles: whatever was asked, series by number of lines."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from findorigin.figures.common.data import Data
from findorigin.figures.common.panels import draw_heat_map
from findorigin.figures.common.series import NOTHING_ASKED, Point, answered_series, drawn_cells, series_names
from findorigin.figures.common.style import empty_page, evidence_note, new_axes, write_footnote
from findorigin.figures.kinds import Accuracy

MOST_ANNOTATED_COLUMNS = 16
MOST_TICKS = 40


def draw(figure: Accuracy, data: Data) -> Figure:
    """Draw series × numbers of lines, accuracy in colour and as a fraction.

    Grey: no data. Where planned cells are missing, the row's label says how many were asked. Above 16 lengths
    the fractions are left out.
    """
    series = answered_series(drawn_cells(figure, data), figure.correct_column)
    if not series:
        return empty_page(figure.title, NOTHING_ASKED)
    columns = sorted({lines for one in series for lines in one.points})
    is_annotated = len(columns) <= MOST_ANNOTATED_COLUMNS
    width = 4.2 + (0.62 if is_annotated else 0.12) * max(len(columns), 4)
    picture, axes = new_axes(min(11, width), 1.5 + 0.36 * len(series))
    points = [[one.points.get(lines, Point()) for lines in columns] for one in series]
    accuracy = np.array([[point.accuracy for point in row] for row in points], dtype=np.float64)
    fractions = [[f"{point.n_correct}/{point.n_graded}" for point in row] for row in points]
    draw_heat_map(axes, accuracy, fractions if is_annotated else (), fraction=0.05, pad=0.02)
    names = [f"{name} ({one.counts})" for name, one in zip(series_names(series), series, strict=True)]
    axes.set_yticks(np.arange(len(series)) + 0.5, names, rotation=0)
    ticks = range(0, len(columns), -(-len(columns) // MOST_TICKS))
    axes.set_xticks(
        [column + 0.5 for column in ticks],
        [str(columns[column]) for column in ticks],
        rotation=0 if is_annotated else 90,
    )
    axes.tick_params(length=2)
    axes.set_title(figure.title)
    axes.set_xlabel("Number of lines")
    notes = [
        "In each cell: correct answers / answers." if is_annotated else "",
        "Accuracy without interval here: accuracy_by_length.csv has it.",
        evidence_note(one.evidence for one in series),
    ]
    write_footnote(picture, "\n".join(filter(None, notes)))
    return picture
