"""Which shared modules and third-party packages a script imports, found by reading its source."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from shared_inputs import PROJECT

SCRIPTS = PROJECT / "workflow" / "scripts"
PACKAGE = "findorigin"

# It finds the modules of a task by the task's name, so it depends on those of every task.
TASK_LOADING = SCRIPTS / PACKAGE / "tasks" / "loading.py"


def imported_names(path: Path) -> set[str]:
    """Return the dotted names that a source file imports, `from a import b` as both ``a`` and ``a.b``."""
    names = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        waiting.extend(ast.iter_child_nodes(node))
    return names


def module_file(name: str) -> Path | None:
    """Return the file of a dotted module name of the shared package, or None if it is no module."""
    base = SCRIPTS.joinpath(*name.split("."))
    for candidate in (base.with_suffix(".py"), base / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def shared_modules(script: Path) -> set[str]:
    """Return the shared modules that `script` imports, directly or not, as paths below the package."""
    found: set[Path] = set()
    waiting = [script]
    while waiting:
        for name in imported_names(waiting.pop()):
            if name.split(".")[0] != PACKAGE:
                continue
            parts = name.split(".")
            for depth in range(1, len(parts) + 1):
                path = module_file(".".join(parts[:depth]))
                if path and path not in found:
                    found.add(path)
                    waiting.append(path)
                    if path == TASK_LOADING:
                        waiting.extend(found_by_name := set(path.parent.glob("*/*.py")) - found)
                        found |= found_by_name
    return {str(path.relative_to(SCRIPTS / PACKAGE).with_suffix("")) for path in found}


def third_party(script: Path) -> set[str]:
    """Return the top-level names of third-party packages that `script` or its shared modules import."""
    files = [script, *(SCRIPTS / PACKAGE / f"{name}.py" for name in shared_modules(script))]
    names = {name.split(".")[0] for path in files for name in imported_names(path)}
    return {name for name in names if name not in sys.stdlib_module_names and name != PACKAGE}
