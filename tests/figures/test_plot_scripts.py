"""The three scripts, from a cells table to files."""

from __future__ import annotations

import jinja2
import plot_bars
import plot_heatmap
import plot_outcomes
import pytest

from figure_inputs import PUBLISHED, figures, measured, published_cells
from findorigin.common.tables import CELLS, write_rows
from shared_inputs import PROJECT

FIGURES = figures()
SWEEP = {
    "arrangement": "structured",
    "d": [1],
    "hops": [2],
    "depth": [50],
    "puzzles": [0],
    "word_form": "paper",
}
SWEEP |= {"n_lines": [4, 8, 16], "target_tokens": None, "repeats": 1, "models": ["tiny"]}
KINDS = {
    "answers": "figure_02",
    "bars_by_model": "figure_04",
    "bars_by_d": "figure_06",
    "accuracy": "measured_accuracy",
    "outcomes": "measured_outcomes",
}
CAPTIONS = {
    "answers": "heatmap.rst",
    "accuracy": "heatmap.rst",
    "bars_by_model": "bars.rst",
    "bars_by_d": "bars.rst",
    "outcomes": "outcomes.rst",
}


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    path = tmp_path_factory.mktemp("cells") / "cells.parquet"
    write_rows(path, CELLS, [*published_cells(), measured(), measured("middle", n_lines=8)])
    return path


def draw(kind, cells, folder):
    paths = {"png": folder / "picture.png", "svg": folder / "picture.svg"}
    figure = FIGURES[KINDS[kind]]
    if kind.startswith("bars"):
        plot_bars.main(cells, PUBLISHED / "rates.csv", figure, controls=[], **paths)
    elif kind == "outcomes":
        plot_outcomes.main(cells, figure, controls=[], programs=[], sweeps=[SWEEP], **paths)
    else:
        plot_heatmap.main(cells, figure, controls=[], programs=[], sweeps=[SWEEP], **paths)
    return [path.read_bytes() for path in paths.values()]


@pytest.mark.parametrize("kind", KINDS)
def test_drawing_again_gives_the_same_bytes(kind, cells, tmp_path):
    first = draw(kind, cells, tmp_path / "first")
    assert draw(kind, cells, tmp_path / "second") == first
    png, svg = first
    assert png.startswith(b"\x89PNG")
    assert b"<svg" in svg
    assert b"date" not in svg


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("figure_01", "**Figure 1 of the paper.** Correct and wrong answers"),
        ("figure_01_safe", "Blue is correct, orange is wrong"),
        ("figure_10", "answers prompts shuffled anew"),
        ("figure_01", "Each cell is one answer (n = 1) and has no interval"),
        ("figure_04", "by model at d = 15, structured distractors"),
        ("figure_04", "in steps of 8: n = 117 a bar, one answer a prompt"),
        ("figure_11", "without intervals: a single answer has none"),
        ("figure_07", "of Sonnet-3.5 at each distance d"),
        (
            "figure_07",
            "n = 117 at d = -15; n = 118 at d = -10; n = 118 at d = -5;",
        ),
        ("figure_09", "(n = 117 to 119, `n_cells` in resources/published/rates.csv)"),
        ("simulated_outcomes", "All evidence is simulated (double dagger)"),
        ("measured_accuracy", "Accuracy of the measured models: accuracy over puzzles"),
        ("measured_outcomes", "What the answers were, by length: for each number of lines"),
    ],
)
def test_captions_say_what_is_shown(name, sentence):
    figure = FIGURES[name]
    template = (PROJECT / "workflow" / "report" / CAPTIONS[figure["kind"]]).read_text(encoding="utf-8")
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    text = environment.from_string(template).render(snakemake={"params": {"figure": figure}})
    assert sentence in " ".join(text.split())
