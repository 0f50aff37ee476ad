from __future__ import annotations

import pytest

from figure_inputs import measured
from findorigin.figures.common.selection import Bar, Row, distance_bars, lengths, model_bars, paper_rows

GRID = (4, 12)


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
    assert paper_rows(cells, "structured", 1, GRID) == rows


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
        {"task": "unlock_100"},
    ],
    ids=str,
)
def test_cells_of_other_questions_stay_out(other):
    assert paper_rows([asked(True, **({"n_lines": 4} | other))], "structured", 1, GRID) == []


def test_models_that_shall_not_be_drawn_get_no_row():
    assert paper_rows([asked(True, 4)], "structured", 1, GRID, without=["tiny"]) == []


def test_rows_descend_in_accuracy_ties_in_the_given_order_then_by_label():
    answers = {"e": (1, 0), "d": (1, 0), "c": (0, 0), "b": (1, 0), "a": (1, 1), "f": (0, 1)}
    cells = [
        asked(bool(right), n_lines, model=name, label=name)
        for name, row in answers.items()
        for n_lines, right in zip(GRID, row, strict=True)
    ]
    rows = paper_rows(cells, "structured", 1, GRID, ties=["f", "d"])
    assert [row.label for row in rows] == ["a", "f", "d", "b", "e", "c"]


def test_a_percentage_counts_cells_with_evidence_and_is_unknown_without_any():
    assert Row("x", "measured", (True, None, False)).percent == 50
    assert Row("x", "measured", (None,)).percent is None


def test_lengths_include_the_stop():
    assert lengths({"start": 4, "stop": 20, "step": 8}) == [4, 12, 20]
    assert lengths({"start": 4, "stop": 19, "step": 8}) == [4, 12]


def test_a_bar_for_each_row():
    assert model_bars([Row("x", "published", (True, None, False))]) == [Bar("x", "published", 50, 2, 3)]


STEP = {"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 8}}
RATES = [
    {"figure": 6, "d": 1, "percent": 94.91, "n_cells": 118},
    {"figure": 7, "d": 1, "percent": 1.0, "n_cells": 118},
]

BARS = {
    "the published rate of that figure": (PUBLISHED, RATES, Bar("1", "published", 94.91, 118, 118)),
    "measured where the whole distance is": (
        [*PUBLISHED, asked(True, 4, **SAME_MODEL), asked(False, 12, **SAME_MODEL)],
        RATES,
        Bar("1", "measured", 50, 2, 2),
    ),
    "published where a cell is missing": (
        [*PUBLISHED, asked(True, 4, **SAME_MODEL)],
        RATES,
        Bar("1", "published", 94.91, 118, 118),
    ),
    "another model's cells don't count": (
        [*PUBLISHED, asked(True, 4), asked(True, 12)],
        RATES,
        Bar("1", "published", 94.91, 118, 118),
    ),
    "neither measured nor published": (PUBLISHED, [], Bar("1", "measured", None, 0, 2)),
}


@pytest.mark.parametrize(("cells", "rates", "bar"), BARS.values(), ids=BARS)
def test_which_evidence_a_distance_draws(cells, rates, bar):
    assert distance_bars(cells, rates, 6, "GPT4o", "structured", [STEP]) == [bar]
