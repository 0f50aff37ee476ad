"""OpenAI chat completions, and every server that speaks them (vLLM, llama.cpp, Ollama, OpenRouter, …)."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from typing import Any

import httpx2
import openai

from findorigin.backends import failures
from findorigin.backends.base import Reply, Request, http_options, judged, mapping, setting_up, text_or_none
from findorigin.common.errors import UnavailableError, UserError
from findorigin.config.models import AnyModel, OpenAIModel
from findorigin.planning.requests import PromptRequest
from findorigin.store.records import count

BASE_URL = "https://api.openai.com/v1"
FAILED_FINISHES = ("error",)
CHECK_S = 30.0

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class OpenAIChat:
    """A client of one chat-completions endpoint. The engine alone retries: one `ask` is one HTTP call.

    `prefill_returned` says whether the server returns an assistant's prefill with its continuation (None:
    look), `prefill_parameters` what it wants to hear to continue one.
    """

    settings: Mapping[str, Any] | None = None

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        *,
        prefill_returned: bool | None = None,
        prefill_parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self._client = client
        self._prefill_returned = prefill_returned
        self._prefill_parameters = dict(prefill_parameters or {})

    async def ask(self, request: Request) -> Reply:
        """Send one request and read its reply; raises Failure.

        `post` and not `chat.completions.create`, which takes a fifth of the time of a call to look for files
        to encode in the body, and builds a reply that nobody reads.
        """
        body = {"model": request.model, "messages": messages(request), **request.parameters}
        if request.assistant_prefill:
            body |= self._prefill_parameters
        options: openai.RequestOptions = {"timeout": request.timeout_s}
        with failures.of_sdk(openai, request.timeout_s):
            response = await self._client.post(
                "/chat/completions", body=body, options=options, cast_to=httpx2.Response
            )
            raw = failures.parse_json(response.content)
        return read_reply(raw, request.assistant_prefill, self._prefill_returned)


def messages(request: Request) -> list[dict[str, str]]:
    """Return the request's messages: system (if any), the prompt, the begun answer (if any)."""
    system = [{"role": "system", "content": request.system}] if request.system is not None else []
    begun = [{"role": "assistant", "content": request.assistant_prefill}] if request.assistant_prefill else []
    return [*system, {"role": "user", "content": request.prompt}, *begun]


def read_reply(raw: Any, prefill: str | None = None, prefill_returned: bool | None = None) -> Reply:  # noqa: ANN401
    """Read a chat completion; raises Failure where it holds an error or no choice.

    A reply with reasoning but no content has no visible text: truncated, or empty.
    """
    reply = mapping(raw)
    failures.check_reply(reply)
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices:
        raise failures.unreadable("has no choices", raw)
    choice = mapping(choices[0])
    message = mapping(choice.get("message"))
    finish = text_or_none(choice.get("finish_reason"))
    if finish in FAILED_FINISHES or choice.get("error"):
        raise failures.unreadable(f"ended in an error: {mapping(choice.get('error')).get('message')}", raw)
    usage = mapping(reply.get("usage"))
    return Reply(
        *judged(
            _content(message),
            prefill,
            prefill_returned,
            truncated=finish == "length",
            refused=finish == "content_filter" or bool(message.get("refusal")),
        ),
        finish_reason=finish,
        served_model=text_or_none(reply.get("model")),
        response_id=text_or_none(reply.get("id")),
        input_tokens=count(usage.get("prompt_tokens")),
        cached_tokens=count(mapping(usage.get("prompt_tokens_details")).get("cached_tokens")),
        output_tokens=count(usage.get("completion_tokens")),
        reasoning_tokens=count(mapping(usage.get("completion_tokens_details")).get("reasoning_tokens")),
        raw=raw,
    )


def _content(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "".join(str(mapping(part).get("text") or "") for part in content)
    return content if isinstance(content, str) else ""


def client(model: AnyModel, base_url: str, key: str) -> openai.AsyncOpenAI:
    """Return a client that never retries.

    OPENAI_ORG_ID and OPENAI_PROJECT_ID, which the SDK reads from the environment, are for the vendor alone.
    """
    made = openai.AsyncOpenAI(
        base_url=base_url,
        api_key=key,
        max_retries=0,
        http_client=openai.DefaultAsyncHttpxClient(**http_options(model)),
    )
    if base_url != BASE_URL:
        made.organization = made.project = None
    return made


@asynccontextmanager
async def connect(model: OpenAIModel, longest: PromptRequest) -> AsyncIterator[OpenAIChat]:
    """Yield a backend for a hosted model, or for any server at its base URL."""
    with setting_up(model) as key:
        made = client(model, model.address or BASE_URL, key)
    async with made as open_client:
        if model.address is None:
            await check_known(open_client, model, datetime.now(UTC).date())
        yield OpenAIChat(open_client)


async def check_known(open_client: openai.AsyncOpenAI, model: OpenAIModel, today: date) -> None:
    """See, by a call that costs nothing, that the vendor takes the key and has not shut the model down.

    Raises UserError for a rejected key and UnavailableError after the day that the vendor gives. Whatever
    else comes back says nothing: the first question will tell.
    """
    try:
        known = await open_client.models.retrieve(model.id, timeout=CHECK_S)
    except openai.AuthenticationError:
        variable = model.api_key_variable
        raise UserError(f"{model.label}: the vendor does not accept the key in {variable}") from None
    except openai.OpenAIError:
        return
    day = str(getattr(known, "shutdown_date", None) or "")[: len("YYYY-MM-DD")]
    if _DAY.fullmatch(day) and day <= today.isoformat():
        raise UnavailableError(f"the vendor shut down the model {model.id} on {day}")
    if _DAY.fullmatch(day):
        print(f"{model.label}: the vendor will shut down the model {model.id} on {day}", file=sys.stderr)
