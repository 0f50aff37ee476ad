"""Anthropic messages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anthropic

from findorigin.backends import failures
from findorigin.backends.base import Reply, Request, http_options, judged, mapping, setting_up, text_or_none
from findorigin.config.models import AnthropicModel
from findorigin.planning.requests import PromptRequest
from findorigin.store.records import count

BASE_URL = "https://api.anthropic.com"
TRUNCATED = ("max_tokens", "model_context_window_exceeded")


class AnthropicMessages:
    """A client of one messages endpoint. The engine alone retries: one `ask` is one HTTP call."""

    settings = None

    def __init__(self, client: anthropic.AsyncAnthropic) -> None:
        self._client = client

    async def ask(self, request: Request) -> Reply:
        """Send one request and read its reply; raises Failure.

        All parameters but max_tokens go through `extra_body`: the SDK no longer has arguments for temperature
        and top_p, which older models still take.
        """
        others = {name: value for name, value in request.parameters.items() if name != "max_tokens"}
        with failures.of_sdk(anthropic, request.timeout_s):
            response = await self._client.messages.with_raw_response.create(
                model=request.model,
                max_tokens=request.parameters["max_tokens"],
                messages=messages(request),
                system=anthropic.omit if request.system is None else request.system,
                extra_body=others,
                timeout=request.timeout_s,
            )
            raw = failures.parse_json(response.http_response.content)
        return read_reply(raw, request.assistant_prefill)


def messages(request: Request) -> list[anthropic.types.MessageParam]:
    """Return the request's messages: the prompt and the begun answer (if any)."""
    sent: list[anthropic.types.MessageParam] = [{"role": "user", "content": request.prompt}]
    if request.assistant_prefill:
        sent.append({"role": "assistant", "content": request.assistant_prefill})
    return sent


def read_reply(raw: Any, prefill: str | None = None) -> Reply:  # noqa: ANN401
    """Read a message; raises Failure where it holds an error or is no message. Thinking is not text."""
    reply = mapping(raw)
    failures.check_reply(reply)
    blocks = reply.get("content")
    if not isinstance(blocks, list):
        raise failures.unreadable("has no content", raw)
    texts = [mapping(block).get("text") for block in blocks if mapping(block).get("type") == "text"]
    content = "".join(str(text or "") for text in texts)
    finish = text_or_none(reply.get("stop_reason"))
    usage = mapping(reply.get("usage"))
    return Reply(
        *judged(content, prefill, truncated=finish in TRUNCATED, refused=finish == "refusal"),
        finish_reason=finish,
        served_model=text_or_none(reply.get("model")),
        response_id=text_or_none(reply.get("id")),
        input_tokens=_input_tokens(usage),
        cached_tokens=count(usage.get("cache_read_input_tokens")),
        output_tokens=count(usage.get("output_tokens")),
        reasoning_tokens=count(mapping(usage.get("output_tokens_details")).get("thinking_tokens")),
        raw=raw,
    )


def _input_tokens(usage: Mapping[str, Any]) -> int | None:
    """Return all input tokens: the vendor counts those read from or written to its cache apart."""
    uncached = count(usage.get("input_tokens"))
    if uncached is None:
        return None
    cached = [count(usage.get(f"cache_{what}_input_tokens")) or 0 for what in ("read", "creation")]
    return uncached + sum(cached)


@asynccontextmanager
async def connect(model: AnthropicModel, longest: PromptRequest) -> AsyncIterator[AnthropicMessages]:
    """Yield a backend for a hosted model, or for any server at its base URL."""
    options = http_options(model)
    with setting_up(model) as key:
        made = anthropic.AsyncAnthropic(
            base_url=model.address or BASE_URL,
            api_key=key,
            max_retries=0,
            http_client=anthropic.DefaultAsyncHttpxClient(**options),
        )
    async with made as client:
        yield AnthropicMessages(client)
