"""OpenAI chat completions: the format of requests, replies and errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .records import Answer, Question, Usage

NAME = "openai"
FINISH = {"stop": "stop", "length": "length", "refused": "content_filter"}

# kind -> (HTTP status, the error object). {model} and {key} are filled in.
ERRORS: dict[str, tuple[int, dict[str, Any]]] = {
    "400": (
        400,
        {"message": "We could not parse the JSON body of your request.", "type": "invalid_request_error"},
    ),
    "400_unknown_parameter": (
        400,
        {
            "message": "Unrecognized request argument supplied: thinking_budget",
            "type": "invalid_request_error",
            "code": "unknown_parameter",
        },
    ),
    "400_context_length": (
        400,
        {
            "message": "This model's maximum context length is 8192 tokens. However, your messages resulted "
            "in 9000 tokens. Please reduce the length of the messages.",
            "type": "invalid_request_error",
            "param": "messages",
            "code": "context_length_exceeded",
        },
    ),
    "400_llama_cpp_context": (
        400,
        {
            "message": "request (9000 tokens) exceeds the available context size (8192 tokens), "
            "try increasing it",
            "type": "exceed_context_size_error",
            "code": 400,
            "n_prompt_tokens": 9000,
            "n_ctx": 8192,
        },
    ),
    "400_vllm_context": (
        400,
        {
            "message": "This model's maximum context length is 8192 tokens. However, you requested 9256 "
            "tokens (9000 in the messages, 256 in the completion). Please reduce the length of the messages.",
            "type": "BadRequestError",
            "code": 400,
        },
    ),
    "400_max_tokens": (
        400,
        {
            "message": "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            "type": "invalid_request_error",
            "param": "max_tokens",
            "code": "unsupported_parameter",
        },
    ),
    "400_temperature": (
        400,
        {
            "message": "Unsupported value: 'temperature' does not support 0 with this model. "
            "Only the default (1) value is supported.",
            "type": "invalid_request_error",
            "param": "temperature",
            "code": "unsupported_value",
        },
    ),
    "400_content_filter": (
        400,
        {
            "message": "The response was filtered: the prompt triggered the content management policy.",
            "type": "invalid_request_error",
            "param": "prompt",
            "code": "content_filter",
        },
    ),
    "bad_key": (
        401,
        {
            "message": "Incorrect API key provided: {key}. You can find your key in your account settings.",
            "type": "invalid_request_error",
            "code": "invalid_api_key",
        },
    ),
    "401": (401, {"message": "You didn't provide an API key.", "type": "invalid_request_error"}),
    "402": (402, {"message": "Insufficient credits. Add more and retry the request.", "code": 402}),
    "403": (
        403,
        {
            "message": "Country, region, or territory not supported",
            "type": "request_forbidden",
            "code": "unsupported_country_region_territory",
        },
    ),
    "404": (
        404,
        {
            "message": "The model `{model}` does not exist or you do not have access to it.",
            "type": "invalid_request_error",
            "code": "model_not_found",
        },
    ),
    "408": (408, {"message": "Request timeout.", "type": "timeout"}),
    "409": (409, {"message": "The resource was updated by another request.", "type": "conflict"}),
    "413": (413, {"message": "Request body too large.", "type": "invalid_request_error"}),
    "422": (422, {"message": "Unable to process the request.", "type": "invalid_request_error"}),
    "429": (
        429,
        {
            "message": "Rate limit reached for {model} on requests per min (RPM): Limit 3, Used 3. You can "
            "increase your rate limit by adding a payment method at https://platform.openai.com/account/billing.",
            "type": "requests",
            "code": "rate_limit_exceeded",
        },
    ),
    "insufficient_quota": (
        429,
        {
            "message": "You exceeded your current quota, please check your plan and billing details.",
            "type": "insufficient_quota",
            "code": "insufficient_quota",
        },
    ),
    "500": (
        500,
        {"message": "The server had an error while processing your request.", "type": "server_error"},
    ),
    "502": (502, {"message": "Bad gateway.", "type": "server_error"}),
    "503": (
        503,
        {"message": "The engine is currently overloaded, please try again later.", "type": "server_error"},
    ),
    "504": (504, {"message": "Gateway timeout.", "type": "server_error"}),
    "529": (529, {"message": "Site is overloaded.", "type": "server_error"}),
}


def key_of(headers: Mapping[str, str]) -> str:
    """Return the API key that came with a request, or an empty text."""
    return headers.get("authorization", "").removeprefix("Bearer ")


def read(path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return model, prompt, prefill and temperature of a request."""
    messages = body["messages"]
    prefill = messages[-1]["content"] if messages[-1]["role"] == "assistant" else ""
    prompts = [message["content"] for message in messages if message["role"] == "user"]
    return {
        "model": body["model"],
        "prompt": prompts[-1],
        "prefill": prefill,
        "temperature": body.get("temperature"),
    }


def reply(question: Question, answer: Answer) -> dict[str, Any]:
    """Return the completion that carries `answer`; extra entries of the message are under `message`."""
    message: dict[str, Any] = {"role": "assistant", "content": answer.text, "refusal": None}
    if answer.thinking is not None:
        message["reasoning_content"] = answer.thinking
    message |= answer.extra.get("message", {})
    body = {
        "id": answer.reply_id or f"chatcmpl-{question.number:08d}",
        "object": "chat.completion",
        "created": 1_796_000_000,
        "model": answer.served_model or question.model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": FINISH.get(answer.finish, answer.finish),
                "logprobs": None,
            }
        ],
        "system_fingerprint": "fp_local",
    }
    if answer.usage is not None:
        body["usage"] = _usage(answer.usage)
    return body | answer.extra.get("body", {})


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }


def no_choices(question: Question) -> dict[str, Any]:
    """Return a completion without a choice."""
    return reply(question, Answer("", usage=Usage(question.input_tokens, 0))) | {"choices": []}


def error(question: Question, kind: str) -> tuple[int, dict[str, Any]]:
    """Return HTTP status and body of an error."""
    status, fields = ERRORS[kind]
    message = fields["message"].format(model=question.model, key=question.key)
    return status, {"error": {"param": None, "code": None} | fields | {"message": message}}


def model_info(model: str, shutdown_date: str | None) -> dict[str, Any]:
    """Return what a GET of a model answers."""
    return {
        "id": model,
        "object": "model",
        "created": 1_700_000_000,
        "owned_by": "local",
        "shutdown_date": shutdown_date,
    }
