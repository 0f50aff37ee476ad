"""Gemini generateContent: the format of requests, replies and errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .records import Answer, Question, Usage

NAME = "gemini"
FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "refused": "PROHIBITED_CONTENT"}

_RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo"
_QUOTA_FAILURE = "type.googleapis.com/google.rpc.QuotaFailure"
_ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"


def quota_failure(violation: dict[str, Any]) -> dict[str, Any]:
    """Return the detail of an error that says which quota is used up."""
    return {"@type": _QUOTA_FAILURE, "violations": [violation]}


# kind -> (HTTP status, error status, message, details). {model} and {key} are filled in.
ERRORS: dict[str, tuple[int, str, str, list[dict[str, Any]]]] = {
    "400": (400, "INVALID_ARGUMENT", "Request contains an invalid argument.", []),
    "400_unknown_parameter": (
        400,
        "INVALID_ARGUMENT",
        'Invalid JSON payload received. Unknown name "thinking_budget": Cannot find field.',
        [],
    ),
    "400_context_length": (
        400,
        "INVALID_ARGUMENT",
        "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
        [],
    ),
    "400_temperature": (400, "INVALID_ARGUMENT", "temperature is not supported for this model.", []),
    "bad_key": (
        400,
        "INVALID_ARGUMENT",
        "API key not valid: {key}. Please pass a valid API key.",
        [{"@type": _ERROR_INFO, "reason": "API_KEY_INVALID", "domain": "googleapis.com"}],
    ),
    "401": (401, "UNAUTHENTICATED", "Request had invalid authentication credentials.", []),
    "403": (403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.", []),
    "404": (404, "NOT_FOUND", "models/{model} is not found for API version v1beta.", []),
    "408": (408, "DEADLINE_EXCEEDED", "Request timeout.", []),
    "409": (409, "ABORTED", "The operation was aborted.", []),
    "413": (413, "INVALID_ARGUMENT", "Request payload size exceeds the limit: 20971520 bytes.", []),
    "429": (429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", []),
    "insufficient_quota": (
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        [quota_failure({"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"})],
    ),
    "500": (500, "INTERNAL", "An internal error has occurred.", []),
    "502": (502, "UNAVAILABLE", "Bad gateway.", []),
    "503": (503, "UNAVAILABLE", "The model is overloaded. Please try again later.", []),
    "504": (504, "DEADLINE_EXCEEDED", "The request timed out.", []),
    "529": (529, "UNAVAILABLE", "Overloaded.", []),
}


def key_of(headers: Mapping[str, str]) -> str:
    """Return the API key that came with a request, or an empty text."""
    return headers.get("x-goog-api-key", "")


def _text(content: Mapping[str, Any]) -> str:
    return "".join(part.get("text", "") for part in content["parts"])


def read(path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return model, prompt, prefill and temperature of a request; the model stands in the path."""
    contents = body["contents"]
    prefill = _text(contents[-1]) if contents[-1].get("role") == "model" else ""
    prompts = [_text(content) for content in contents if content.get("role") != "model"]
    return {
        "model": path.rsplit("/", 1)[-1].partition(":")[0],
        "prompt": prompts[-1],
        "prefill": prefill,
        "temperature": body.get("generationConfig", {}).get("temperature"),
    }


def reply(question: Question, answer: Answer) -> dict[str, Any]:
    """Return the response that carries `answer`; without text and thinking its content has no parts."""
    parts = []
    if answer.thinking is not None:
        parts.append({"text": answer.thinking, "thought": True})
    if answer.text is not None:
        parts.append({"text": answer.text})
    content = {"role": "model"} | ({"parts": parts} if parts else {})
    body = {
        "candidates": [
            {"content": content, "finishReason": FINISH.get(answer.finish, answer.finish), "index": 0}
        ],
        "modelVersion": answer.served_model or question.model,
        "responseId": answer.reply_id or f"response-{question.number:08d}",
    }
    if answer.usage is not None:
        body["usageMetadata"] = _usage(answer.usage)
    return body | answer.extra.get("body", {})


def _usage(usage: Usage) -> dict[str, Any]:
    """Here `candidatesTokenCount` leaves out the thoughts; counts of zero are not sent."""
    counts = {
        "promptTokenCount": usage.input,
        "cachedContentTokenCount": usage.cached,
        "candidatesTokenCount": usage.output - usage.reasoning,
        "thoughtsTokenCount": usage.reasoning,
        "totalTokenCount": usage.input + usage.output,
    }
    return {name: count for name, count in counts.items() if count}


def no_choices(question: Question) -> dict[str, Any]:
    """Return a response without candidates."""
    body = reply(question, Answer(None, usage=Usage(question.input_tokens, 0)))
    del body["candidates"]
    return body


def blocked_prompt(question: Question, reason: str) -> dict[str, Any]:
    """Return the response to a prompt that was blocked before the model saw it."""
    return no_choices(question) | {"promptFeedback": {"blockReason": reason}}


def error(question: Question, kind: str) -> tuple[int, dict[str, Any]]:
    """Return HTTP status and body of an error."""
    status, error_status, message, details = ERRORS[kind]
    text = message.format(model=question.model, key=question.key)
    body = {"code": status, "message": text, "status": error_status, "details": list(details)}
    return status, {"error": body}


def retry_info(seconds: str) -> dict[str, Any]:
    """Return the detail of an error that says how long to wait."""
    return {"@type": _RETRY_INFO, "retryDelay": f"{seconds}s"}


def model_info(model: str, shutdown_date: str | None) -> dict[str, Any]:
    """Return what a GET of a model answers."""
    return {
        "name": f"models/{model}",
        "version": "001",
        "displayName": model,
        "inputTokenLimit": 1_048_576,
        "outputTokenLimit": 65_536,
        "supportedGenerationMethods": ["generateContent"],
    }
