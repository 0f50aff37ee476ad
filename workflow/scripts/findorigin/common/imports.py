"""Which of the project's modules a script needs, found by reading imports.

Rules list them as inputs, so that an edit of a module runs again whatever uses it; a test reads them to hold
the order of the rooms. Understood are `import findorigin.a.b`, `from findorigin.a.b import name` and
`import_module(f"findorigin.a.{name}.b")`, which stands for every module of that form.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = "findorigin"


def closure(root: Path, scripts: Iterable[Path]) -> list[Path]:
    """Return the modules below `root` (the package's folder) that `scripts` import, directly or not, sorted.

    A script that is itself a module of the package is among them, and so is each package's `__init__`.
    """
    found: set[Path] = set()
    waiting = [
        path
        for script in scripts
        for path in ([script] if root in script.parents else imported(root, script))
    ]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += [*imported(root, module), *_packages(root, module)]
    return sorted(found)


@cache
def imported(root: Path, path: Path) -> tuple[Path, ...]:
    """Return the modules below `root` that the file at `path` imports itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    patterns = sorted({name for node in _run_nodes(tree) for name in _names(node)})
    return tuple(module for name in patterns for module in _modules(root, name))


def _run_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module but for what stands below `if TYPE_CHECKING`."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the dotted names that a node imports; `*` stands for what is known at run time only."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.startswith(f"{PACKAGE}."))
    elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == PACKAGE:
        yield str(node.module)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
        for argument in node.args:
            if isinstance(argument, ast.JoinedStr):
                yield "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "*" for part in argument.values
                )


def _modules(root: Path, name: str) -> list[Path]:
    relative = name.removeprefix(f"{PACKAGE}.").replace(".", "/")
    if "*" in relative:
        return sorted(root.glob(f"{relative}.py"))
    places = (root / f"{relative}.py", root / relative / "__init__.py")
    return [place for place in places if place.is_file()]


def _packages(root: Path, module: Path) -> list[Path]:
    folders = [folder for folder in module.parents if folder == root or root in folder.parents]
    return [folder / "__init__.py" for folder in folders if (folder / "__init__.py").is_file()]
