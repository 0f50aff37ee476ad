"""Get a task's upstream file from a local folder or its pinned address, and check that it is the one.

Reads:  the file of that name in the folder that the config key `upstream_folder` names, or else its address.
        A file that the task's own module makes is made instead of fetched.
Writes: resources/upstream/{name}, the file byte for byte; it is input data of its author, not committed.
"""

import hashlib
import http.client
import urllib.request
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from findorigin.common.errors import UserError
from findorigin.common.log import log_to
from findorigin.tasks.base import Upstream
from findorigin.tasks.catalog import TASKS

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

TIMEOUT_S = 30


class UpstreamModule(Protocol):
    """What `tasks/<task>/upstream.py` has, where the upstream file `is_made`."""

    def make(self) -> tuple[bytes, str]:
        """Return the file, and in words what it was made from."""
        ...


def download(address: str, timeout_s: float = TIMEOUT_S) -> bytes:
    """Return what an https address holds; UserError when it cannot be reached.

    urllib's errors are OSErrors; a connection cut while it is read is an HTTPException.
    """
    try:
        with urllib.request.urlopen(address, timeout=timeout_s) as reply:
            return cast("bytes", reply.read())
    except (OSError, http.client.HTTPException) as error:
        raise UserError(
            f"cannot fetch {address} ({error}); without network, put the file into a folder and name that "
            "folder in the config key upstream_folder"
        ) from error


def read_local(folder: Path, name: str) -> bytes:
    """Return the file `name` of the folder or of its long_prompts; UserError when it is in neither."""
    below = folder / "long_prompts" / name
    try:
        return (below if below.is_file() else folder / name).read_bytes()
    except OSError as error:
        raise UserError(
            f"upstream_folder {folder}: cannot read {name} there ({error.strerror}); "
            "put the file there, or set upstream_folder to null to fetch it"
        ) from error


def check_sha256(content: bytes, sha256: str, source: str) -> None:
    """Raise UserError unless the content has this SHA-256 (hexadecimal)."""
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise UserError(f"{source} is not the published file: its SHA-256 is {found}, not {sha256}")


def content_of(task: str, upstream: Upstream, folder: str | None) -> tuple[bytes, str]:
    """Return a task's upstream file, and in words where it comes from: `folder`, where one is given."""
    if folder:
        return read_local(Path(folder), upstream.name), str(Path(folder) / upstream.name)
    if upstream.is_made:
        return cast("UpstreamModule", import_module(f"findorigin.tasks.{task}.upstream")).make()
    return download(upstream.address), upstream.address


def main(task: str, upstream_folder: str | None, output: str) -> None:
    """Write the upstream file of a task to `output`, taken from `upstream_folder` where one is given."""
    upstream = TASKS[task].upstream
    if upstream is None:
        raise UserError(f"the task {task} has no upstream file")
    content, source = content_of(task, upstream, upstream_folder)
    check_sha256(content, upstream.sha256, source)
    target = Path(output)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            task=snakemake.params.task,
            upstream_folder=snakemake.params.upstream_folder,
            output=snakemake.output[0],
        )
