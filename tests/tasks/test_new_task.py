"""A task is a folder: one that the project doesn't have is planned, built, solved, graded and tabulated."""

from __future__ import annotations

from importlib import import_module

import pytest

import findorigin.tasks
from control_runs import CONTROLS, run_controls
from findorigin.common.imports import closure
from findorigin.common.tables import read_rows
from findorigin.planning.cells import planned_cells
from findorigin.tasks.catalog import TASKS
from shared_inputs import PROJECT

NEW_TASK = PROJECT / "tests" / "support" / "new_task"
SCRIPTS = PROJECT / "workflow" / "scripts"


@pytest.fixture
def lost_key(monkeypatch):
    """Put the folder among the tasks."""
    monkeypatch.setattr(findorigin.tasks, "__path__", [*findorigin.tasks.__path__, str(NEW_TASK)])
    task = import_module("findorigin.tasks.lost_key.task").TASK
    monkeypatch.setitem(TASKS, task.name, task)
    return task


def test_a_new_folder_runs_from_its_settings_to_its_tables(lost_key, tmp_path):
    section = lost_key.settings()(sweeps=[{"target_tokens": [100, 1000], "models": ["oracle"]}])
    (sweep,) = lost_key.normalise(section, controls=CONTROLS, added=("guess", "refuser"))
    assert len(planned_cells([sweep], "oracle")) == 2 * 5
    grades, replies, outcomes = run_controls(tmp_path, sweep)
    assert {row["outcome"] for row in grades["oracle"]} == {"found"}
    assert {row["outcome"] for row in grades["guess"]} == {"another_room"}
    assert {row["outcome"] for row in grades["refuser"]} == {"no_answer"}
    assert {row["grader_version"] for row in grades["oracle"]} == {"lost_key 1"}
    assert grades["oracle"][0]["cell_id"] == "oracle/lost_key/generated-100/depth50/puzzle1/repeat1"
    assert {row["room"] for row in replies if row["model"] == "oracle"} == {"137", "174", "211", "248", "285"}
    assert {row["accuracy"] for row in outcomes if row["model"] == "oracle"} == {"1"}
    row = next(read_rows(tmp_path / "generated-100.parquet"))
    (mark,) = row["marks"]
    assert row["prompt"][mark["start"] : mark["end"]] == f"The key is in room {row['answer']}."


def needed(script):
    modules = closure(SCRIPTS / "findorigin", [SCRIPTS / f"{script}.py"])
    return {str(path.relative_to(SCRIPTS / "findorigin")) for path in modules}


def test_what_makes_prompts_needs_no_grader_and_what_grades_no_control():
    prompts, grades = needed("generate_prompts"), needed("grade")
    assert not [path for path in prompts if path.startswith("grading/")]
    for task in TASKS:
        assert f"tasks/{task}/prompts.py" in prompts and f"tasks/{task}/grading.py" not in prompts
        assert f"tasks/{task}/grading.py" in grades and f"tasks/{task}/controls.py" not in prompts | grades
    assert "tasks/find_the_origin/simulated.py" not in prompts | grades
