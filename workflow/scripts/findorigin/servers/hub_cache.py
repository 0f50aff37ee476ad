"""Where Hugging Face's library keeps what it has downloaded: models--owner--name/refs and snapshots.

Read from the environment, as the library does: HF_HUB_CACHE, HF_HOME.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

COMMIT = re.compile(r"[0-9a-f]{40}")


def cache_folder() -> Path:
    """Return the folder of downloads."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if os.environ.get(name):
            return Path(os.environ[name]).expanduser()
    home = os.environ.get("HF_HOME")
    if not home:
        home = f"{os.environ.get('XDG_CACHE_HOME') or '~/.cache'}/huggingface"
    return Path(home).expanduser() / "hub"


def downloaded(hub: str, revision: str | None) -> Path | None:
    """Return the folder of a downloaded model at a commit, branch or tag (None: main), or None.

    The folder's name is the commit.
    """
    repository = cache_folder() / f"models--{hub.replace('/', '--')}"
    commit = revision or "main"
    if not COMMIT.fullmatch(commit):
        reference = repository / "refs" / commit
        if not reference.is_file():
            return None
        commit = reference.read_text(encoding="utf-8").strip()
    folder = repository / "snapshots" / commit
    return folder if folder.is_dir() else None
