"""Flips between repeats, and where the variance lies."""

from __future__ import annotations

import numpy as np
import pytest

from findorigin.statistics.repeats import summarise_repeats


def cells(*prompts, n_lines=4):
    """One tuple of right (1) and wrong (0) repeats for each puzzle."""
    return [
        {"n_lines": n_lines, "puzzle": puzzle, "repeat": repeat, "is_right": right, "answer": str(right)}
        for puzzle, repeats in enumerate(prompts)
        for repeat, right in enumerate(repeats, 1)
    ]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(
            cells((1, 1), (0, 0), (1, 0), (1, 1)),
            {"n_prompts": 4, "n_cells": 8, "n_flipped": 1, "flip_rate": 0.25, "n_answer_changed": 1},
            id="one prompt of four flips",
        ),
        pytest.param(
            cells((1,), (0,)),
            {"n_prompts": 0, "flip_rate": None, "flip_rate_low": None, "variance_within": None},
            id="no repeats: unknown",
        ),
        pytest.param(
            cells((1, 1), (0, 0)),
            {"variance_within": 0.0, "variance_between": 0.5, "share_between": 1.0},
            id="puzzles differ, repeats don't",
        ),
        pytest.param(
            cells((1, 0), (1, 0)),
            {"variance_within": 0.5, "variance_between": 0.0, "share_between": 0.0},
            id="repeats differ, puzzles don't",
        ),
        pytest.param(
            cells((1, 1), (1, 1)),
            {"variance_within": 0.0, "variance_between": 0.0, "share_between": None},
            id="no variance to share out",
        ),
        pytest.param(cells((1, 1)), {"n_prompts": 1, "variance_between": None}, id="a single prompt"),
    ],
)
def test_summarise_repeats(found, expected):
    row = summarise_repeats(found)
    assert {name: row[name] for name in expected} == expected


def test_known_components_are_recovered():
    random = np.random.default_rng(6)
    chance = random.beta(2, 2, size=3000)  # variance 1/20, mean of p (1 - p) 1/5
    right = (random.random((3000, 4)) < chance[:, None]).astype(int).tolist()
    row = summarise_repeats(cells(*right))
    assert row["variance_within"] == pytest.approx(0.20, abs=0.01)
    assert row["variance_between"] == pytest.approx(0.05, abs=0.01)
