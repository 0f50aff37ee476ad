"""What every backend speaks: a request, a reply, and what a reply's status is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from findorigin.common.cells import Status
from findorigin.common.errors import UserError

if TYPE_CHECKING:
    from findorigin.config.models import AnyModel
    from findorigin.planning.requests import PromptRequest

AMBIENT_HEADERS = ("OPENAI_CUSTOM_HEADERS", "ANTHROPIC_CUSTOM_HEADERS")


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it is sent; `parameters` go out as they are, nothing is added or left out.

    `model` is the name that the backend is asked for, `timeout_s` the seconds until the reply must be whole.
    """

    model: str
    task: str
    prompt: str
    prompt_sha256: str
    repeat: int
    system: str | None
    assistant_prefill: str | None
    parameters: Mapping[str, Any]
    timeout_s: float


def request_of(asked: PromptRequest) -> Request:
    """Return a planned request as it is sent the first time, with the model's own timeout."""
    model = asked.model
    return Request(
        model=model.id,
        task=asked.cell.prompt.task,
        prompt=asked.prompt,
        prompt_sha256=asked.location.prompt_sha256,
        repeat=asked.cell.repeat,
        system=model.system,
        assistant_prefill=model.assistant_prefill,
        parameters=model.sent_parameters,
        timeout_s=model.timeout_s,
    )


@dataclass(slots=True)
class Reply:
    """What came back, in one form for all vendors; unknown numbers are None.

    `text` is the prefill and the continuation; `visible` says whether the model itself wrote anything.
    `input_tokens` include the cached ones and `output_tokens` the reasoning ones. `raw` is the parsed body.
    """

    status: Status
    text: str
    visible: bool
    finish_reason: str | None
    served_model: str | None
    response_id: str | None = None
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None
    raw: Any = None


class Backend(Protocol):
    """Something that answers requests."""

    @property
    def settings(self) -> Mapping[str, Any] | None:
        """What is written down with every answer of a server that the job has set up; None for all others."""
        ...

    async def ask(self, request: Request) -> Reply:
        """Send one request, exactly once, and read its reply; raises `failures.Failure` when none came."""
        ...


def with_prefill(content: str, prefill: str | None, returned: bool | None = None) -> tuple[str, str]:
    """Return (prefill + continuation, continuation), however the server gives them.

    Some servers return the prefill with the continuation (`returned` True), some the continuation alone
    (False); None looks whether the content begins with the prefill.
    """
    if not prefill:
        return content, content
    continuation = content if returned is False else content.removeprefix(prefill)
    return prefill + continuation, continuation


def judged(
    content: str, prefill: str | None, returned: bool | None = None, *, truncated: bool, refused: bool
) -> tuple[Status, str, bool]:
    """Return the status, the text and the visibility of a reply (see Reply and `with_prefill`)."""
    text, continuation = with_prefill(content, prefill, returned)
    visible = bool(continuation.strip())
    return "refused" if refused else "truncated" if truncated else "ok" if visible else "empty", text, visible


def text_or_none(value: object) -> str | None:
    """Return a name or id as the vendor reports it; None where it is empty or no text."""
    return value if isinstance(value, str) and value else None


def mapping(value: object) -> Mapping[str, Any]:
    """Return `value` where it is a mapping, else an empty one: vendors leave objects out or send null."""
    return value if isinstance(value, Mapping) else {}


def http_options(model: AnyModel) -> dict[str, Any]:
    """Return options of an SDK's HTTP client: no redirect (a call more), no proxy on the way to loopback."""
    import httpx2

    limits = httpx2.Limits(max_connections=model.max_in_flight, max_keepalive_connections=model.max_in_flight)
    return {"follow_redirects": False, "trust_env": not model.is_loopback, "limits": limits}


@contextmanager
def setting_up(model: AnyModel) -> Iterator[str]:
    """Set up an SDK's client: with the key alone ("none": there is none), one line for what goes wrong.

    The SDKs take headers, keys among them, from AMBIENT_HEADERS: what is sent is what the configuration says.
    Raises UserError, naming no value (a proxy's address may hold a password).
    """
    key = api_key(model) or "none"
    hidden = {name: os.environ.pop(name) for name in AMBIENT_HEADERS if name in os.environ}
    try:
        yield key
    except Exception as error:
        raise UserError(
            f"{model.label}: the client can't be set up ({type(error).__name__}); look at the variables for "
            "proxies and certificates (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, SSL_CERT_FILE)"
        ) from None
    finally:
        os.environ.update(hidden)


def api_key(model: AnyModel) -> str | None:
    """Return the key that the model's vendor wants, from the environment; None where no key is sent.

    Raises UserError, naming the variable and never its value, where the key is missing or can't be one.
    """
    name = model.api_key_variable
    if name is None:
        return None
    key = os.environ.get(name, "").strip()
    if not key:
        raise UserError(f"{model.label}: set the environment variable {name} to the key of its vendor")
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise UserError(f"{model.label}: the environment variable {name} holds characters that no key has")
    return key
