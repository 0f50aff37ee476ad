"""Hugging Face without its library: where its files lie on this machine, and what the hub says of a model.

The folder of downloads is laid out as the library does it (models--owner--name/refs, snapshots). Read from
the environment, as the library does: HF_HUB_CACHE, HF_HOME, HF_ENDPOINT, HF_HUB_OFFLINE, HF_TOKEN.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx2

from findorigin.common.errors import UserError

COMMIT = re.compile(r"[0-9a-f]{40}")
TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class HubModel:
    """One commit of a model on the hub: its files' sizes in bytes, by name."""

    hub: str
    commit: str
    sizes: Mapping[str, int]


def cache_folder() -> Path:
    """Return the folder of downloads."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if os.environ.get(name):
            return Path(os.environ[name]).expanduser()
    home = os.environ.get("HF_HOME")
    if not home:
        home = f"{os.environ.get('XDG_CACHE_HOME') or '~/.cache'}/huggingface"
    return Path(home).expanduser() / "hub"


def endpoint() -> str:
    """Return the hub's address."""
    return (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")


def is_offline() -> bool:
    """Return whether the environment forbids to ask the hub."""
    return os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "ON", "YES", "TRUE")


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


def ask_hub(label: str, hub: str, revision: str | None) -> HubModel:
    """Return what the hub has of a model at a commit, branch or tag (None: main).

    Raises UserError, in one line, where the hub can't be reached or doesn't give the model.
    """
    url = f"{endpoint()}/api/models/{hub}/revision/{revision or 'main'}?blobs=true"
    reply = _get(label, hub, url)
    if reply.status_code == 404 and reply.headers.get("x-error-code") == "RevisionNotFound":
        raise UserError(f"{label}: {hub} has no revision {revision!r} on {endpoint()}; see weights.revision")
    if reply.status_code in (401, 403, 404):
        raise UserError(_refusal(label, hub, reply))
    if reply.status_code != 200:
        raise UserError(_unreachable(label, hub, f"HTTP {reply.status_code}"))
    answer = reply.json()
    files = answer.get("siblings") or []
    return HubModel(hub, answer["sha"], {file["rfilename"]: file.get("size") or 0 for file in files})


def read_file(label: str, model: HubModel, name: str) -> str | None:
    """Return a small text file of the model, or None where it has none of that name. Raises UserError."""
    if name not in model.sizes:
        return None
    reply = _get(label, model.hub, f"{endpoint()}/{model.hub}/resolve/{model.commit}/{name}")
    if reply.status_code in (401, 403, 404):
        raise UserError(_refusal(label, model.hub, reply))
    if reply.status_code != 200:
        raise UserError(_unreachable(label, model.hub, f"HTTP {reply.status_code}"))
    return reply.text


def _token() -> str | None:
    value = os.environ.get("HF_TOKEN") or os.environ.get("HUGGING_FACE_HUB_TOKEN")
    path = Path(os.environ.get("HF_TOKEN_PATH") or cache_folder().parent / "token")
    if not value and path.is_file():
        value = path.read_text(encoding="utf-8")
    return (value or "").strip() or None


def _get(label: str, hub: str, url: str) -> httpx2.Response:
    if is_offline():
        raise UserError(_unreachable(label, hub, "HF_HUB_OFFLINE is set"))
    token = _token()
    headers = {"authorization": f"Bearer {token}"} if token else {}
    try:
        return httpx2.get(url, headers=headers, follow_redirects=True, timeout=TIMEOUT_S)
    except httpx2.TransportError as error:
        raise UserError(_unreachable(label, hub, type(error).__name__)) from None


def _unreachable(label: str, hub: str, why: str) -> str:
    return (
        f"{label}: {hub} is not on this machine (looked in {cache_folder()}) and {endpoint()} can't be asked "
        f"({why}); fetch it where there is a network (hf download {hub}), or name its folder in weights.path"
    )


def _refusal(label: str, hub: str, reply: httpx2.Response) -> str:
    if reply.headers.get("x-error-code") == "GatedRepo":
        if _token() is None:
            return (
                f"{label}: {hub} is gated: accept its terms at {endpoint()}/{hub} and set the environment "
                "variable HF_TOKEN to a token of that account"
            )
        return (
            f"{label}: {hub} is gated and the token in HF_TOKEN may not read it: accept its terms at "
            f"{endpoint()}/{hub} with the token's account"
        )
    return (
        f"{label}: {endpoint()} knows no model {hub}, or it is private and HF_TOKEN may not read it "
        f"(HTTP {reply.status_code}); see weights.hub"
    )
