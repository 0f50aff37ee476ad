"""A task is a folder: with one more, the whole workflow asks, grades, tabulates, draws and describes it."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys

import pyarrow.parquet as pq
import pytest

from project_copy import NO_OTHER_TASK, ProjectCopy
from shared_inputs import PROJECT

# One worker runs these tests, so that the project is made once.
pytestmark = [pytest.mark.workflow, pytest.mark.xdist_group("new_task")]

EXAMPLE = PROJECT / "tests" / "support" / "example_task"
CONFIG = NO_OTHER_TASK | {
    "find_the_origin": {"sweeps": []},
    "published": False,
    "figures": None,
    "last_word": {"sweeps": [{"variant": ["lower", "upper"], "models": ["oracle", "guess"]}]},
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = ProjectCopy(tmp_path_factory.mktemp("project"), CONFIG)
    shutil.copytree(EXAMPLE, project.folder / "workflow/scripts/findorigin/tasks/last_word")
    project.succeed()
    return project


def table(project, name):
    with (project.folder / "results" / "tables" / f"{name}.csv").open(newline="") as lines:
        return list(csv.DictReader(lines))


def test_its_axis_is_a_column_of_every_table_of_cells(project):
    for kind in ("responses", "grades", "cells/controls"):
        rows = pq.read_table(project.folder / "results" / kind / "oracle.parquet").to_pylist()
        assert {row["n_words"] for row in rows} == {10, 100}
        assert {row["d"] for row in rows} == {None}
    assert "last_word/upper/puzzle2/n_words-100/repeat1" in rows[-1]["cell_id"]


def test_the_oracle_is_right_and_the_guess_is_not(project):
    assert "oracle: 8 of 8 correct" in (project.folder / "results" / "controls.txt").read_text()
    right = {row["model"]: row["n_correct"] for row in table(project, "accuracy")}
    assert right["oracle"] != right["guess"]


@pytest.mark.parametrize("name", ["accuracy", "last_word_outcomes"])
def test_its_axis_tells_conditions_apart(name, project):
    conditions = {(row["variant"], row["n_words"]) for row in table(project, name)}
    assert conditions == {(case, n_words) for case in ("lower", "upper") for n_words in ("10", "100")}


def test_it_has_tables_and_a_picture(project):
    replies = table(project, "last_word_replies")
    assert {row["outcome"] for row in replies if row["model"] == "oracle"} == {"last"}
    assert {row["outcome"] for row in table(project, "last_word_outcomes")} >= {"last", "other", "no_answer"}
    assert (project.folder / "results" / "figures" / "last_word.svg").exists()


def test_the_documentation_describes_it(project):
    for name in ("docs", "tools"):
        shutil.copytree(PROJECT / name, project.folder / name, dirs_exist_ok=True)
    subprocess.run([sys.executable, "tools/make_docs.py"], cwd=project.folder, check=True)
    assert "last_word" in (project.folder / "config" / "README.md").read_text()
    assert "How many words are listed." in (project.folder / "docs" / "tasks.md").read_text()
    assert '"last_word"' in (project.folder / "workflow" / "schemas" / "config.schema.json").read_text()
