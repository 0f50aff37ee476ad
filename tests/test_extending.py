"""docs/extending.md: its example of a task works as it stands, and the documentation follows from it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import make_docs
import pytest
import yaml
from jsonschema import Draft202012Validator

import findorigin.tasks
from config_inputs import load_config
from docs_examples import named_examples, write_task
from findorigin.common.tokens import count_tokens
from findorigin.planning.cells import planned_cells, prompts_of
from findorigin.tasks.base import Sources
from findorigin.tasks.catalog import TASKS
from shared_inputs import PROJECT

SOURCES = Sources(words=Path("unused"), upstream=None, count_tokens=count_tokens)


@pytest.fixture
def lost_key(tmp_path, monkeypatch):
    """Put the example among the tasks; return how to import one of its modules."""
    folder = write_task(tmp_path)
    monkeypatch.setattr(findorigin.tasks, "__path__", [*findorigin.tasks.__path__, str(tmp_path)])
    task = import_module(f"findorigin.tasks.{folder.name}.task").TASK
    monkeypatch.setitem(TASKS, task.name, task)
    monkeypatch.chdir(PROJECT)
    return lambda name: import_module(f"findorigin.tasks.{folder.name}.{name}")


def test_the_task_is_planned_built_solved_and_graded(lost_key):
    checked = load_config(**yaml.safe_load(named_examples()["lost_key.yaml"]))
    cells = planned_cells(checked.sweeps, "oracle")
    assert len(cells) == 3 * 5
    assert cells[0].id == "oracle/lost_key/generated-100/depth50/puzzle1/repeat1"
    grading, controls = lost_key("grading"), lost_key("controls")
    for planned in prompts_of(checked.sweeps):
        prompt = lost_key("prompts").build(planned, SOURCES)
        assert planned.target_tokens - 20 < count_tokens(prompt.text) <= planned.target_tokens
        (mark,) = prompt.marks
        assert prompt.answer in prompt.text[mark.start : mark.end]
        solved = grading.grade(controls.oracle(prompt.text), prompt, planned.key)
        missed = grading.grade(controls.guess(prompt.text, 12345), prompt, planned.key)
        assert (solved.outcome, missed.outcome) == ("found", "another_room")
        assert (solved.correct, missed.correct) == (True, False)
        assert tuple(solved.details) == TASKS["lost_key"].details


def test_the_documentation_follows_from_the_folder(lost_key):
    made = make_docs.made(TASKS)
    assert "What is asked of the lost key task." in made["config/README.md"]
    assert "#### lost_key\n" in made["config/README.md"]
    assert "`found` (success), `another_room`, `no_room`, `no_answer`" in made["docs/tasks.md"]
    schema = Draft202012Validator(make_docs.config_schema(TASKS))
    asked = yaml.safe_load(named_examples()["lost_key.yaml"])
    assert schema.is_valid(asked)
    asked["lost_key"]["sweeps"][0]["variants"] = "short"
    assert not schema.is_valid(asked)
