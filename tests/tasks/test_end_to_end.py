"""The controls of every task of texts through prompts, grades and tables: 1, 0 and refused."""

from __future__ import annotations

import pytest

from control_runs import CONTROLS, run_controls
from findorigin.common.cells import CELL_KEY
from findorigin.config.sweeps import Sweep
from shared_inputs import needs_shared
from task_inputs import TASKS

PUBLISHED = {
    "inefficient_code": ("short", "long"),
    "caesar_clue": ("short", "medium", "long"),
    "unlock_100": ("short", "long"),
}


def check(grades):
    for model, correct, statuses in (
        ("oracle", {True}, {"ok"}),
        ("guess", {False}, {"ok"}),
        ("refuser", {False}, {"refused"}),
    ):
        assert {row["correct"] for row in grades[model]} == correct
        assert {row["status"] for row in grades[model]} == statuses
    assert {row["outcome"] for row in grades["refuser"]} == {"no_answer"}


@pytest.mark.parametrize("task", TASKS)
def test_controls_on_generated_prompts(task, tmp_path):
    axes = {"variant": ("generated",), "puzzle": tuple(range(1, 11)), "depth": (0, 100)}
    grades, replies, outcomes = run_controls(tmp_path, Sweep(task, axes, (400, 1500), models=CONTROLS))
    assert len(grades["oracle"]) == 2 * 10 * 2
    check(grades)
    # The page of replies says what the table of grades says.
    by_id = {row["cell_id"]: row for rows in grades.values() for row in rows}
    assert {row["cell_id"]: row["outcome"] for row in replies} == {
        name: row["outcome"] for name, row in by_id.items()
    }
    assert {row["needs_review"] for row in replies if row["model"] == "oracle"} == {"False"}
    oracle = [row for row in outcomes if row["model"] == "oracle"]
    assert {(row["n_final"], row["n_correct"], row["accuracy"]) for row in oracle} == {("10", "10", "1")}
    assert {row["depth"] for row in oracle} == {"0", "100"}
    keys = [tuple(row[name] for name in CELL_KEY) for row in grades["oracle"]]
    assert len(set(keys)) == len(keys)


@needs_shared
@pytest.mark.parametrize("task", TASKS)
def test_controls_on_the_papers_prompts(task, tmp_path):
    axes = {"variant": PUBLISHED[task], "puzzle": (None,), "depth": (None,)}
    grades, replies, _ = run_controls(tmp_path, Sweep(task, axes, repeats=3, models=CONTROLS))
    assert len(replies) == 3 * 3 * len(PUBLISHED[task])
    check(grades)
