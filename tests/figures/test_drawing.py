"""What a picture shows where evidence is mixed, partial or missing."""

from __future__ import annotations

import warnings

import matplotlib as mpl
import numpy as np
import pytest

from figure_inputs import cells_of, measured, picture, texts
from findorigin.common.cells import OUTCOMES
from findorigin.figures import accuracy, answers, bars_by_d, bars_by_model, outcomes
from findorigin.figures.common.data import Data
from findorigin.figures.common.panels import Bar, draw_bars
from findorigin.figures.common.style import (
    evidence_note,
    house_style,
    new_axes,
    rules_in_words,
    write_footnote,
)


@pytest.fixture(autouse=True)
def _style_without_warnings():
    with warnings.catch_warnings(), house_style():
        warnings.simplefilter("error")
        # A socket of another test, collected only now, is none of the drawing's.
        warnings.simplefilter("ignore", ResourceWarning)
        yield


def puzzles(outcomes, **columns):
    asked = dict.fromkeys(("status", "outcome", "correct", "correct_paper"))
    return [
        measured(outcome, **({"puzzle": puzzle, "word_form": "word"} | columns))
        | (asked if outcome is None else {})
        for puzzle, outcome in enumerate(outcomes, start=1)
    ]


def draw_accuracy(*cells):
    return accuracy.draw(picture("accuracy"), cells_of(*cells))


def draw_outcomes(*cells):
    return outcomes.draw(picture("outcomes"), cells_of(*cells))


PARTLY = [
    *puzzles(["correct", "middle", "middle", "no_answer", None, None]),
    *puzzles([None, None], n_lines=8),
]
STEP = {"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 8}}


def published(right, **columns):
    return measured(None, evidence="published", correct=None, status=None, correct_paper=right, **columns)


def test_a_heat_map_masks_cells_without_evidence_and_explains_the_grey():
    figure = answers.draw(
        picture("answers", grid=[STEP], tick_step=1),
        cells_of(
            published(True, model="a", label="A", n_tokens=166),
            published(False, model="a", label="A", n_lines=12, n_tokens=None),
            measured(model="b", label="B", n_tokens=166),
        ),
    )
    figure.draw_without_rendering()
    (axes,) = figure.axes
    (mesh,) = axes.collections
    assert mesh.get_array().mask.tolist() == [[False, True], [False, False]]
    assert texts(axes.get_yticklabels()) == ["B (1 of 2 asked)", "A †"]
    assert texts(axes.get_xticklabels()) == ["166", ""]
    assert texts(axes.get_legend().get_texts()) == ["correct", "wrong", "no data"]
    assert figure.get_supxlabel() == "† published outcomes (Fraga, 2024); without the mark: measured"


def test_without_published_rows_there_is_no_footnote():
    figure = answers.draw(picture("answers", grid=[STEP]), cells_of(measured(), measured(n_lines=12)))
    assert figure.get_supxlabel() == ""


def test_models_without_any_cell_have_no_bar():
    figure = bars_by_model.draw(picture("bars_by_model", grid=[STEP]), cells_of(measured()))
    assert texts(figure.axes[0].get_xticklabels()) == ["Tiny\n(1 of 2 asked)"]


@pytest.mark.parametrize("draw", [draw_accuracy, draw_outcomes])
def test_pictures_of_series_without_any_are_a_page_without_axes(draw):
    figure = draw()
    assert texts(figure.texts)[0] == "Title"
    assert texts(figure.texts)[1].startswith("No data yet: no sweep asks")
    assert not figure.axes


def test_pictures_of_series_name_the_table_with_their_intervals():
    assert "accuracy_by_length.csv has it" in draw_accuracy(*PARTLY).get_supxlabel()
    assert "outcomes_by_length.csv has it" in draw_outcomes(*PARTLY).legends[0].get_title().get_text()


def test_no_bar_for_what_was_not_asked():
    bars = [
        Bar("1", "published", 94.9, 112, 118, 118),
        Bar("5", "measured", None, 0, 0, 118),
        Bar("10", "measured", 50.0, 1, 2, 118),
    ]
    (axes,) = draw_bars(bars, "Title", "#5975a4", 100).axes
    assert [(bar.get_center()[0], bar.get_height()) for bar in axes.patches] == [(0, 94.9), (2, 50)]
    assert texts(axes.texts) == ["94.9%", "no data", "50.0%"]
    assert texts(axes.get_xticklabels()) == ["1 †", "5\n(0 of 118 asked)", "10\n(2 of 118 asked)"]


def test_distances_without_evidence_say_so():
    settings = {"grid": [STEP], "published_as": "GPT4o", "paper_figure": 6}
    figure = bars_by_d.draw(picture("bars_by_d", **settings), Data())
    assert texts(figure.axes[0].texts) == ["no data"]


@pytest.mark.parametrize(("percent", "end"), [(27.35, 40), (40, 40), (41, 50), (100, 100)])
def test_the_y_axis_goes_on_where_a_bar_is_higher(percent, end):
    (axes,) = draw_bars([Bar("A", "measured", percent, 1, 1, 1)], "Title", "#87ceeb", y_max=40).axes
    assert axes.get_ylim() == (0, end)


def test_accuracy_shows_fractions_and_greys_what_was_not_asked():
    figure = draw_accuracy(*PARTLY)
    figure.draw_without_rendering()
    axes = figure.axes[0]
    values = axes.collections[0].get_array()
    assert values.filled(-1).tolist() == [[0.25, -1]]
    assert texts(axes.texts) == ["1/4"]
    assert texts(axes.get_yticklabels()) == ["Tiny, hops 2, d 1 (4 of 8 asked)"]
    assert texts(axes.get_xticklabels()) == ["4", "8"]
    assert texts(figure.legends[0].get_texts()) == ["no data"]


def test_accuracy_of_nothing_asked_is_grey_throughout():
    figure = draw_accuracy(*puzzles([None, None]))
    figure.draw_without_rendering()
    assert figure.axes[0].collections[0].get_array().mask.all()


def test_many_lengths_are_drawn_without_fractions():
    axes = draw_accuracy(*(measured(n_lines=lines) for lines in range(4, 200, 2))).axes[0]
    assert not axes.texts
    assert len(axes.get_xticks()) <= 40


def test_outcome_shares_are_stacked_to_one_with_n_below():
    axes = draw_outcomes(*PARTLY).axes[0]
    stacks = [(bars.get_label(), *bars.patches[0].get_bbox().intervaly) for bars in axes.containers]
    assert stacks == [("correct", 0, 0.25), ("middle", 0.25, 0.75), ("no_answer", 0.75, 1)]
    assert texts(axes.get_xticklabels()) == ["4\n4 of 6", "8\n0 of 2"]
    assert axes.get_title() == "Tiny, hops 2, d 1\n(4 of 8 asked)"


def test_outcome_pictures_explain_the_grey_only_where_there_is_some():
    names = [outcome.replace("_", " ") for outcome in OUTCOMES]
    assert texts(draw_outcomes(measured()).legends[0].get_texts()) == names
    assert texts(draw_outcomes(*PARTLY).legends[0].get_texts()) == [*names, "no data"]


def test_one_panel_a_series_and_none_left_empty():
    figure = draw_outcomes(*(measured(d=d) for d in (1, 5, 10, 15)))
    assert [axes.axison for axes in figure.axes] == [True] * 4 + [False] * 2


def test_outcomes_differ_in_greyscale_or_hatch():
    def grey(colour):
        return np.dot([0.299, 0.587, 0.114], mpl.colors.to_rgb(colour))

    looks = list(outcomes.LOOKS.values())
    for place, one in enumerate(looks):
        for other in looks[place + 1 :]:
            apart = abs(grey(one["facecolor"]) - grey(other["facecolor"])) > 0.15
            assert apart or one["hatch"] != other["hatch"]


def test_drawing_leaves_the_global_settings_alone():
    before = dict(mpl.rcParams)
    with house_style():
        draw_bars([Bar("A", "measured", 1.0, 1, 1, 1)], "Title", "#87ceeb", 100)
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize(
    ("evidence", "note"),
    [
        (["measured"], ""),
        (["published"], "† published outcomes (Fraga, 2024)"),
        (["measured", "simulated"], "‡ simulated by a program, no model; without the mark: measured"),
        (
            ["simulated", "published", "measured"],
            "† published outcomes (Fraga, 2024); ‡ simulated by a program, no model; "
            "without a mark: measured",
        ),
    ],
)
def test_marks_are_explained(evidence, note):
    assert evidence_note(evidence) == note


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ([None, "none: all draws are alike"], "none"),
        (["A", None, "A"], "A"),
        (["A, conditional on these puzzles"], "A, conditional on these puzzles"),
        (
            ["B", "A, conditional on these puzzles", "A"],
            "A, conditional on these puzzles where they are fewer than 5; B",
        ),
    ],
)
def test_rules_of_intervals_have_one_wording(rules, words):
    assert rules_in_words(rules) == words


def test_a_long_footnote_stays_within_the_picture():
    figure, _ = new_axes(5, 2)
    write_footnote(figure, "Wide words, " * 40)
    figure.draw_without_rendering()
    right = figure._supxlabel.get_window_extent().x1
    assert right <= figure.bbox.x1
