"""Request parameters: what may be among them, which are sent, how long a reply they allow."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic_core import PydanticCustomError

OUTPUT_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens")

# Parameters that the workflow sets itself, or that would change what is asked; the value says why.
RESERVED = {
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


def check_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters, sorted; refuse reserved ones, limits that are none, temperature beside top_p."""
    for name, value in parameters.items():
        # An SDK may take camel case for its snake case.
        reason = RESERVED.get(re.sub(r"(?=[A-Z])", "_", name).lower())
        if reason is not None:
            raise _refused(name, f"not allowed among the parameters; {reason}")
        if name in OUTPUT_LIMITS and value is not None and not _is_limit(value):
            raise _refused(name, f"{value!r} is not allowed; allowed: whole numbers from 1")
    temperature, top_p = parameters.get("temperature"), parameters.get("top_p")
    if temperature is not None and top_p is not None:
        raise _refused(
            "top_p", f"{top_p!r} is not allowed beside temperature {temperature!r}; give one of them"
        )
    return dict(sorted(parameters.items()))


def _is_limit(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _refused(name: str, why: str) -> PydanticCustomError:
    return PydanticCustomError("parameter", "{why}", {"name": name, "why": why})


def output_limit(parameters: Mapping[str, Any]) -> int | None:
    """Return the most tokens that a reply may have under these parameters; None: no limit."""
    limits = [parameters[name] for name in OUTPUT_LIMITS if parameters.get(name) is not None]
    return max(limits, default=None)


def sent_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that are sent: those that aren't null."""
    return {name: value for name, value in parameters.items() if value is not None}
