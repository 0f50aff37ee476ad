"""Why no answer came, in one vocabulary for all vendors: what is retried, what stops the model."""

from __future__ import annotations

import email.utils
import json
import math
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from findorigin.backends.base import mapping

# Asked again, up to the cap of attempts.
TRANSIENT = "transient"
RATE_LIMIT = "rate_limit"
# The end of this model's job at once: no further call can fare better.
KEY_REJECTED = "key_rejected"
FORBIDDEN = "forbidden"
UNKNOWN_MODEL = "unknown_model"
NOT_FOUND = "not_found"
EXHAUSTED = "exhausted"
SERVER_ENDED = "server_ended"
STOPS = (KEY_REJECTED, FORBIDDEN, UNKNOWN_MODEL, NOT_FOUND, EXHAUSTED, SERVER_ENDED)
# The end of this question.
BAD_REQUEST = "bad_request"
# Answers of a sort, and final; named as their status.
CONTEXT_OVERFLOW = "context_overflow"
REFUSED = "refused"

# Waiting longer than this for one call is no retry any more: a daily quota, say.
LONGEST_WAIT_S = 900.0

_BY_STATUS = {401: KEY_REJECTED, 402: EXHAUSTED, 403: FORBIDDEN}
# A missing page is not a missing model: whoever means the model says so.
_MODEL = re.compile(r"model", re.I)
_KEY = re.compile(r"API_KEY_INVALID|API key not valid|API key expired", re.I)
_QUOTA = re.compile(
    r"insufficient_quota|billing_hard_limit|billing_not_active|billing details|credit balance"
    r"|insufficient (credits|balance|funds)|exceeded your current quota|PerDay",
    re.I,
)
_RATE = re.compile(r"PerMinute|PerSecond", re.I)
_OVERFLOW = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|prompt is too long|context window"
    r"|input token count.*exceeds|exceeds the available context|exceed context limit"
    r"|longer than the maximum model length",
    re.I | re.S,
)
_REFUSAL = re.compile(
    r"content_filter|content_policy_violation|content management policy|ResponsibleAIPolicyViolation"
    r"|content filtering policy|prohibited_content",
    re.I,
)


def parse_json(body: bytes | str) -> Any:  # noqa: ANN401
    """Parse a body; raises ValueError where it is not JSON in UTF-8, or nested too deep. NaN becomes None."""
    try:
        return json.loads(body, parse_constant=lambda _: None)
    except RecursionError:
        raise ValueError("nested too deep") from None


class Failure(Exception):
    """No answer came. `kind` is one of this module's; `billed`: the call may have cost something."""

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        http_status: int | None = None,
        retry_after_s: float | None = None,
        billed: bool = False,
        raw: Any = None,  # noqa: ANN401
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = " ".join(message.split())
        self.http_status = http_status
        self.retry_after_s = retry_after_s
        self.billed = billed
        self.raw = raw


def timed_out(timeout_s: float) -> Failure:
    """Return the failure of a call without a complete reply after `timeout_s` seconds."""
    return Failure(TRANSIENT, f"no complete reply within {timeout_s:.0f} s", billed=True)


def cut_off(cause: BaseException) -> Failure:
    """Return the failure of a call whose connection could not be made or was cut."""
    return Failure(TRANSIENT, f"connection failed: {type(cause).__name__} {cause}".strip(), billed=True)


def unreadable(what: str, raw: Any = None) -> Failure:  # noqa: ANN401
    """Return the failure of a call whose reply (HTTP 200) makes no sense."""
    return Failure(TRANSIENT, f"the reply {what}", http_status=200, billed=True, raw=raw)


def of_response(response: Any) -> Failure:  # noqa: ANN401
    """Return the failure that an HTTP response (httpx2) with another status than 200 means."""
    try:
        body = parse_json(response.content)
    except ValueError:
        body = response.content.decode("utf-8", "replace")
    return classify(response.status_code, body, response.headers)


@contextmanager
def of_sdk(sdk: ModuleType, timeout_s: float) -> Iterator[None]:
    """Make a Failure of what a call of `openai` or `anthropic` raises: their errors are called alike."""
    try:
        yield
    except sdk.APIStatusError as error:
        raise of_response(error.response) from None
    except sdk.APITimeoutError:
        raise timed_out(timeout_s) from None
    except sdk.APIConnectionError as error:
        raise cut_off(error.__cause__ or error) from None
    except ValueError as error:
        raise unreadable(f"is not JSON ({type(error).__name__})") from None


def check_reply(reply: Mapping[str, Any]) -> None:
    """Raise the Failure that a reply with HTTP 200 holds, by the error's own code where it is a status."""
    error = reply.get("error")
    if error:
        code = mapping(error).get("code")
        raise classify(code if isinstance(code, int) and code >= 400 else 500, reply)


def classify(http_status: int, body: Any, headers: Mapping[str, str] | None = None) -> Failure:  # noqa: ANN401
    """Return the failure that an HTTP status other than 200, its body and its headers mean.

    `body` is parsed JSON or text, in any vendor's form. What can't get better stops the model wherever the
    vendor puts it: an empty account is a 400 with one and a 429 with another, a wrong key a 400 or a 401.
    """
    message, words = _read_error(body)
    wait = retry_after_s(headers or {}, body)
    told = f"HTTP {http_status}: {message}" if message else f"HTTP {http_status}"
    if wait is not None and wait > LONGEST_WAIT_S:
        told += f", to be asked again in {wait:.0f} s"
    kind = _kind(http_status, words, wait)
    return Failure(kind, told, http_status=http_status, retry_after_s=wait, raw=body)


def _kind(http_status: int, words: str, wait: float | None) -> str:
    if http_status in _BY_STATUS:
        return _BY_STATUS[http_status]
    if http_status in (404, 410):
        return UNKNOWN_MODEL if _MODEL.search(words) else NOT_FOUND
    if http_status in (400, 429) and _QUOTA.search(words):
        # One vendor says the same of its limit per minute as of the daily one, but for the quota's name.
        return RATE_LIMIT if _RATE.search(words) and "PerDay" not in words else EXHAUSTED
    if http_status == 400 and _KEY.search(words):
        return KEY_REJECTED
    if http_status in (400, 413, 422) and _OVERFLOW.search(words):
        return CONTEXT_OVERFLOW
    if http_status == 400 and _REFUSAL.search(words):
        return REFUSED
    if http_status not in (408, 409, 425, 429) and http_status < 500:
        return BAD_REQUEST
    if wait is not None and wait > LONGEST_WAIT_S:
        return EXHAUSTED
    return RATE_LIMIT if http_status in (429, 503, 529) else TRANSIENT


def _read_error(body: Any) -> tuple[str, str]:  # noqa: ANN401
    """Return (the vendor's message, all its words that may tell the kind)."""
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, Mapping):
        text = re.sub(r"<[^>]*>", " ", str(body or ""))
        return text, text
    error = body.get("error", body)
    if not isinstance(error, Mapping):
        return str(error), str(error)
    message = error.get("message") or error.get("detail") or error.get("status") or ""
    words = [error.get(name) for name in ("message", "detail", "type", "code", "status", "details")]
    return str(message), " ".join(str(word) for word in words if word is not None)


def retry_after_s(headers: Mapping[str, str], body: Any = None) -> float | None:  # noqa: ANN401
    """Return the seconds that the vendor asks to wait, by its headers or its error body, or None."""
    named = {name.lower(): value for name, value in headers.items()}
    value = named.get("retry-after")
    for text, unit_s in ((named.get("retry-after-ms"), 0.001), (value, 1.0)):
        if (number := _number(text)) is not None:
            return number * unit_s
    if value:
        try:
            return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
        except (ValueError, TypeError):
            return None
    delay = re.search(r"retryDelay'?\"?: ?['\"]([0-9.]+)s", str(body)) if body else None
    return _number(delay.group(1)) if delay else None


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value is not None else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
