from __future__ import annotations

from collections import Counter

import pytest

from findorigin.common.cells import CELL_KEY
from findorigin.common.errors import UserError
from findorigin.common.tables import read_rows, write_rows
from findorigin.figures.common.data import read_table
from findorigin.tasks.columns import CELLS
from findorigin.tasks.find_the_origin.published import read_outcomes, stand_in_slug
from shared_inputs import PROJECT, SHARED, needs_shared

PUBLISHED = PROJECT / "resources" / "published"


@pytest.fixture(scope="module")
def cells():
    return read_outcomes(PUBLISHED / "cells.csv", {"GPT4o": "gpt-4o", "SmolLM2": "smollm2-135m"})


@needs_shared
@pytest.mark.parametrize("name", ["cells.csv", "rates.csv", "rates_candidates.csv"])
def test_the_resources_are_the_given_files(name):
    assert (PUBLISHED / name).read_bytes() == (SHARED / "published" / name).read_bytes()


def test_every_published_outcome_is_one_cell(cells):
    assert len(cells) == 6580
    assert len({row["cell_id"] for row in cells}) == 6580
    assert Counter((row["arrangement"], row["d"]) for row in cells) == {
        ("structured", 1): 14 * 119,
        ("structured", 15): 14 * 117,
        ("structured", -15): 14 * 117,
        ("shuffled", 15): 14 * 117,
    }


def test_a_published_cell_is_the_papers_question_with_correct_paper_alone(cells):
    first = cells[0]
    assert first == {
        "model": "paper-gemini-flash",
        "task": "find_the_origin",
        "variant": None,
        "arrangement": "structured",
        "d": 1,
        "hops": 2,
        "depth": 50,
        "puzzle": 0,
        "word_form": "paper",
        "n_lines": 4,
        "repeat": 1,
        "cell_id": "paper-gemini-flash/find_the_origin/structured/d1/hops2/depth50/paper0/lines4/repeat1",
        "label": "Gemini-Flash",
        "evidence": "published",
        "n_tokens": 166,
        "correct_paper": True,
    }
    assert set(CELL_KEY) <= set(first)


def test_a_registry_entry_with_that_label_gives_the_model(cells):
    assert {row["model"] for row in cells if row["label"] == "GPT4o"} == {"gpt-4o"}


def test_rows_fit_the_cells_table_with_the_rest_null(cells, tmp_path):
    write_rows(tmp_path / "cells.parquet", CELLS, cells[:1])
    (row,) = read_rows(tmp_path / "cells.parquet")
    unknown = set(CELLS.names) - set(cells[0])
    assert unknown >= {"status", "answer", "outcome", "correct", "mentions_origin", "input_tokens"}
    assert {row[name] for name in unknown} == {None}
    assert row["correct_paper"] is True


def test_a_file_with_other_columns_is_refused(tmp_path):
    (tmp_path / "cells.csv").write_text("figure,model\n1,GPT4o\n")
    with pytest.raises(UserError, match=r"cells\.csv: the columns are"):
        read_outcomes(tmp_path / "cells.csv", {})


@pytest.mark.parametrize(
    ("label", "slug"),
    [("GPT3.5", "paper-gpt3.5"), ("Llama3.1-8b", "paper-llama3.1-8b"), ("A b", "paper-a-b")],
)
def test_stand_in_slug(label, slug):
    assert stand_in_slug(label) == slug


RATES = read_table(PUBLISHED / "rates.csv")


def test_rates_are_74_bars():
    assert Counter(rate["figure"] for rate in RATES) == {4: 14, 5: 14, 11: 14, 6: 8, 7: 8, 8: 8, 9: 8}
    first_of_7 = next(rate for rate in RATES if rate["figure"] == 7)
    assert first_of_7 == {
        "figure": 7,
        "model": "Sonnet 3.5",
        "arrangement": "structured",
        "d": -15,
        "n_cells": 117,
        "percent_measured": 31.6,
        "implied_correct": 37,
    }


def test_bars_by_model_equal_the_heat_maps_rows(cells):
    right = Counter()
    for row in cells:
        right[row["arrangement"], row["d"], row["label"]] += row["correct_paper"]
    for rate in RATES:
        if rate["figure"] in (4, 5, 11):
            assert right[rate["arrangement"], rate["d"], rate["model"]] == rate["implied_correct"]
