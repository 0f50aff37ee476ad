"""Read YAML as a user means it: a key given twice is an error, and a date stays text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from findorigin.common.errors import UserError

_FastLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_FastLoader):  # type: ignore[misc]
    """YAML's safe loader, the fast one where there is one, without timestamps."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_yaml(path: Path, key: str) -> Any:  # noqa: ANN401
    """Return the content of a YAML file that the configuration names under `key`.

    Raises UserError in one line if the file can't be read, is not YAML, or gives a key twice.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{key}: can't read the file '{path}': {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{key}: can't read the file '{path}': it is not UTF-8 text") from error
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        _refuse_duplicates(root, path, set())
        return None if root is None else loader.construct_document(root)
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise UserError(f"{path}{line}: not valid YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise UserError(f"{path}: not valid YAML: {str(error).splitlines()[0]}") from error


def _refuse_duplicates(node: yaml.Node | None, path: Path, seen: set[int]) -> None:
    """Raise UserError if a mapping at or below `node` gives a key twice; one merged by << may come again."""
    if node is None or isinstance(node, yaml.ScalarNode) or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _refuse_duplicates(item, path, seen)
        return
    keys: set[tuple[str, str]] = set()
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode):
            if (key.tag, key.value) in keys:
                line = key.start_mark.line + 1
                raise UserError(f"{path}, line {line}: {key.value}: the key is given twice; once is allowed")
            keys.add((key.tag, key.value))
        _refuse_duplicates(value, path, seen)
