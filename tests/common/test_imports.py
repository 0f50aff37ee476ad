"""Which modules a script needs is read off its imports."""

from __future__ import annotations

import pytest

from findorigin.common.imports import closure, imported
from findorigin.tasks.catalog import TASKS
from shared_inputs import PROJECT

SCRIPTS = PROJECT / "workflow" / "scripts"
ROOT = SCRIPTS / "findorigin"


@pytest.fixture
def package(tmp_path):
    """Write modules by name below a package of the project's name; return how to ask for a closure."""
    root = tmp_path / "findorigin"

    def write(script, **modules):
        for name, text in {"__init__": "", **modules}.items():
            path = root / f"{name.replace('__in__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        path = tmp_path / f"script_{len(list(tmp_path.glob('*.py')))}.py"  # reading is cached by path
        path.write_text(script, encoding="utf-8")
        return [module.relative_to(root).as_posix() for module in closure(root, [path])]

    return write


MODULES = {
    "a__in____init__": "",
    "a__in__one": "from findorigin.b.two import something",
    "a__in__other": "",
    "b__in____init__": "",
    "b__in__two": "import json",
    "b__in__three": "",
}
ALL_OF_ONE = ["__init__.py", "a/__init__.py", "a/one.py", "b/__init__.py", "b/two.py"]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("from findorigin.a.one import name", ALL_OF_ONE),
        ("import findorigin.a.one", ALL_OF_ONE),
        ("from findorigin.a import one", ALL_OF_ONE),
        ("def late():\n    from findorigin.a.one import name", ALL_OF_ONE),
        (
            "from findorigin.b.two import x\nfrom findorigin.b.two import y",
            ["__init__.py", "b/__init__.py", "b/two.py"],
        ),
        ("import json\nfrom pathlib import Path", []),
        ("from findorigin.b import nothing_of_that_name", ["__init__.py", "b/__init__.py"]),
    ],
    ids=[
        "from a module",
        "import",
        "from a package",
        "in a function",
        "twice",
        "nothing",
        "a package's own name",
    ],
)
def test_closure(package, script, expected):
    assert package(script, **MODULES) == expected


def test_what_only_type_checkers_read_is_left_out(package):
    script = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from findorigin.a.one import name\n"
    assert package(script, **MODULES) == []
    other = script + "from findorigin.b.three import name\n"
    assert package(other, **MODULES) == ["__init__.py", "b/__init__.py", "b/three.py"]


def test_modules_named_at_run_time_are_all_of_the_pattern(package):
    script = 'import importlib\nimportlib.import_module(f"findorigin.{room}.two")\n'
    assert package(script, **MODULES) == ["__init__.py", "b/__init__.py", "b/two.py"]
    script = 'from importlib import import_module\nimport_module(f"findorigin.a.{name}")\n'
    assert "a/other.py" in package(script, **MODULES)


def test_modules_that_import_each_other_end(package):
    modules = {"a": "import findorigin.b", "b": "import findorigin.a"}
    assert package("import findorigin.a", **modules) == ["__init__.py", "a.py", "b.py"]


def test_a_module_of_the_package_is_in_its_own_closure():
    path = ROOT / "common" / "errors.py"
    assert path in closure(ROOT, [path])


def test_a_task_is_reached_through_the_catalog():
    catalog = ROOT / "tasks" / "catalog.py"
    tasks = {path for path in imported(ROOT, catalog) if path.name == "task.py"}
    assert tasks == set(ROOT.glob("tasks/*/task.py"))


def test_every_import_of_the_project_leads_to_a_file():
    """A name that no module has would silently be no input of a rule."""
    for module in ROOT.rglob("*.py"):
        for path in imported(ROOT, module):
            assert path.is_file()


def needed(script):
    modules = closure(ROOT, [SCRIPTS / f"{script}.py"])
    return {str(path.relative_to(ROOT)) for path in modules}


def test_what_makes_prompts_needs_no_grader_and_what_grades_no_control():
    prompts, grades = needed("generate_prompts"), needed("grade")
    assert not [path for path in prompts if path.startswith("grading/")]
    for task in TASKS:
        assert f"tasks/{task}/prompts.py" in prompts and f"tasks/{task}/grading.py" not in prompts
        assert f"tasks/{task}/grading.py" in grades and f"tasks/{task}/controls.py" not in prompts | grades
    assert "tasks/find_the_origin/simulated.py" not in prompts | grades
