"""Gemini generateContent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pydantic
from google import genai
from google.genai import errors, types

from findorigin.backends import failures
from findorigin.backends.base import Reply, Request, http_options, judged, mapping, setting_up, text_or_none
from findorigin.common.errors import UserError
from findorigin.config.models import GeminiModel
from findorigin.config.parameters import output_limit
from findorigin.planning.requests import PromptRequest
from findorigin.store.records import count

BASE_URL = "https://generativelanguage.googleapis.com"
API_VERSION = "v1beta"
_REFUSED = ("SAFETY", "RECITATION", "PROHIBITED_CONTENT")
REFUSALS = {*_REFUSED, *(f"IMAGE_{why}" for why in _REFUSED), "BLOCKLIST", "SPII", "MODEL_ARMOR", "JAILBREAK"}
FAILED_FINISHES = ("MALFORMED_RESPONSE", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL")


class Gemini:
    """A client of the Gemini API. The engine alone retries: one `ask` is one HTTP call."""

    settings = None

    def __init__(self, client: genai.Client) -> None:
        self._models = client.aio.models

    async def ask(self, request: Request) -> Reply:
        """Send one request and read its reply; raises Failure."""
        try:
            response = await self._models.generate_content(
                model=request.model,
                contents=contents(request),
                config=config(request.parameters, request.system),
            )
            http = response.sdk_http_response
            raw = failures.parse_json((http and http.body) or "")
        except errors.APIError as error:
            raise _failure(error) from None
        except httpx2.TimeoutException:
            raise failures.timed_out(request.timeout_s) from None
        except httpx2.HTTPError as error:
            raise failures.cut_off(error) from None
        except ValueError as error:
            raise failures.unreadable(f"is not JSON ({type(error).__name__})") from None
        return read_reply(raw, request.assistant_prefill, output_limit(request.parameters))


def _failure(error: errors.APIError) -> failures.Failure:
    if error.response is not None and hasattr(error.response, "content"):
        return failures.of_response(error.response)
    return failures.classify(error.code or 500, error.details)


def contents(request: Request) -> str | list[types.ContentUnionDict]:
    """Return the request's contents: the prompt and the begun answer (if any).

    A prompt alone is given as text, of which the SDK makes the same content: to check a list of its own
    objects costs it more than all else that it does before sending.
    """
    if not request.assistant_prefill:
        return request.prompt
    said = {"user": request.prompt, "model": request.assistant_prefill}
    return [{"role": role, "parts": [{"text": text}]} for role, text in said.items()]


def config(parameters: Mapping[str, Any], system: str | None) -> types.GenerateContentConfig:
    """Return a request's configuration: its parameters and whatever keeps the SDK from calling twice.

    `max_tokens`, the registry's common name for the limit, is the vendor's max_output_tokens. Raises
    ValueError (pydantic) for a parameter that the SDK does not know.
    """
    sent = dict(parameters)
    if "max_tokens" in sent:
        sent["max_output_tokens"] = sent.pop("max_tokens")
    return types.GenerateContentConfig(
        **sent,
        system_instruction=system,
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        automatic_continuation=False,
        should_return_http_response=True,
    )


def read_reply(raw: Any, prefill: str | None = None, limit: int | None = None) -> Reply:  # noqa: ANN401
    """Read a generateContent reply; raises Failure where it holds an error or nothing that explains itself.

    A prompt that is blocked has a blockReason and no candidate. A reply without candidates that used up
    `limit` output tokens was truncated while thinking.
    """
    reply = mapping(raw)
    failures.check_reply(reply)
    usage = mapping(reply.get("usageMetadata"))
    output = _output_tokens(usage)
    candidates = reply.get("candidates") or [{}]
    candidate = mapping(candidates[0])
    finish = text_or_none(candidate.get("finishReason"))
    blocked = text_or_none(mapping(reply.get("promptFeedback")).get("blockReason"))
    if finish is None and blocked is None:
        if limit is None or output is None or output < limit:
            raise failures.unreadable("has neither a finish reason nor a block reason", raw)
        finish = "MAX_TOKENS"
    if finish in FAILED_FINISHES:
        raise failures.unreadable(f"ended with {finish}", raw)
    parts = [mapping(part) for part in mapping(candidate.get("content")).get("parts") or []]
    content = "".join(str(part.get("text") or "") for part in parts if not part.get("thought"))
    refused = blocked is not None or finish in REFUSALS
    return Reply(
        *judged(content, prefill, truncated=finish == "MAX_TOKENS", refused=refused),
        finish_reason=blocked or finish,
        served_model=text_or_none((text_or_none(reply.get("modelVersion")) or "").removeprefix("models/")),
        response_id=text_or_none(reply.get("responseId")),
        input_tokens=count(usage.get("promptTokenCount")),
        cached_tokens=count(usage.get("cachedContentTokenCount")),
        output_tokens=output,
        reasoning_tokens=count(usage.get("thoughtsTokenCount")),
        raw=raw,
    )


def _output_tokens(usage: Mapping[str, Any]) -> int | None:
    """Return all output tokens: the vendor counts thoughts apart. A blocked prompt has none."""
    visible, thoughts = count(usage.get("candidatesTokenCount")), count(usage.get("thoughtsTokenCount"))
    if visible is None and thoughts is None:
        return 0 if count(usage.get("promptTokenCount")) is not None else None
    return (visible or 0) + (thoughts or 0)


@asynccontextmanager
async def connect(model: GeminiModel, longest: PromptRequest) -> AsyncIterator[Gemini]:
    """Yield a backend for a hosted model, or for any server at its base URL.

    Raises UserError for a parameter that the vendor's SDK does not know.
    """
    try:
        config(model.sent_parameters, model.system)
    except pydantic.ValidationError as error:
        names = ", ".join(sorted({str(problem["loc"][0]) for problem in error.errors()}))
        raise UserError(
            f"{model.label}: parameters.{names} is not what the backend gemini takes "
            "(the fields of google-genai's GenerateContentConfig)"
        ) from None
    options = http_options(model)
    with setting_up(model) as key:
        client = genai.Client(
            vertexai=False,
            api_key=key,
            http_options=types.HttpOptions(
                base_url=model.address or BASE_URL,
                api_version=API_VERSION,
                retry_options=types.HttpRetryOptions(attempts=1),
                async_client_args={**options, "timeout": None},
            ),
        )
    try:
        yield Gemini(client)
    finally:
        await client.aio.aclose()
