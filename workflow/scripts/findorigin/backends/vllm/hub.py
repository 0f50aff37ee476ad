"""What the Hugging Face hub, or this machine's folder of downloads, has of a model.

huggingface_hub knows the folder, the addresses, the token and the variables that change them (HF_HOME,
HF_HUB_CACHE, HF_ENDPOINT, HF_HUB_OFFLINE, HF_TOKEN); here its errors become one line each. It comes with vLLM
and is imported when a model of the hub is asked for: nothing else needs it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from findorigin.common.errors import UserError

# Read by the library when it is imported, which else reports what it runs in.
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


@dataclass(frozen=True, slots=True)
class HubModel:
    """One commit of a model on the hub: its files' sizes in bytes, by name."""

    hub: str
    commit: str
    sizes: Mapping[str, int]


def downloaded(hub: str, revision: str | None) -> Path | None:
    """Return the folder of a downloaded model at a commit, branch or tag (None: main), or None.

    The folder's name is the commit.
    """
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(hub, "config.json", revision=revision)
    return Path(config).parent if isinstance(config, str) else None


@cache
def ask_hub(label: str, hub: str, revision: str | None) -> HubModel:
    """Return what the hub has of a model at a commit, branch or tag (None: main).

    It is asked once in a job, so that all that a job does with a model is about one commit. Raises UserError,
    in one line, where the hub can't be reached or doesn't give the model.
    """
    from huggingface_hub import HfApi

    with _one_line(label, hub, revision):
        found = HfApi().model_info(hub, revision=revision or "main", files_metadata=True)
    return HubModel(hub, found.sha or "", {file.rfilename: file.size or 0 for file in found.siblings or []})


def read_file(label: str, model: HubModel, name: str) -> str | None:
    """Return a small text file of the model, or None where it has none of that name. Raises UserError."""
    from huggingface_hub import hf_hub_download

    if name not in model.sizes:
        return None
    with _one_line(label, model.hub, model.commit):
        path = hf_hub_download(model.hub, name, revision=model.commit)
    return Path(path).read_text(encoding="utf-8")


@contextmanager
def _one_line(label: str, hub: str, revision: str | None) -> Iterator[None]:
    """Make one line of whatever the library raises."""
    import httpx2
    from huggingface_hub import constants, errors, get_token

    endpoint = constants.ENDPOINT
    try:
        yield
    except errors.GatedRepoError:
        page = f"{hub} is gated: accept its terms at {endpoint}/{hub}"
        if get_token() is None:
            line = f"{page} and set the environment variable HF_TOKEN to a token of that account"
        else:
            line = f"{page} with the account of the token that is set (HF_TOKEN), which may not read it yet"
    except errors.RevisionNotFoundError:
        line = f"{hub} has no revision {revision!r} on {endpoint}; see weights.revision"
    except errors.RepositoryNotFoundError as error:
        line = (
            f"{endpoint} knows no model {hub}, or it is private and HF_TOKEN may not read it "
            f"(HTTP {error.response.status_code}); see weights.hub"
        )
    except (httpx2.HTTPError, OSError, ValueError, LookupError) as error:
        line = (
            f"{hub} is not on this machine (looked in {constants.HF_HUB_CACHE}) and {endpoint} can't be "
            f"asked ({_reason(error)}); fetch it where there is a network (hf download {hub}), or name its "
            "folder in weights.path"
        )
    else:
        return
    raise UserError(f"{label}: {line}")


def _reason(error: Exception) -> str:
    """Return why the hub gave nothing, by an error and its causes."""
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    if isinstance(error, OfflineModeIsEnabled):
        return "HF_HUB_OFFLINE is set"
    if isinstance(error, HfHubHTTPError):
        return f"HTTP {error.response.status_code}"
    cause = error.__cause__
    return _reason(cause) if isinstance(cause, Exception) else type(error).__name__
