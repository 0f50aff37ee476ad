"""docs/tasks.md: its example of a new task works as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from findorigin.config.schema_checks import check, fill_defaults
from findorigin.config.task_sweeps import parameters_by_task, task_entries
from findorigin.tasks.loading import controls_of, grading_of, prompts_of
from findorigin.tasks.replies import grade_columns, grade_task_reply

import findorigin.tasks
from findorigin.common.cells import cell_id
from findorigin.common.tokens import count_tokens
from findorigin.config.sweeps import normalise_task_sweeps, planned_cells
from shared_inputs import PROJECT
from task_inputs import CONFIG_SCHEMA

PAGE = (PROJECT / "docs" / "tasks.md").read_text(encoding="utf-8")
FILES = ("__init__", "prompts", "grading", "controls")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def lost_key(tmp_path, monkeypatch):
    """Put the example's folder among the tasks."""
    folder = tmp_path / "lost_key"
    folder.mkdir()
    for name, code in zip(FILES, blocks("python"), strict=True):
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(findorigin.tasks, "__path__", [*findorigin.tasks.__path__, str(tmp_path)])


def test_the_example_is_planned_built_solved_and_graded(lost_key):
    entry, asked = blocks("yaml")
    schema = yaml.safe_load(CONFIG_SCHEMA.read_text(encoding="utf-8") + entry)
    config = yaml.safe_load(asked)
    check(schema, config)
    assert set(task_entries(schema)["lost_key"].modules) | {"__init__"} == set(FILES)
    sweeps = normalise_task_sweeps(fill_defaults(schema, config), ["lost_key"], ["oracle", "guess"])
    cells = planned_cells(sweeps, "oracle")
    assert len(cells) == 3 * 5
    assert cell_id(cells[0]) == "oracle/lost_key/generated-100/depth50/puzzle1/repeat1"
    assert parameters_by_task(sweeps) == {"lost_key": {}}
    grading, controls = grading_of("lost_key"), controls_of("lost_key")
    for cell in cells:
        key = cell | {"target_tokens": int(cell["variant"].split("-")[1])}
        prompt = prompts_of("lost_key").build(key, None, count_tokens)
        assert key["target_tokens"] - 20 < count_tokens(prompt) <= key["target_tokens"]
        solved = grade_task_reply("ok", controls.oracle(prompt), prompt, cell)
        missed = grade_task_reply("ok", controls.guess(prompt, 12345), prompt, cell)
        assert (solved.outcome, missed.outcome) == ("found", "another_room")
        assert (solved.correct, missed.correct) == (True, False)
        assert tuple(solved.details) == grading.DETAILS
        assert grade_columns(solved, "lost_key")["grader_version"] == "lost_key 1"


def test_the_row_for_the_readme_is_what_the_schema_says():
    entry = yaml.safe_load("properties:\n" + blocks("yaml")[0])["properties"]["lost_key"]
    assert f"| `lost_key` | `{{}}` | {entry['description']} |" in PAGE


FOLDERS = sorted(path.parent.name for path in Path(findorigin.tasks.__file__).parent.glob("*/__init__.py"))


def rows_of_table(heading):
    """Return the first column of the page's table whose header begins so."""
    table = re.search(rf"^\| {heading}.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    return {line.split("|")[1].strip().strip("`"): line for line in table.splitlines()}


@pytest.mark.parametrize("task", FOLDERS)
def test_every_task_folder_has_a_row_that_names_its_outcomes(task):
    row = rows_of_table(r"task \| what a reply has to do").get(task, "no row")
    assert [outcome for outcome in grading_of(task).OUTCOMES if f"`{outcome}`" not in row] == []


@pytest.mark.parametrize("task", FOLDERS)
def test_every_task_folder_has_a_row_on_its_generated_texts(task):
    assert task in rows_of_table(r"task \| the text")


def test_the_tables_name_no_task_that_is_gone():
    assert set(rows_of_table(r"task \| what a reply has to do")) == set(FOLDERS)
    assert set(rows_of_table(r"task \| the text")) == set(FOLDERS)
    assert set(task_entries(yaml.safe_load(CONFIG_SCHEMA.read_text(encoding="utf-8")))) == set(FOLDERS)
