"""Every CSV table that the workflow writes has a dictionary with exactly the columns of its writer."""

from __future__ import annotations

import re

import pytest

import show_plan
import tabulate_task
import tabulate_task_prompts
from findorigin.grading import changes
from findorigin.statistics import tables, task_outcomes
from findorigin.tasks.catalog import TASKS
from shared_inputs import PROJECT
from workflow_rules import workflow_rules

# Path below results/ → page with its dictionary, columns of its writer.
TABLES = {
    **{f"tables/{name}.csv": ("statistics", tuple(table.columns)) for name, table in tables.TABLES.items()},
    "tables/{task}_outcomes.csv": ("tasks", task_outcomes.COLUMNS),
    "tables/{task}_replies.csv": ("tasks", (*tabulate_task.REPLY_COLUMNS, "reply")),
    "tables/task_prompts.csv": ("tasks", tabulate_task_prompts.COLUMNS),
    "tables/plan.csv": ("cost", show_plan.COLUMNS),
    "regrading/{model}.csv": ("statistics", changes.COLUMNS),
}


def page(name):
    return (PROJECT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def columns_after(text, line):
    """Return the names in the first table after a line of a page."""
    rest = text.split(f"\n{line}\n", 1)
    table = re.search(r"^\|---\|---\|\n((?:\|.*\n)+)", rest[-1], re.MULTILINE) if len(rest) > 1 else None
    assert table, f"no table after '{line}'"
    return tuple(re.findall(r"^\| `(\w+)` \| \S.* \|$", table[1], re.MULTILINE))


def tables_of_rules():
    """Return the CSV tables that the rules write, outputs and by-products; a preview has the same again."""
    written = {
        str(path)
        for rule in workflow_rules()
        for path in (*rule.output, *(value for value in rule.params if isinstance(value, str)))
        if str(path).endswith(".csv")
    }
    named = {re.sub(r"\{(\w+),[^}]*\}", r"{\1}", path) for path in written}
    return {path.removeprefix("{run}/").removeprefix("results/") for path in named}


def test_every_table_of_a_rule_is_known_here():
    # Where changes of grades are written is a function of the run.
    assert tables_of_rules() == set(TABLES) - {"regrading/{model}.csv"}


@pytest.mark.parametrize("path", TABLES)
def test_the_dictionary_has_the_columns_of_the_writer(path):
    name, columns = TABLES[path]
    assert columns_after(page(name), f"### {path.removeprefix('tables/')}") == tuple(columns)


@pytest.mark.parametrize("task", [name for name in TASKS if name != "find_the_origin"])
def test_the_details_of_every_task_are_described(task):
    details = TASKS[task].details
    assert tabulate_task.reply_columns(task) == (*tabulate_task.REPLY_COLUMNS, *details, "reply")
    assert columns_after(page("tasks"), f"Details of `{task}`:") == details


def test_the_room_imports_neither_frames_nor_statsmodels():
    room = PROJECT / "workflow" / "scripts" / "findorigin" / "statistics"
    slow = re.compile(r"^\s*(import|from) (pandas|statsmodels|scipy\.stats)\b", re.MULTILINE)
    found = {path.stem for path in room.glob("*.py") if slow.search(path.read_text(encoding="utf-8"))}
    assert found == {"intervals"}  # Fisher's test, inside the function that few runs call
