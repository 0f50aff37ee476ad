"""Get one published input file, from its pinned address or from a local folder, and check that it is the one.

Reads:  the address, or the file of that name in the folder that the config key `upstream_folder` names.
Writes: resources/upstream/{name}, the file byte for byte; it is input data of its author, not committed.
"""

import hashlib
import http.client
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from findorigin.common.errors import UserError
from findorigin.common.log import log_to

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

TIMEOUT_S = 30
LONG_PROMPTS = (
    "https://raw.githubusercontent.com/natanaelwf/LLM_AdditionalTests_LongPrompts"
    "/cb71ad248cce88205db891cda9bd402556739a56/prompts/"
)


class Published(NamedTuple):
    """Where a file was published, for good, and the SHA-256 of its bytes (hexadecimal)."""

    address: str
    sha256: str


PUBLISHED = {
    "vertices.txt": Published(
        "https://raw.githubusercontent.com/natanaelwf/LLMTest_FindTheOrigin"
        "/6264233cab986c37d14f501e65081122f3e3bb29/vertices.txt",
        "9bdaf13c886dae137473ac801dc44b668c452302c0e691f785a0818f8110c0fa",
    ),
    "inefficient_code_long.txt": Published(
        LONG_PROMPTS + "Highlight%20Inefficient%20Code%20-%20Long.txt",
        "6dad202b75e582ea4735201407d12ded9ef8dd38cd7f77aeee0eb93f32a353b3",
    ),
    "caesar_clue_long.txt": Published(
        LONG_PROMPTS + "Decrypting%20Cryptography%20from%20a%20Clue%20-%20Long.txt",
        "d38896cc1b05968f846e1af2fe08447efa3360050c70f07f223d599418768a9e",
    ),
    "unlock_100_long.txt": Published(
        LONG_PROMPTS + "Unlock%20%24100%20-%20Long.txt",
        "152667327a80b7f02931e46eebb0a47b3357c2bd4c7555aa203261858a60176a",
    ),
}


def download(address: str, timeout_s: float = TIMEOUT_S) -> bytes:
    """Return what an https address holds; UserError when it cannot be reached.

    urllib's errors are OSErrors; a connection cut while it is read is an HTTPException.
    """
    try:
        with urllib.request.urlopen(address, timeout=timeout_s) as reply:
            return reply.read()
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


def main(name: str, upstream_folder: str | None, output: str) -> None:
    """Write the published file `name` to `output`, taken from `upstream_folder` where one is given."""
    published = PUBLISHED[name]
    if upstream_folder:
        content, source = read_local(Path(upstream_folder), name), str(Path(upstream_folder) / name)
    else:
        content, source = download(published.address), published.address
    check_sha256(content, published.sha256, source)
    target = Path(output)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            name=snakemake.params.name,
            upstream_folder=snakemake.params.upstream_folder,
            output=snakemake.output[0],
        )
