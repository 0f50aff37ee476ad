from __future__ import annotations

import copy

import pytest
import yaml
from snakemake.exceptions import WorkflowError
from snakemake.utils import validate

from figure_inputs import SCHEMA

GRID = [{"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 8}}]
ANSWERS = {"kind": "answers", "title": "Title", "grid": GRID}
BY_D = {"kind": "bars_by_d", "title": "Title", "grid": GRID, "published_as": "GPT4o", "paper_figure": 6}

REFUSED = {
    "unknown key": ANSWERS | {"colour": "red"},
    "unknown kind": ANSWERS | {"kind": "pie"},
    "no title": {"kind": "outcomes"},
    "answers without a grid": {"kind": "answers", "title": "Title"},
    "answers with two distances": ANSWERS | {"grid": GRID * 2},
    "bars by d without the published label": {k: v for k, v in BY_D.items() if k != "published_as"},
    "d is 0": ANSWERS | {"grid": [GRID[0] | {"d": 0}]},
    "step is 0": ANSWERS | {"grid": [{"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 0}}]},
    "unknown arrangement": ANSWERS | {"arrangement": "random"},
    "outcomes of published cells": {"kind": "outcomes", "title": "Title", "evidence": "published"},
    "unknown evidence": ANSWERS | {"evidence": "guessed"},
    "unknown palette": ANSWERS | {"palette": "rainbow"},
    "a figure that the paper does not have": BY_D | {"paper_figure": 12},
    "a name with a slash": None,
}


@pytest.mark.parametrize("entry", REFUSED.values(), ids=REFUSED)
def test_refused(entry):
    config = {"figures": {"a/b": ANSWERS} if entry is None else {"one": entry}}
    with pytest.raises(WorkflowError):
        validate(copy.deepcopy(config), str(SCHEMA))


def test_defaults_are_filled_in():
    config = {"figures": {"one": copy.deepcopy(ANSWERS), "two": copy.deepcopy(BY_D)}}
    validate(config, str(SCHEMA))
    assert config["figures"]["one"] == ANSWERS | {
        "paper_figure": None,
        "arrangement": "structured",
        "ties": [],
        "palette": "paper",
        "tick_step": 3,
        "y_max": 100,
        "models": None,
        "without": [],
        "evidence": "measured",
        "distances": None,
        "measure": "L85",
        "with_controls": False,
        "correct_column": "correct",
    }
    assert config["figures"]["two"]["paper_figure"] == 6


def test_every_key_is_described():
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    figure = schema["$defs"]["figure"]
    assert all(key["description"] for key in figure["properties"].values())
    needed = {"kind", "title", "grid", "published_as"}
    assert {name for name, key in figure["properties"].items() if "default" not in key} == needed
