"""The key of a prompt and of a cell, its readable id, and the order of tables."""

from __future__ import annotations

import random

import pytest

from findorigin.common.cells import (
    CELL_KEY,
    FINAL_STATUSES,
    GRADED_STATUSES,
    PROMPT_KEY,
    STATUSES,
    Cell,
    PromptKey,
    sort_value,
)

ORIGIN = PromptKey(
    "find_the_origin",
    arrangement="structured",
    d=15,
    hops=2,
    depth=50,
    puzzle=1,
    word_form="word",
    n_lines=64,
)
CLUE = PromptKey("caesar_clue", variant="generated-500", depth=50, puzzle=3)
# Ids as stores and tables of earlier runs have them.
IDS = {
    "smollm2-135m/find_the_origin/structured/d15/hops2/depth50/word1/lines64/repeat1": ORIGIN,
    "smollm2-135m/find_the_origin/structured/d0/hops1/depth50/word2/lines4/repeat1": PromptKey(
        "find_the_origin", None, "structured", 0, 1, 50, 2, "word", 4
    ),
    "smollm2-135m/find_the_origin/shuffled/d-1/hops2/depth50/paper0/lines940/repeat1": PromptKey(
        "find_the_origin", None, "shuffled", -1, 2, 50, 0, "paper", 940
    ),
    "smollm2-135m/caesar_clue/generated-500/depth50/puzzle3/repeat1": CLUE,
    "smollm2-135m/unlock_100/short/repeat1": PromptKey("unlock_100", variant="short"),
}


@pytest.mark.parametrize(("wanted", "key"), IDS.items(), ids=IDS)
def test_ids(wanted, key):
    assert Cell("smollm2-135m", key, 1).id == wanted


@pytest.mark.parametrize("key", IDS.values(), ids=IDS)
def test_keys_survive_their_row(key):
    cell = Cell("small", key, 2)
    assert tuple(cell.row()) == CELL_KEY
    assert Cell.from_row(cell.row()) == cell
    assert tuple(key.row()) == PROMPT_KEY
    assert PromptKey.from_row(key.row()) == key


def test_an_axis_of_a_tasks_own():
    key = PromptKey.from_axes("maze", {"depth": 5, "doors": 3, "colour": "red", "puzzle": 1, "unused": None})
    assert key.further == (("colour", "red"), ("doors", 3))
    assert (key.axis("doors"), key.axis("depth"), key.axis("d"), key.axis("unused")) == (3, 5, None, None)
    assert Cell("small", key, 1).id == "small/maze/depth5/puzzle1/colour-red/doors-3/repeat1"
    assert PromptKey.from_row(key.row(), ["colour", "doors"]) == key
    assert PromptKey.from_row({**key.row(), "unused": None}, ["colour", "doors", "unused"]) == key


def test_keys_are_sorted_by_length_before_puzzle_and_nulls_first():
    wanted = [
        CLUE,
        PromptKey("find_the_origin", None, "structured", -1, 2, 50, 9, "word", 4),
        PromptKey("find_the_origin", None, "structured", 1, 2, 50, 9, "word", 4),
        PromptKey("find_the_origin", None, "structured", 1, 2, 50, 1, "word", 8),
        PromptKey("find_the_origin", None, "structured", 1, 2, 50, 2, "word", 8),
        PromptKey("unlock_100"),
        PromptKey("unlock_100", variant="short"),
    ]
    mixed = random.Random(1).sample(wanted, len(wanted))
    assert sorted(mixed, key=PromptKey.sort_key) == wanted
    assert sorted((Cell("m", key, 1) for key in mixed), key=Cell.sort_key) == [
        Cell("m", key, 1) for key in wanted
    ]


def test_rows_of_any_columns_can_be_sorted():
    rows = [{"model": "b", "n_lines": 4}, {"model": "a", "n_lines": None}, {"model": "a", "n_lines": 8}]
    assert [row["n_lines"] for row in sorted(rows, key=sort_value)] == [None, 8, 4]


def test_statuses():
    assert set(GRADED_STATUSES) < set(FINAL_STATUSES) < set(STATUSES)
