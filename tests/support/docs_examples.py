"""The examples of docs/extending.md as files: a block of code is called what the line above it says."""

from __future__ import annotations

import re
from pathlib import Path

from shared_inputs import PROJECT

PAGE = PROJECT / "docs" / "extending.md"
NAMED_BLOCK = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named_examples() -> dict[str, str]:
    """Return the page's examples that are whole files, by their names."""
    return dict(NAMED_BLOCK.findall(PAGE.read_text(encoding="utf-8")))


def write_task(folder: Path) -> Path:
    """Write the example of a task below `folder`; return its own folder, called as the task is."""
    for name, text in named_examples().items():
        if name.startswith("tasks/"):
            path = folder / name.removeprefix("tasks/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return path.parent
