"""The task of docs/extending.md: the whole workflow asks, grades, tabulates, draws and describes it."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
import yaml
from jsonschema import Draft202012Validator

from docs_examples import named_examples
from project_copy import ProjectCopy
from shared_inputs import PROJECT

# One worker runs these tests, so that the project is made once.
pytestmark = [pytest.mark.workflow, pytest.mark.xdist_group("new_task")]

EXAMPLE = PROJECT / "tests" / "support" / "example_task"
ASKED = yaml.safe_load(named_examples()["last_word.yaml"])


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = ProjectCopy(tmp_path_factory.mktemp("project"), ASKED | {"published": False})
    shutil.copytree(EXAMPLE, project.folder / "workflow/scripts/findorigin/tasks/last_word")
    project.succeed()
    return project


def table(project, name):
    with (project.folder / "results" / "tables" / f"{name}.csv").open(newline="") as lines:
        return list(csv.DictReader(lines))


def test_the_documentation_shows_its_files():
    shown = {name: text for name, text in named_examples().items() if name.startswith("tasks/")}
    assert shown == {f"tasks/last_word/{path.name}": path.read_text() for path in EXAMPLE.glob("*.py")}


def test_its_axis_is_a_column_of_every_table_of_cells(project):
    for kind in ("responses", "grades", "cells/controls"):
        rows = pq.read_table(project.folder / "results" / kind / "oracle.parquet").to_pylist()
        assert {row["n_words"] for row in rows} == {10, 100}
        assert {row["d"] for row in rows} == {None}
    assert "last_word/upper/puzzle2/n_words-100/repeat1" in rows[-1]["cell_id"]


def test_its_prompts_have_marks(project):
    (path,) = (project.folder / "results" / "prompts" / "last_word").glob("*.parquet")
    for row in pq.read_table(path).to_pylist():
        (mark,) = row["marks"]
        assert row["prompt"][mark["start"] : mark["end"]] == row["answer"]


def test_its_grades_name_the_grader(project):
    grades = pq.read_table(project.folder / "results" / "grades" / "oracle.parquet").to_pylist()
    assert {row["grader_version"] for row in grades} == {"last_word 1"}


def test_the_oracle_is_right_and_the_guess_is_not(project):
    assert "oracle: 8 of 8 correct" in (project.folder / "results" / "controls.txt").read_text()
    right = {row["model"]: row["n_correct"] for row in table(project, "accuracy")}
    assert right["oracle"] != right["guess"]


def test_it_has_tables_and_a_picture(project):
    replies = table(project, "last_word_replies")
    assert {row["outcome"] for row in replies if row["model"] == "oracle"} == {"last"}
    assert {row["n_named"] for row in replies} == {"1"}
    assert {row["outcome"] for row in table(project, "last_word_outcomes")} >= {"last", "other", "no_answer"}
    assert (project.folder / "results" / "figures" / "last_word.svg").exists()


def test_the_documentation_describes_it(project):
    for name in ("docs", "tools"):
        shutil.copytree(PROJECT / name, project.folder / name, dirs_exist_ok=True)
    subprocess.run([sys.executable, "tools/make_docs.py"], cwd=project.folder, check=True)
    readme = (project.folder / "config" / "README.md").read_text()
    assert "#### last_word\n" in readme and "What is asked of the last word task." in readme
    tasks = (project.folder / "docs" / "tasks.md").read_text()
    assert "How many words are listed." in tasks and "`last` (success), `other`, `no_answer`" in tasks
    schema = json.loads((project.folder / "workflow" / "schemas" / "config.schema.json").read_text())
    assert Draft202012Validator(schema).is_valid(ASKED)
    wrong = {"last_word": {"sweeps": [{"variant": "short", "models": ["oracle"]}]}}
    assert not Draft202012Validator(schema).is_valid(wrong)
