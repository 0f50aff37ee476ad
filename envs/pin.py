"""Pin, in each environment file beside this one, its packages and all that these need in their turn.

An environment file names the packages that its rules import. This program gives each the version that is
installed where it runs, which is that of requirements.lock, and writes below them all that they need.
`make lock` runs it, on the Python that the environments have.
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HEADING = "      # What these need in their turn; written by envs/pin.py.\n"
PYTHON = (3, 11)
# vLLM is no part of requirements.lock: its environment names its own versions.
ELSEWHERE = {"vllm.yaml"}


def environments() -> list[Path]:
    """Return the environment files that are made of packages of requirements.lock."""
    return sorted(path for path in Path(__file__).parent.glob("*.yaml") if path.name not in ELSEWHERE)


def pins(path: Path) -> list[str]:
    """Return all that pip is to install into an environment, as `name==version`."""
    return _pip_part(path.read_text(encoding="utf-8"))


def named_packages(path: Path) -> set[str]:
    """Return the packages that an environment has for its rules' sake, not for another package's."""
    named = _pip_part(_own_part(path))
    return {canonicalize_name(Requirement(pin).name) for pin in named}


def pinned(path: Path) -> str:
    """Return an environment file's text with everything pinned at the versions installed here."""
    own = re.sub(r"- ([\w.-]+)==.+", lambda match: f"- {_pin(match[1])}", _own_part(path))
    named = named_packages(path)
    lines = [f"      - {_pin(name)}\n" for name in sorted(needs(named) - named)]
    return own + (HEADING + "".join(lines) if lines else "")


def needs(names: set[str]) -> set[str]:
    """Return these packages and all that they need, directly or not."""
    seen: set[tuple[str, str]] = set()
    waiting = [(name, "") for name in names]
    while waiting:
        name, extra = waiting.pop()
        seen.add((name, extra))
        for need in map(Requirement, importlib.metadata.requires(name) or []):
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                waiting += {(canonicalize_name(need.name), each) for each in ("", *need.extras)} - seen
    return {name for name, _ in seen}


def _own_part(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition(HEADING)[0]


def _pip_part(text: str) -> list[str]:
    return next(entry["pip"] for entry in yaml.safe_load(text)["dependencies"] if isinstance(entry, dict))


def _pin(name: str) -> str:
    return f"{name}=={importlib.metadata.version(name)}"


if __name__ == "__main__":
    if sys.version_info[:2] != PYTHON:
        sys.exit("envs/pin.py: run it with Python {}.{}, which the environments have".format(*PYTHON))
    for path in environments():
        path.write_text(pinned(path), encoding="utf-8")
