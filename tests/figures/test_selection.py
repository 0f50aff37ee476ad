from __future__ import annotations

import pytest

from figure_inputs import measured, picture
from findorigin.figures.bars_by_d import distance_bars
from findorigin.figures.common.data import Data, Rate
from findorigin.figures.common.panels import Bar
from findorigin.figures.common.selection import Row, chosen, paper_rows

STEP = {"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 8}}
FIGURE = picture("answers", grid=[STEP])


def published(right, n_lines, **columns):
    named = {"model": "gpt-4o", "label": "GPT4o", "evidence": "published", "outcome": None, "correct": None}
    return measured(**(named | {"correct_paper": right, "n_lines": n_lines} | columns))


def asked(right, n_lines, **columns):
    return measured(**({"correct_paper": right, "n_lines": n_lines} | columns))


PUBLISHED = [published(True, 4), published(False, 12)]
SAME_MODEL = {"model": "gpt-4o", "label": "GPT-4o (May)"}

ROWS = {
    "published evidence alone": (PUBLISHED, [Row("GPT4o", "published", (True, False))]),
    "all cells measured: the measured row, under the paper's name": (
        [*PUBLISHED, asked(False, 4, **SAME_MODEL), asked(False, 12, **SAME_MODEL)],
        [Row("GPT4o", "measured", (False, False))],
    ),
    "some cells measured: still the published row, nothing mixed": (
        [*PUBLISHED, asked(False, 4, **SAME_MODEL)],
        [Row("GPT4o", "published", (True, False))],
    ),
    "a model beyond the paper": (
        [asked(True, 4), asked(False, 12)],
        [Row("Tiny", "measured", (True, False))],
    ),
    "a model beyond the paper, partly asked, keeps its gap": (
        [asked(True, 4)],
        [Row("Tiny", "measured", (True, None))],
    ),
    "correct_paper decides, not correct": (
        [asked(False, 4, correct=True), asked(True, 12, correct=False)],
        [Row("Tiny", "measured", (False, True))],
    ),
    "a cell without correct_paper is no evidence": (
        [asked(True, 4), asked(None, 12)],
        [Row("Tiny", "measured", (True, None))],
    ),
    "no evidence, no row": ([], []),
}


@pytest.mark.parametrize(("cells", "rows"), ROWS.values(), ids=ROWS)
def test_which_evidence_a_row_draws(cells, rows):
    assert paper_rows(cells, FIGURE) == rows


@pytest.mark.parametrize(
    "other",
    [
        {"arrangement": "shuffled"},
        {"d": -1},
        {"hops": 3},
        {"depth": 0},
        {"puzzle": 1, "word_form": "word"},
        {"repeat": 2},
        {"n_lines": 20},
        {"arrangement": None, "hops": None},
    ],
    ids=str,
)
def test_cells_of_other_questions_stay_out(other):
    assert paper_rows([asked(True, **({"n_lines": 4} | other))], FIGURE) == []


def test_what_a_program_answered_is_no_evidence():
    assert paper_rows([asked(True, 4, evidence="simulated")], FIGURE) == []


def test_rows_descend_in_accuracy_ties_in_the_given_order_then_by_label():
    answers = {"e": (1, 0), "d": (1, 0), "c": (0, 0), "b": (1, 0), "a": (1, 1), "f": (0, 1)}
    cells = [
        asked(bool(right), n_lines, model=name, label=name)
        for name, row in answers.items()
        for n_lines, right in zip((4, 12), row, strict=True)
    ]
    rows = paper_rows(cells, picture("answers", grid=[STEP], ties=["f", "d"]))
    assert [row.label for row in rows] == ["a", "f", "d", "b", "e", "c"]


def test_a_percentage_counts_cells_with_evidence_and_is_unknown_without_any():
    assert Row("x", "measured", (True, None, False)).percent == 50
    assert Row("x", "measured", (None,)).percent is None


RATES = [
    Rate(figure=6, d=1, percent=94.9, n_correct=112, n_cells=118),
    Rate(figure=7, d=1, percent=1.0, n_correct=1, n_cells=118),
]
RATE = Bar("1", "published", 94.9, 112, 118, 118)

BARS = {
    "the published rate of that figure": (PUBLISHED, RATES, RATE),
    "measured where the whole distance is": (
        [*PUBLISHED, asked(True, 4, **SAME_MODEL), asked(False, 12, **SAME_MODEL)],
        RATES,
        Bar("1", "measured", 50, 1, 2, 2),
    ),
    "published where a cell is missing": (
        [*PUBLISHED, asked(True, 4, **SAME_MODEL)],
        RATES,
        RATE,
    ),
    "another model's cells don't count": (
        [*PUBLISHED, asked(True, 4), asked(True, 12)],
        RATES,
        RATE,
    ),
    "neither measured nor published": (PUBLISHED, [], Bar("1", "measured", None, 0, 0, 2)),
}


@pytest.mark.parametrize(("cells", "rates", "bar"), BARS.values(), ids=BARS)
def test_which_evidence_a_distance_draws(cells, rates, bar):
    figure = picture("bars_by_d", grid=[STEP], published_as="GPT4o", paper_figure=6)
    assert distance_bars(figure, Data(cells=cells, rates=rates)) == [bar]


def row(**columns):
    named = {"evidence": "measured", "model": "tiny", "label": "Tiny", "task": "find_the_origin", "d": 1}
    return named | {"word_form": "word"} | columns


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({}, ["tiny", "other", "tiny"]),
        ({"models": ["other"]}, ["other"]),
        ({"without": ["other"]}, ["tiny", "tiny"]),
        ({"distances": [-1]}, ["tiny"]),
    ],
)
def test_rows_are_chosen_by_model_and_distance(settings, kept):
    rows = [row(), row(model="other", label="Other"), row(d=-1), row(model=None, label=None)]
    figure = picture("curves", **settings)
    assert [one["model"] for one in chosen(rows, figure, figure.distances)] == kept


@pytest.mark.parametrize(
    ("column", "other", "labels"),
    [
        ("word_form", "paper", ["Tiny, word list", "Tiny, paper list"]),
        ("task", "another", ["Tiny, find_the_origin", "Tiny, another"]),
        ("d", 5, ["Tiny", "Tiny"]),
    ],
)
def test_a_label_says_which_questions_where_there_are_several(column, other, labels):
    rows = chosen([row(), row(**{column: other})], picture("curves"))
    assert [one["label"] for one in rows] == labels
