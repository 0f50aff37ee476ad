"""Checks of model entries that a schema can't make: what fits which backend, and what must never be sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from findorigin.backends.base import OUTPUT_LIMITS
from findorigin.common.errors import UserError
from findorigin.config.schema_checks import shown

HOSTED = ("openai", "anthropic", "gemini")
CONTROL_IDS = ("oracle", "guess", "refuser", "simulated")

# Parameters that the workflow sets itself, or that would change what is asked; the value says why.
RESERVED_PARAMETERS = {
    "model": "it is the entry's id",
    "messages": "the messages are the benchmark's",
    "contents": "the messages are the benchmark's",
    "prompt": "the messages are the benchmark's",
    "system": "it is the entry's system",
    "system_instruction": "it is the entry's system",
    "stream": "replies are read whole",
    "n": "repeats of a sweep ask for more samples",
    "candidate_count": "repeats of a sweep ask for more samples",
    "stop": "a stop sequence could cut an answer",
    "stop_sequences": "a stop sequence could cut an answer",
    "api_key": "a key comes from the variable named by api_key_env",
    "extra_headers": "a key comes from the variable named by api_key_env",
    "extra_query": "the address is base_url",
    "http_options": "the address is base_url, and one question is one call",
    "timeout": "it is the entry's timeout_s",
}

# Keys of an entry that one backend reads and the others would silently ignore.
KEYS_OF_BACKEND = {
    "quantization": "vllm",
    "kv_cache_dtype": "vllm",
    "tensor_parallel_size": "vllm",
    "pipeline_parallel_size": "vllm",
    "max_model_len": "vllm",
    "gpu_memory_utilization": "vllm",
    "seed": "vllm",
    "chat_template": "vllm",
    "server_arguments": "vllm",
    "start_timeout_s": "vllm",
    "gpu_model": "vllm",
    "mem_mb": "vllm",
    "runtime_min": "vllm",
    "threads": "llama_cpp",
    "context": "llama_cpp",
}

# Arguments of vLLM's server that the workflow sets itself; the value says by what.
RESERVED_ARGUMENTS = {
    "model": "weights",
    "tokenizer": "weights",
    "revision": "weights.revision",
    "tokenizer-revision": "weights.revision",
    "served-model-name": "id",
    "host": "the job, which takes 127.0.0.1",
    "port": "the job, which takes a free one",
    "uds": "the job, which takes a port",
    "api-key": "the job, which makes one up",
    **{
        name.replace("_", "-"): name
        for name in (
            "tensor_parallel_size",
            "pipeline_parallel_size",
            "max_model_len",
            "quantization",
            "kv_cache_dtype",
            "gpu_memory_utilization",
            "seed",
            "chat_template",
        )
    },
}

WEIGHTS_FORMS = {
    "vllm": ({"hub"}, {"hub", "revision"}, {"path"}, {"path", "revision"}),
    "llama_cpp": ({"package", "file"}, {"path"}),
}
WEIGHTS_ALLOWED = {"vllm": "hub or path (and revision)", "llama_cpp": "package and file, or path"}

VARIABLE_NAME = re.compile(r"[A-Z][A-Z0-9_]*")


def check_entry(entry: Mapping[str, Any], where: str) -> None:
    """Raise UserError, naming the key below `where`, if a resolved entry contradicts itself."""
    _check_key_variable(entry["api_key_env"], f"{where}.api_key_env")
    _check_base_url(entry, f"{where}.base_url")
    _check_parameters(entry["parameters"], f"{where}.parameters")
    if entry["backend"] == "anthropic" and entry["parameters"].get("max_tokens") is None:
        raise UserError(f"{where}.parameters.max_tokens: is missing; backend anthropic needs it")
    _check_weights(entry, f"{where}.weights")
    _check_server_arguments(entry["server_arguments"], f"{where}.server_arguments")
    for key, backend in KEYS_OF_BACKEND.items():
        if entry[key] not in (None, {}) and entry["backend"] != backend:
            raise UserError(
                f"{where}.{key}: {shown(entry[key])} is not allowed with backend {entry['backend']};"
                f" only backend {backend} reads it"
            )
    if entry["backend"] == "control" and entry["id"] not in CONTROL_IDS:
        raise UserError(f"{where}.id: {shown(entry['id'])} is not allowed; allowed: {', '.join(CONTROL_IDS)}")


def check_published_as(entries: Mapping[str, Mapping[str, Any]], prefix: str) -> None:
    """Raise UserError if two models claim the same published outcomes."""
    claimed: dict[str, str] = {}
    for slug, entry in entries.items():
        name = entry["published_as"]
        if name is not None and name in claimed:
            raise UserError(
                f"{prefix}models.{slug}.published_as: '{name}' is already that of '{claimed[name]}';"
                " each published model is allowed once"
            )
        claimed[name] = slug


def _check_key_variable(name: str | None, where: str) -> None:
    # The value is never shown: whoever gets this wrong may have pasted the key itself.
    if name is not None and not VARIABLE_NAME.fullmatch(name):
        raise UserError(
            f"{where}: the value given (not shown here) is not the name of a variable;"
            " allowed: capital letters, digits and '_', such as OPENAI_API_KEY, and never the key itself"
        )


def _check_base_url(entry: Mapping[str, Any], where: str) -> None:
    url = entry["base_url"]
    if url is None:
        return
    if entry["backend"] not in HOSTED:
        raise UserError(
            f"{where}: not allowed with backend {entry['backend']}, whose server the job starts itself;"
            " a server that already runs is reached by backend openai"
        )
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid or any(character.isspace() for character in url):
        raise UserError(f"{where}: {shown(url)} is not allowed; allowed: an address http://… or https://…")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UserError(
            f"{where}: a user, password, query or fragment is not allowed in an address (not shown here)"
        )


def _check_parameters(parameters: Mapping[str, Any], where: str) -> None:
    for name in parameters:
        # An SDK may take camel case for its snake case.
        reason = RESERVED_PARAMETERS.get(re.sub(r"(?=[A-Z])", "_", name).lower())
        if reason is not None:
            raise UserError(f"{where}.{name}: not allowed among the parameters; {reason}")
    for name in OUTPUT_LIMITS:
        limit = parameters.get(name)
        if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
            raise UserError(f"{where}.{name}: {shown(limit)} is not allowed; allowed: whole numbers from 1")
    if parameters.get("temperature") is not None and parameters.get("top_p") is not None:
        raise UserError(
            f"{where}.top_p: {shown(parameters['top_p'])} is not allowed beside temperature"
            f" {shown(parameters['temperature'])}; give one of them"
        )


def _check_server_arguments(arguments: Mapping[str, Any], where: str) -> None:
    for name in arguments:
        if name in RESERVED_ARGUMENTS:
            raise UserError(f"{where}.{name}: not allowed here; it is set by {RESERVED_ARGUMENTS[name]}")


def _check_weights(entry: Mapping[str, Any], where: str) -> None:
    backend, weights = entry["backend"], entry["weights"]
    if backend not in WEIGHTS_FORMS:
        if weights is not None:
            raise UserError(
                f"{where}: not allowed with backend {backend}; only vllm and llama_cpp load weights"
            )
        return
    given = {name for name, value in (weights or {}).items() if value is not None}
    if given not in WEIGHTS_FORMS[backend]:
        found = ", ".join(sorted(given)) or "none of its keys"
        raise UserError(f"{where}: {found} given; backend {backend} needs {WEIGHTS_ALLOWED[backend]}")
