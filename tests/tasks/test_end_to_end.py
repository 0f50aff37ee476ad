"""The controls through prompts, grades and tables: 1, 0 (chance in Find the Origin) and refused."""

from __future__ import annotations

import csv
import hashlib

import pytest

from findorigin.common.cells import CELL_KEY
from findorigin.common.tables import read_rows, write_rows
from findorigin.config.sweeps import Sweep
from findorigin.planning.cells import planned_cells, prompt_tables, sweeps_of_table
from findorigin.planning.requests import locate_prompts
from findorigin.tasks.answering import guess, oracle
from findorigin.tasks.columns import RESPONSES
from generate_prompts import main as generate
from grade import main as grade
from shared_inputs import SHARED, needs_shared
from tabulate_task import main as tabulate
from task_inputs import TASKS, WORDS

CONTROLS = ("oracle", "guess", "refuser")
PUBLISHED = {
    "inefficient_code": ("short", "long"),
    "caesar_clue": ("short", "medium", "long"),
    "unlock_100": ("short", "long"),
}


def answer(model, task, prompt):
    if model == "refuser":
        return "refused", None
    if model == "oracle":
        return "ok", oracle(task, prompt)
    return "ok", guess(task, prompt, int(hashlib.sha256(prompt.encode()).hexdigest(), 16))


def run(folder, sweep):
    """Ask the controls one sweep; return their grades by model, and the rows of both tables."""
    files = []
    for file in prompt_tables([sweep]):
        name = file.split("/", 3)[-1].removesuffix(".parquet")
        files.append(str(folder / f"{name}.parquet"))
        source = SHARED / "upstream" / "long_prompts" / f"{sweep.task}_long.txt"
        asked = [part.as_json() for part in sweeps_of_table([sweep], sweep.task, name)]
        generate(sweep.task, asked, str(WORDS), str(source) if source.exists() else None, files[-1])
    texts = {(path, row["prompt_sha256"]): row["prompt"] for path in files for row in read_rows(path)}
    grades, cells, responses = {}, [], []
    for model in CONTROLS:
        planned = planned_cells([sweep], model)
        places = locate_prompts(files, [cell.prompt for cell in planned])
        rows = []
        for cell in planned:
            place = places[cell.prompt]
            status, text = answer(model, sweep.task, texts[place.path, place.prompt_sha256])
            rows.append({**cell.row(), "cell_id": cell.id, "status": status, "text": text})
        responses.append(str(folder / f"{model}_responses.parquet"))
        write_rows(responses[-1], RESPONSES, rows)
        graded = str(folder / f"{model}_grades.parquet")
        cells.append(str(folder / f"{model}_cells.parquet"))
        grade(files, responses[-1], "simulated", graded, cells[-1])
        grades[model] = list(read_rows(graded))
    replies, outcomes = folder / "replies.csv", folder / "outcomes.csv"
    labels = {model: model.title() for model in CONTROLS}
    tabulate(sweep.task, cells, responses, None, labels, {}, str(replies), str(outcomes))
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
    axes = {"variant": ("generated",), "puzzle": tuple(range(1, 11)), "depth": (0, 100)}
    grades, replies, outcomes = run(tmp_path, Sweep(task, axes, (400, 1500), models=CONTROLS))
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
    grades, replies, _ = run(tmp_path, Sweep(task, axes, repeats=3, models=CONTROLS))
    assert len(replies) == 3 * 3 * len(PUBLISHED[task])
    check(grades)
