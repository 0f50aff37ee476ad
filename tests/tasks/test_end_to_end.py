"""The controls of the tasks without d through prompts, store, grades and tables: 1, 0 and refused."""

from __future__ import annotations

import csv

import pytest
from generate_task_prompts import main as generate
from tests.config.test_task_sweeps import normalised

from findorigin.backends import control
from findorigin.common.cells import CELL_KEY
from findorigin.common.tables import read_rows
from findorigin.config.sweeps import prompt_files
from findorigin.engine.run import run_query
from grade import main as grade
from shared_inputs import SHARED, needs_shared
from tabulate_task import main as tabulate
from task_inputs import TASKS

CONTROLS = ("oracle", "guess", "refuser")
GENERATED = {"target_tokens": [400, 1500], "puzzles": list(range(1, 11)), "depth": [0, 100]}
PUBLISHED = {
    "inefficient_code": ["short", "long"],
    "caesar_clue": ["short", "medium", "long"],
    "unlock_100": ["short", "long"],
}


def run(folder, task, sweep):
    """Ask the controls one sweep of a task; return their grades by model, and the rows of both tables."""
    sweeps = normalised(added=(), **{task: {"sweeps": [sweep | {"models": list(CONTROLS)}]}})
    files = []
    for file in prompt_files(sweeps):
        variant = file.split("/")[-1].removesuffix(".parquet")
        files.append(str(folder / f"{variant}.parquet"))
        source = SHARED / "upstream" / "long_prompts" / f"{task}_long.txt"
        generate(sweeps, task, variant, str(source) if source.exists() else None, files[-1])
    entry = {"backend": "control", "parameters": {}, "assistant_prefill": None, "system": None}
    entry |= {"base_url": None, "api_key_env": None, "served_as": [], "prices": None, "window": None}
    entry |= {"max_in_flight": 1, "timeout_s": 60, "max_attempts": 1, "refusal_retries": None}
    grades, responses = {}, []
    for model in CONTROLS:
        responses.append(str(folder / f"{model}_responses.parquet"))
        run_query(
            model=model,
            entry=entry | {"id": model, "label": model},
            sweeps=sweeps,
            prompt_files=files,
            store=folder / "store",
            output=responses[-1],
            connect=control.connect,
            identify=control.identify,
        )
        graded = str(folder / f"{model}_grades.parquet")
        grade(files, responses[-1], graded)
        grades[model] = list(read_rows(graded))
    replies, outcomes = folder / "replies.csv", folder / "outcomes.csv"
    labels = dict.fromkeys(CONTROLS, "") | {model: model.title() for model in CONTROLS}
    tabulate(task, files, responses, None, labels, CONTROLS, {}, str(replies), str(outcomes))
    tables = []
    for path in (replies, outcomes):
        with path.open(encoding="utf-8", newline="") as lines:
            tables.append(list(csv.DictReader(lines)))
    return grades, *tables


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
    grades, replies, outcomes = run(tmp_path, task, GENERATED)
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
    grades, replies, _ = run(tmp_path, task, {"variants": PUBLISHED[task], "repeats": 3})
    assert len(replies) == 3 * 3 * len(PUBLISHED[task])
    check(grades)
