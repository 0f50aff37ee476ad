"""The paper's eleven figures, read back from what is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from figure_inputs import PUBLISHED, figures, published_cells, published_csv
from findorigin.figures import answers, bars_by_d, bars_by_model
from findorigin.figures.common.data import Data, read_rates
from findorigin.figures.common.style import MARKS, house_style

FIGURES = figures()
DRAWING = {"answers": answers, "bars_by_model": bars_by_model, "bars_by_d": bars_by_d}
HEAT_MAPS, MODEL_BARS, DISTANCE_BARS = (
    [name for name, figure in FIGURES.items() if figure.kind == kind] for kind in DRAWING
)
PAPER_HEAT_MAPS = [name for name in HEAT_MAPS if FIGURES[name].palette == "paper"]
COLOURS = {"paper": ("#a50026", "#006837"), "safe": ("#fdb863", "#08519c")}


@pytest.fixture(scope="module")
def drawn():
    """Every figure's axes, each drawn once."""
    data = Data(cells=published_cells(), rates=read_rates(PUBLISHED / "rates.csv"))
    with house_style():
        pictures = {
            name: DRAWING[FIGURES[name].kind].draw(FIGURES[name], data)
            for name in HEAT_MAPS + MODEL_BARS + DISTANCE_BARS
        }
    return {name: (picture, picture.axes[0]) for name, picture in pictures.items()}


def published_rows(name):
    """Label → the published cells of that row, in the figure's order."""
    rows = {}
    for row in published_csv("cells.csv"):
        if int(row["figure"]) == FIGURES[name].paper_figure:
            rows.setdefault(row["model"], []).append(row)
    return rows


def published_bars(name):
    return [row for row in published_csv("rates.csv") if int(row["figure"]) == FIGURES[name].paper_figure]


def labels(ticks):
    return [tick.get_text().removesuffix(f" {MARKS['published']}") for tick in ticks]


def test_the_eleven_figures_are_in_the_config():
    paper = {FIGURES[name].paper_figure: name for name in PAPER_HEAT_MAPS + MODEL_BARS + DISTANCE_BARS}
    assert paper == {number: f"figure_{number:02}" for number in range(1, 12)}


def test_the_heat_maps_hold_all_published_cells(drawn):
    compared = 0
    for name in PAPER_HEAT_MAPS:
        _, axes = drawn[name]
        (mesh,) = axes.collections
        expected = [[int(cell["correct"]) for cell in row] for row in published_rows(name).values()]
        assert mesh.get_array().tolist() == expected
        compared += mesh.get_array().size
    assert compared == 6580


@pytest.mark.parametrize("name", HEAT_MAPS)
def test_heat_map_rows_stand_in_the_published_order(name, drawn):
    _, axes = drawn[name]
    assert labels(axes.get_yticklabels()) == list(published_rows(name))
    assert axes.yaxis_inverted()


@pytest.mark.parametrize("name", HEAT_MAPS)
def test_every_third_column_is_labelled_with_its_tokens(name, drawn):
    _, axes = drawn[name]
    columns = next(iter(published_rows(name).values()))
    assert labels(axes.get_xticklabels()) == [column["n_tokens"] for column in columns[::3]]
    assert axes.get_xticks().tolist() == [column + 0.5 for column in range(0, len(columns), 3)]


@pytest.mark.parametrize("name", HEAT_MAPS)
def test_the_colours_are_the_palettes(name, drawn):
    picture, axes = drawn[name]
    (mesh,) = axes.collections
    picture.draw_without_rendering()
    wrong, correct = COLOURS[FIGURES[name].palette]
    shown = np.array([to_hex(colour) for colour in mesh.get_facecolors()])
    assert shown.tolist() == np.where(mesh.get_array().ravel() == 1, correct, wrong).tolist()


@pytest.mark.parametrize("name", HEAT_MAPS)
def test_no_entry_for_no_data_where_there_are_no_such_cells(name, drawn):
    _, axes = drawn[name]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["correct", "wrong"]


@pytest.mark.parametrize("name", MODEL_BARS)
def test_bars_by_model_are_the_published_fractions(name, drawn):
    _, axes = drawn[name]
    expected = published_bars(name)
    heights = [bar.get_height() for bar in axes.patches]
    fractions = [100 * int(row["implied_correct"]) / int(row["n_cells"]) for row in expected]
    assert heights == pytest.approx(fractions, abs=1e-9)
    # What was read off the pixels lies within a pixel of the fraction.
    assert heights == pytest.approx([float(row["percent_measured"]) for row in expected], abs=0.04)
    assert labels(axes.get_xticklabels()) == [row["model"] for row in expected]
    assert {to_hex(bar.get_facecolor()) for bar in axes.patches} == {"#87ceeb"}


@pytest.mark.parametrize("name", DISTANCE_BARS)
def test_bars_by_d_are_the_published_rates(name, drawn):
    _, axes = drawn[name]
    expected = published_bars(name)
    assert [bar.get_height() for bar in axes.patches] == [float(row["percent_measured"]) for row in expected]
    assert labels(axes.get_xticklabels()) == [row["d"] for row in expected]
    assert [int(row["d"]) for row in expected] == [-15, -10, -5, -1, 1, 5, 10, 15]
    assert {to_hex(bar.get_facecolor()) for bar in axes.patches} == {"#5975a4"}


@pytest.mark.parametrize("name", MODEL_BARS + DISTANCE_BARS)
def test_the_label_of_a_bar_is_its_fraction_whatever_its_height(name, drawn):
    _, axes = drawn[name]
    assert [text.get_text() for text in axes.texts] == [
        f"{100 * int(row['implied_correct']) / int(row['n_cells']):.1f}%" for row in published_bars(name)
    ]


@pytest.mark.parametrize(("name", "d", "label"), [("figure_07", "15", "10.3%"), ("figure_08", "15", "3.4%")])
def test_twelve_of_117_is_10_3_percent_though_its_bar_ends_at_10_25(name, d, label, drawn):
    _, axes = drawn[name]
    assert axes.texts[labels(axes.get_xticklabels()).index(d)].get_text() == label


def test_all_74_bars_are_drawn(drawn):
    assert sum(len(drawn[name][1].patches) for name in MODEL_BARS + DISTANCE_BARS) == 74


@pytest.mark.parametrize("name", HEAT_MAPS + MODEL_BARS + DISTANCE_BARS)
def test_title_and_mark_of_published_evidence(name, drawn):
    picture, axes = drawn[name]
    assert axes.get_title().replace("\n", " ") == FIGURES[name].title
    ticks = axes.get_yticklabels() if name in HEAT_MAPS else axes.get_xticklabels()
    assert all(tick.get_text().endswith(MARKS["published"]) for tick in ticks)
    assert picture.get_supxlabel() == f"{MARKS['published']} published outcomes (Fraga, 2024)"
