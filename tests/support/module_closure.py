"""What a rule's job imports: the modules that the rule lists, and the packages that these need."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from findorigin.backends.connections import MODULES
from findorigin.common.imports import closure
from shared_inputs import PROJECT

SCRIPTS = PROJECT / "workflow" / "scripts"
PACKAGE = SCRIPTS / "findorigin"


def script_of(rule) -> Path:
    """Return the file of a rule's script."""
    return SCRIPTS / Path(rule.script).name


def own_modules(rule) -> list[Path]:
    """Return the modules that a rule's script finds by name: the backend that a query rule is for."""
    backend = rule.name.removeprefix("query_")
    return [SCRIPTS / f"{MODULES[backend].replace('.', '/')}.py"] if backend in MODULES else []


def modules_of(rule) -> list[Path]:
    """Return the modules that a rule lists as inputs; those of a query rule depend on its model's backend."""
    listed = rule.input.get("modules") if hasattr(rule.input, "get") else None
    if listed is None or callable(listed):
        return closure(PACKAGE, [script_of(rule), *own_modules(rule)])
    marker = "scripts/findorigin/"
    paths = [listed] if isinstance(listed, str) else listed
    return [PACKAGE / str(path).split(marker)[1] for path in paths]


def third_party(rule) -> set[str]:
    """Return the top-level names of the packages that a rule's job imports.

    Imports inside functions count but for those of backends that the rule is not for: it never calls these.
    """
    own = own_modules(rule)
    folders = {path.parent for path in own if path.parent.name != "backends"}
    names = set()
    for path in (script_of(rule), *modules_of(rule)):
        is_called = "backends" not in path.parts or path in own or path.parent in folders
        names |= set(_imported(path, everywhere=is_called))
    return {name for name in names if name not in sys.stdlib_module_names and name != PACKAGE.name}


def _imported(path: Path, *, everywhere: bool) -> Iterator[str]:
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not everywhere:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]
        waiting.extend(ast.iter_child_nodes(node))
