"""The examples of docs/extending.md as files: a block of code is called what the line above it says."""

from __future__ import annotations

import re

from shared_inputs import PROJECT

PAGE = PROJECT / "docs" / "extending.md"
NAMED_BLOCK = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named_examples() -> dict[str, str]:
    """Return the page's examples that are whole files, by their names."""
    return dict(NAMED_BLOCK.findall(PAGE.read_text(encoding="utf-8")))
