"""The rooms of the package: which may import which, and that none but the tasks' knows a task by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from findorigin.backends.connections import MODULES as BACKENDS
from findorigin.common.imports import closure, imported
from findorigin.figures.kinds import KINDS
from shared_inputs import PROJECT

SCRIPTS = PROJECT / "workflow" / "scripts"
PACKAGE = SCRIPTS / "findorigin"
ORDER = ("common", "config", "grading", "tasks", "planning", "store", "budget", "backends", "engine")
# Beside the order: these stand on a few rooms, and on each other never.
BESIDE = {"statistics": {"common", "config", "tasks"}, "figures": {"common", "config", "tasks"}}
BELOW = {room: set(ORDER[:place]) for place, room in enumerate(ORDER)} | BESIDE
MODULES = sorted(PACKAGE.rglob("*.py"))
PROGRAMS = sorted(SCRIPTS.glob("*.py"))
TOOLS = [path for folder in ("tools", "benchmarks") for path in sorted((PROJECT / folder).glob("*.py"))]
RULES = [PROJECT / "Snakefile", *sorted((PROJECT / "workflow" / "rules").glob("*.smk"))]
TASKS = sorted(path.parent.name for path in PACKAGE.glob("tasks/*/task.py"))
TASK_NAME = re.compile(rf"\b({'|'.join(TASKS)})\b")


def short(path: Path) -> str:
    """Return a module's path below the package, any other file's below the project."""
    below = PACKAGE if PACKAGE in path.parents else PROJECT
    return str(path.relative_to(below).with_suffix(""))


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0]


def test_nothing_lies_on_the_landing_and_every_room_is_known():
    found = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    assert found == {"__init__.py", *BELOW}


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_from_rooms_below_it(room):
    upwards = [
        f"{short(module)} imports {short(other)}"
        for module in sorted((PACKAGE / room).rglob("*.py"))
        for other in imported(PACKAGE, module)
        if other.parent != PACKAGE and room_of(other) not in BELOW[room] | {room}
    ]
    assert upwards == []


def names_bound(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module binds, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias):
            yield node.asname or node.name


def file_of(dotted: str) -> Path | None:
    base = SCRIPTS.joinpath(*dotted.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@pytest.mark.parametrize("path", [*PROGRAMS, *TOOLS, *MODULES], ids=short)
def test_what_is_imported_from_the_package_exists(path):
    missing = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "findorigin":
            module = file_of(node.module)
            bound = set(names_bound(ast.parse(module.read_text("utf-8")))) if module else set()
            for name in node.names:
                if name.name not in bound and file_of(f"{node.module}.{name.name}") is None:
                    missing.append(f"{node.module}.{name.name}")
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names if each.name.startswith("findorigin.")]
            missing += [name for name in names if file_of(name) is None]
    assert missing == []


def test_every_module_serves_somebody():
    """What no script, no rule, no tool and no command line needs is dead."""
    named = re.findall(r"^from (findorigin\S+) import", "".join(map(Path.read_text, RULES)), re.MULTILINE)
    named += [*BACKENDS.values(), *(kind.module for kind in KINDS.values())]
    roots = [*PROGRAMS, *TOOLS, *PACKAGE.rglob("__main__.py")]
    used = set(closure(PACKAGE, [*roots, *filter(None, map(file_of, named))]))
    assert [short(module) for module in MODULES if module not in used] == []


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of a module but for docstrings."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and isinstance(node.body[0] if node.body else None, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def named_tasks(path: Path) -> list[str]:
    text = path.read_text("utf-8")
    texts = list(literals(ast.parse(text))) if path.suffix == ".py" else [text]
    return sorted({name for each in texts for name in TASK_NAME.findall(each)})


def test_no_module_script_or_rule_outside_knows_a_task_by_name():
    outside = [path for path in MODULES if room_of(path) != "tasks"]
    naming = {path.name: named_tasks(path) for path in [*outside, *PROGRAMS, *RULES]}
    assert {name: tasks for name, tasks in naming.items() if tasks} == {}
