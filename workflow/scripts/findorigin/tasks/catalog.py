"""Every task there is: each folder here that has a `task.py`, by name."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import cast

from findorigin.common.cells import SHARED_AXES
from findorigin.tasks.base import Task


def _found() -> dict[str, Task]:
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/task.py"))
    return {name: cast("Task", import_module(f"findorigin.tasks.{name}.task").TASK) for name in folders}


TASKS = _found()
# The axes that only some task has, with the type of their values: columns of every table.
FURTHER_AXES: dict[str, type] = {
    axis.name: axis.kind for task in TASKS.values() for axis in task.axes if axis.name not in SHARED_AXES
}
