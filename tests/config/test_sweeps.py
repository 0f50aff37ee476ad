"""Sweeps become pure products, and products become cells that are planned once."""

from __future__ import annotations

import json

import pytest

from findorigin.common.cells import CELL_KEY, PROMPT_KEY
from findorigin.common.errors import UserError
from findorigin.config.sweeps import (
    normalise_sweeps,
    planned_cells,
    planned_models,
    prompt_files,
    prompt_keys,
    sweeps_of_model,
    sweeps_of_prompts,
    uses_puzzle_0,
    values,
)

DEFAULTS = {
    "arrangement": "structured",
    "d": 1,
    "hops": 2,
    "depth": 50,
    "puzzles": 1,
    "word_form": "word",
    "n_lines": 4,
    "target_tokens": None,
    "repeats": 1,
    "models": ["small"],
}


def normalised(*sweeps, controls=()):
    return normalise_sweeps({"sweeps": [{**DEFAULTS, **sweep} for sweep in sweeps]}, controls)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, [3]),
        ([3, 1, 3], [1, 3]),
        ({"start": 4, "stop": 12, "step": 4}, [4, 8, 12]),
        ({"start": 4, "stop": 13, "step": 4}, [4, 8, 12]),
        ({"start": 5, "stop": 5, "step": 1}, [5]),
        ({"start": -2, "stop": 1, "step": 1}, [-2, -1, 0, 1]),
        (4.0, [4]),
    ],
    ids=[
        "scalar",
        "sorted, each once",
        "stop included",
        "stop not reached",
        "one value",
        "negative",
        "whole float",
    ],
)
def test_values(value, expected):
    result = values(value, "key")
    assert result == expected
    assert all(type(item) is int for item in result)


def test_a_range_too_long_to_be_meant_is_refused_before_it_is_built():
    with pytest.raises(UserError, match=r"^key: stands for 1000000000000 values"):
        values({"start": 1, "stop": 10**12, "step": 1}, "key")


def test_a_sweep_becomes_plain_sorted_lists():
    (sweep,) = normalised({"d": [15, 1], "n_lines": {"start": 16, "stop": 32, "step": 16}, "puzzles": [2, 1]})
    assert sweep == {
        **DEFAULTS,
        "d": [1, 15],
        "hops": [2],
        "depth": [50],
        "puzzles": [1, 2],
        "n_lines": [16, 32],
    }
    assert json.loads(json.dumps(sweep)) == sweep


def test_the_order_in_which_a_sweep_is_written_changes_nothing():
    one = normalised({"d": [1, 15], "models": ["a", "b"], "n_lines": 20}, {"n_lines": 8})
    other = normalised({"n_lines": 8}, {"models": ["b", "a"], "d": [15, 1], "n_lines": [20]})
    assert one == other


def test_the_same_sweep_twice_is_one():
    assert len(normalised({}, {})) == 1


def test_controls_run_over_every_sweep():
    sweeps = normalised({}, {"n_lines": 8, "models": ["oracle"]}, controls=["oracle", "guess"])
    assert sorted(sweep["models"] for sweep in sweeps) == [["guess", "oracle"], ["guess", "oracle", "small"]]


def test_hops_1_has_d_0_once_whatever_the_sweeps_d():
    sweeps = normalised({"hops": [1, 2, 3], "d": [1, -5], "n_lines": 20})
    assert sorted((sweep["hops"], sweep["d"]) for sweep in sweeps) == [([1], [0]), ([2, 3], [-5, 1])]


def test_puzzle_0_has_the_papers_words_and_the_others_the_sweeps():
    sweeps = normalised({"puzzles": [0, 1, 2], "word_form": "compound"})
    assert sorted((sweep["puzzles"], sweep["word_form"]) for sweep in sweeps) == [
        ([0], "paper"),
        ([1, 2], "compound"),
    ]
    assert uses_puzzle_0(sweeps)
    assert not uses_puzzle_0(normalised({}))


def test_a_list_of_arrangements_is_a_sweep_for_each():
    sweeps = normalised({"arrangement": ["structured", "shuffled"]})
    assert [sweep["arrangement"] for sweep in sweeps] == ["shuffled", "structured"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"d": [0, 1]}, r"sweeps\[0\]\.d: 0 is not allowed with hops 2"),
        (
            {"hops": 1, "arrangement": "shuffled"},
            r"sweeps\[0\]\.arrangement: 'shuffled' is not allowed with hops 1",
        ),
        ({"n_lines": None}, r"sweeps\[0\]: has neither n_lines nor target_tokens"),
        ({"target_tokens": 500}, r"sweeps\[0\]: has both n_lines and target_tokens"),
        (
            {"n_lines": {"start": 9, "stop": 8, "step": 1}},
            r"sweeps\[0\]\.n_lines: start 9 is greater than stop 8",
        ),
    ],
    ids=["d 0", "shuffled hops 1", "no length", "two lengths", "range upside down"],
)
def test_contradictions(change, message):
    with pytest.raises(UserError, match=message):
        normalised(change)


def test_hops_1_alone_may_say_d_0():
    (sweep,) = normalised({"hops": 1, "d": 0})
    assert sweep["d"] == [0]


def test_prompts_are_keyed_and_each_once():
    sweeps = normalised(
        {"n_lines": [4, 8]}, {"n_lines": [8, 12], "repeats": 3, "models": ["other"]}, {"d": 2}
    )
    keys = prompt_keys(sweeps, "structured", 1)
    assert [key["n_lines"] for key in keys] == [4, 8, 12]
    assert all(set(key) == {*PROMPT_KEY, "target_tokens"} for key in keys)
    assert keys[0] == {
        "task": "find_the_origin",
        "variant": None,
        "arrangement": "structured",
        "d": 1,
        "hops": 2,
        "depth": 50,
        "puzzle": 1,
        "word_form": "word",
        "n_lines": 4,
        "target_tokens": None,
    }


def test_target_tokens_become_lines_that_are_equal_for_all_puzzles():
    sweeps = normalised({"n_lines": None, "target_tokens": [500, 1000], "puzzles": [1, 2, 3]})
    keys = prompt_keys(sweeps, "structured", 1)
    assert len(keys) == 6
    assert len({(key["n_lines"], key["target_tokens"]) for key in keys}) == 2


def test_a_length_asked_for_in_lines_and_in_tokens_keeps_its_target():
    (key,) = prompt_keys(normalised({"n_lines": None, "target_tokens": 500}), "structured", 1)
    both = normalised({"n_lines": key["n_lines"]}, {"n_lines": None, "target_tokens": 500})
    assert prompt_keys(both, "structured", 1) == [key]


def test_cells_are_keyed_sorted_and_each_once():
    sweeps = normalised({"n_lines": [8, 4], "repeats": 2}, {"n_lines": 8}, {"models": ["other"]})
    cells = planned_cells(sweeps, "small")
    assert [(cell["n_lines"], cell["repeat"]) for cell in cells] == [(4, 1), (4, 2), (8, 1), (8, 2)]
    assert all(tuple(cell) == CELL_KEY and cell["model"] == "small" for cell in cells)
    assert len(planned_cells(sweeps, "other")) == 1
    assert planned_cells(sweeps, "nobody") == []


def test_each_hops_1_cell_is_planned_once_for_many_d():
    cells = planned_cells(normalised({"hops": [1, 2], "d": [1, 2, 3]}), "small")
    assert [(cell["hops"], cell["d"]) for cell in cells] == [(1, 0), (2, 1), (2, 2), (2, 3)]


def test_adding_one_length_plans_exactly_the_new_cells():
    before = planned_cells(normalised({"n_lines": [4, 8]}), "small")
    after = planned_cells(normalised({"n_lines": [4, 8, 12]}), "small")
    assert [cell["n_lines"] for cell in after if cell not in before] == [12]
    assert all(cell in after for cell in before)


def test_what_a_model_or_a_prompt_file_depends_on_does_not_name_the_other_models():
    alone, joined = normalised({}), normalised({"models": ["small", "other"]})
    assert sweeps_of_model(alone, "small") == sweeps_of_model(joined, "small")
    assert sweeps_of_prompts(alone, "structured", 1) == sweeps_of_prompts(joined, "structured", 1)
    assert prompt_keys(sweeps_of_prompts(joined, "structured", 1), "structured", 1) == prompt_keys(
        joined, "structured", 1
    )
    assert planned_cells(sweeps_of_model(joined, "small"), "small") == planned_cells(joined, "small")


def test_prompt_files_and_models():
    sweeps = normalised(
        {"d": [-1, 1], "hops": [1, 2]}, {"arrangement": "shuffled", "d": 5, "n_lines": 9, "models": ["other"]}
    )
    folder = "results/prompts/find_the_origin"
    own = [f"{folder}/structured/d{d}.parquet" for d in (-1, 0, 1)]
    assert prompt_files(sweeps) == [f"{folder}/shuffled/d5.parquet", *own]
    assert prompt_files(sweeps, "small") == own
    assert planned_models(sweeps) == ["other", "small"]
