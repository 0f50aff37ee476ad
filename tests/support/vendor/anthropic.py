"""Anthropic messages: the format of requests, replies and errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .records import Answer, Question, Usage

NAME = "anthropic"
FINISH = {"stop": "end_turn", "length": "max_tokens", "refused": "refusal"}

# kind -> (HTTP status, error type, message). {model} and {key} are filled in.
ERRORS: dict[str, tuple[int, str, str]] = {
    "400": (400, "invalid_request_error", "messages: at least one message is required"),
    "400_unknown_parameter": (
        400,
        "invalid_request_error",
        "thinking_budget: Extra inputs are not permitted",
    ),
    "400_context_length": (
        400,
        "invalid_request_error",
        "prompt is too long: 208310 tokens > 200000 maximum",
    ),
    "400_context_and_max_tokens": (
        400,
        "invalid_request_error",
        "input length and `max_tokens` exceed context limit: 199900 + 256 > 200000, "
        "decrease input length or `max_tokens` and try again",
    ),
    "400_llama_cpp_context": (
        400,
        "exceed_context_size_error",
        "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it",
    ),
    "400_temperature": (400, "invalid_request_error", "`temperature` is not supported for this model."),
    "insufficient_quota": (
        400,
        "invalid_request_error",
        "Your credit balance is too low to access the Anthropic API. "
        "Please go to Plans & Billing to upgrade or purchase credits.",
    ),
    "bad_key": (401, "authentication_error", "invalid x-api-key: {key}"),
    "401": (401, "authentication_error", "x-api-key header is required"),
    "402": (402, "billing_error", "There is an issue with your billing or payment information."),
    "403": (403, "permission_error", "Your API key does not have permission to use the specified resource."),
    "404": (404, "not_found_error", "model: {model}"),
    "408": (408, "timeout_error", "Request timeout."),
    "409": (409, "conflict_error", "The resource was updated by another request."),
    "413": (413, "request_too_large", "Request exceeds the maximum size"),
    "422": (422, "invalid_request_error", "Unprocessable entity"),
    "429": (429, "rate_limit_error", "This request would exceed your organization's rate limit."),
    "500": (500, "api_error", "Internal server error"),
    "502": (502, "api_error", "Bad gateway"),
    "503": (503, "api_error", "Service unavailable"),
    "504": (504, "timeout_error", "Gateway timeout"),
    "529": (529, "overloaded_error", "Overloaded"),
}


def key_of(headers: Mapping[str, str]) -> str:
    """Return the API key that came with a request, or an empty text: its SDK sends a bearer token now."""
    return headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)


def read(path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return model, prompt, prefill and temperature of a request."""
    messages = body["messages"]
    prefill = _text(messages[-1]["content"]) if messages[-1]["role"] == "assistant" else ""
    prompts = [_text(message["content"]) for message in messages if message["role"] == "user"]
    return {
        "model": body["model"],
        "prompt": prompts[-1],
        "prefill": prefill,
        "temperature": body.get("temperature"),
    }


def reply(question: Question, answer: Answer) -> dict[str, Any]:
    """Return the message that carries `answer`."""
    content = []
    if answer.thinking is not None:
        content.append({"type": "thinking", "thinking": answer.thinking, "signature": "c2lnbmF0dXJl"})
    if answer.text is not None:
        content.append({"type": "text", "text": answer.text})
    body = {
        "id": answer.reply_id or f"msg_{question.number:08d}",
        "type": "message",
        "role": "assistant",
        "model": answer.served_model or question.model,
        "content": content,
        "stop_reason": FINISH.get(answer.finish, answer.finish),
        "stop_sequence": None,
    }
    if answer.finish == "refused":
        body["stop_details"] = {"type": "refusal", "category": "cyber", "explanation": None}
    if answer.usage is not None:
        body["usage"] = _usage(answer.usage)
    return body | answer.extra.get("body", {})


def _usage(usage: Usage) -> dict[str, Any]:
    """Here `input_tokens` leaves out what was read from the cache."""
    return {
        "input_tokens": usage.input - usage.cached,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": usage.cached,
        "output_tokens": usage.output,
        "output_tokens_details": {"thinking_tokens": usage.reasoning},
        "service_tier": "standard",
    }


def no_choices(question: Question) -> dict[str, Any]:
    """Return a message without a content block."""
    return reply(question, Answer(None, usage=Usage(question.input_tokens, 1)))


def error(question: Question, kind: str) -> tuple[int, dict[str, Any]]:
    """Return HTTP status and body of an error."""
    status, error_type, message = ERRORS[kind]
    text = message.format(model=question.model, key=question.key)
    request_id = f"req_{question.number:08d}"
    return status, {"type": "error", "error": {"type": error_type, "message": text}, "request_id": request_id}


def model_info(model: str, shutdown_date: str | None) -> dict[str, Any]:
    """Return what a GET of a model answers."""
    return {
        "type": "model",
        "id": model,
        "display_name": model,
        "created_at": "2026-01-01T00:00:00Z",
        "lifecycle": "deprecated" if shutdown_date else "active",
        "retires_at": f"{shutdown_date}T00:00:00Z" if shutdown_date else None,
    }
