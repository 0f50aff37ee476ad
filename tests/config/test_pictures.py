"""What a table of figures may say, by kind; slips end in one line as those of a configuration do."""

from __future__ import annotations

import pytest
import yaml

from findorigin.common.errors import UserError
from findorigin.config.load import load_figures
from findorigin.figures.kinds import Pictures
from shared_inputs import PROJECT

GRID = [{"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 8}}]
ANSWERS = {"kind": "answers", "title": "Title", "grid": GRID}
BY_D = {"kind": "bars_by_d", "title": "Title", "grid": GRID, "published_as": "GPT4o", "paper_figure": 6}
CURVES = {"kind": "curves", "title": "Title"}


@pytest.fixture
def load(tmp_path):
    def from_entries(**entries):
        path = tmp_path / "figures.yaml"
        path.write_text(yaml.safe_dump({"figures": entries}), encoding="utf-8")
        return load_figures(str(path), Pictures)

    return from_entries


REFUSED = {
    "unknown key": (ANSWERS | {"colour": "red"}, "one.colour: unknown key"),
    "a key of another kind": (CURVES | {"palette": "safe"}, "one.palette: unknown key"),
    "unknown kind": (
        ANSWERS | {"kind": "pie"},
        "one.kind: 'pie' is not allowed; allowed: answers, bars_by_model",
    ),
    "a kind mistyped": (CURVES | {"kind": "curve"}, "did you mean 'curves'?"),
    "no kind": ({"title": "Title"}, "one.kind: is missing"),
    "no title": ({"kind": "outcomes"}, "one.title: is missing"),
    "an empty title": (CURVES | {"title": ""}, "one.title: '' is not allowed"),
    "no mapping": ("curves", "one: 'curves' is not allowed; allowed: a mapping"),
    "answers without a grid": ({"kind": "answers", "title": "Title"}, "one.grid: is missing"),
    "answers with two distances": (ANSWERS | {"grid": GRID * 2}, "is not allowed; allowed: no more than 1"),
    "bars by d without a label": (
        {k: v for k, v in BY_D.items() if k != "published_as"},
        "one.published_as: is missing",
    ),
    "d is 0": (ANSWERS | {"grid": [GRID[0] | {"d": 0}]}, "one.grid[0].d: 0 is not allowed"),
    "step is 0": (
        ANSWERS | {"grid": [{"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 0}}]},
        "n_lines.step: 0",
    ),
    "unknown arrangement": (ANSWERS | {"arrangement": "random"}, "allowed: structured, shuffled"),
    "outcomes of published cells": (
        {"kind": "outcomes", "title": "Title", "evidence": "published"},
        "one.evidence: 'published' is not allowed; allowed: measured, simulated",
    ),
    "unknown evidence": (CURVES | {"evidence": "guessed"}, "allowed: measured, simulated, published"),
    "unknown palette": (ANSWERS | {"palette": "rainbow"}, "allowed: paper, safe"),
    "a figure that the paper does not have": (
        BY_D | {"paper_figure": 12},
        "one.paper_figure: 12 is not allowed",
    ),
    "a model twice": (
        CURVES | {"without": ["a", "a"]},
        "one.without: ['a', 'a'] is not allowed; allowed: each value once",
    ),
    "a picture that comes unasked": (
        {"kind": "task_outcomes", "title": "T", "task": "x"},
        "one.kind: 'task_outcomes'",
    ),
}


@pytest.mark.parametrize(("entry", "message"), REFUSED.values(), ids=REFUSED)
def test_one_clear_line(load, entry, message):
    with pytest.raises(UserError) as error:
        load(one=entry)
    assert message in str(error.value)
    assert "figures.yaml: figures.one" in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_a_picture_may_be_called_as_a_kind_or_form_is(load):
    with pytest.raises(UserError, match=r"figures\.curves\.title: is missing"):
        load(curves={"kind": "curves"})


def test_a_name_is_a_files_name(load):
    with pytest.raises(UserError, match=r"figures: 'a/b' is not allowed; allowed: names that match"):
        load(**{"a/b": ANSWERS})


def test_defaults_are_filled_in(load):
    figures = load(one=ANSWERS, two=BY_D, three=CURVES)
    assert figures["one"].model_dump() == ANSWERS | {
        "paper_figure": None,
        "arrangement": "structured",
        "ties": [],
        "palette": "paper",
        "tick_step": 3,
    }
    assert (figures["two"].paper_figure, figures["two"].y_max) == (6, 100)
    assert (figures["three"].evidence, figures["three"].models, figures["three"].without) == (
        "measured",
        None,
        [],
    )


def test_the_shipped_table_is_good():
    assert load_figures(str(PROJECT / "config" / "figures.yaml"), Pictures)


def test_no_table_draws_nothing():
    assert load_figures(None, Pictures) == {}
