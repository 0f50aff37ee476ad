"""Resolved model entries: what a model is called, and how it is reached.

Needs the standard library only; the checks stand in `registry_checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

Entry = dict[str, Any]

VENDOR_KEY_ENV = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
}
MAX_IN_FLIGHT = {"openai": 8, "anthropic": 8, "gemini": 8, "vllm": 64, "llama_cpp": 1, "control": 1}

# What a null means on the backends where the key has an effect.
BACKEND_DEFAULTS: dict[str, dict[str, Any]] = {
    "vllm": {"tensor_parallel_size": 1, "pipeline_parallel_size": 1, "seed": 0},
    "llama_cpp": {"threads": 1, "context": 8192},
}


def merge(registry: Mapping[str, Any], inline: Mapping[str, Any]) -> dict[str, Any]:
    """Return the registry's entries with those of the configuration added, or laid over key by key."""
    return {
        **registry,
        **{slug: {**(registry.get(slug) or {}), **entry} for slug, entry in inline.items()},
    }


def resolve(slug: str, entry: Mapping[str, Any]) -> Entry:
    """Return an entry (schema defaults filled in) with what depends on its slug and backend filled in too."""
    backend = entry["backend"]
    resolved = dict(entry)
    if resolved["label"] is None:
        resolved["label"] = slug
    if resolved["id"] is None:
        resolved["id"] = slug
    if resolved["max_in_flight"] is None:
        resolved["max_in_flight"] = MAX_IN_FLIGHT[backend]
    if resolved["api_key_env"] is None and resolved["base_url"] is None:
        resolved["api_key_env"] = VENDOR_KEY_ENV.get(backend)
    for name, value in BACKEND_DEFAULTS.get(backend, {}).items():
        if resolved[name] is None:
            resolved[name] = value
    # The order in which these are written means nothing, and must not look like a change.
    resolved["parameters"] = dict(sorted(resolved["parameters"].items()))
    resolved["labels"] = dict(sorted(resolved["labels"].items()))
    resolved["server_arguments"] = dict(sorted(resolved["server_arguments"].items()))
    resolved["served_as"] = sorted(resolved["served_as"])
    if backend == "llama_cpp" and resolved["window"] is None:
        resolved["window"] = resolved["context"]
    return resolved


def is_retired(entry: Mapping[str, Any], today: date) -> bool:
    """Return whether the registry says that the vendor no longer answers for this model.

    A date known to the year or month only counts from its first day.
    """
    return entry["retired"] is not None and entry["retired"] <= today.isoformat()
