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
    **dict.fromkeys(("messages", "contents", "prompt"), "the messages are the benchmark's"),
    "system": "it is the entry's system",
    "system_instruction": "it is the entry's system",
    "stream": "replies are read whole",
    **dict.fromkeys(("n", "candidate_count"), "repeats of a sweep ask for more samples"),
    **dict.fromkeys(("stop", "stop_sequences"), "a stop sequence could cut an answer"),
    **dict.fromkeys(("api_key", "extra_headers"), "a key comes from the variable named by api_key_env"),
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
            raise refused(name, f"not allowed among the parameters; {reason}")
        if name in OUTPUT_LIMITS and value is not None and not _is_limit(value):
            raise refused(name, f"{value!r} is not allowed; allowed: whole numbers from 1")
    temperature, top_p = parameters.get("temperature"), parameters.get("top_p")
    if temperature is not None and top_p is not None:
        raise refused(
            "top_p", f"{top_p!r} is not allowed beside temperature {temperature!r}; give one of them"
        )
    return dict(sorted(parameters.items()))


def _is_limit(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def refused(name: str, why: str) -> PydanticCustomError:
    """Return an error that names a parameter below the key that it concerns, and says `why`."""
    return PydanticCustomError("parameter", "{why}", {"name": name, "why": why})


def output_limit(parameters: Mapping[str, Any]) -> int | None:
    """Return the most tokens that a reply may have under these parameters; None: no limit."""
    limits = [parameters[name] for name in OUTPUT_LIMITS if parameters.get(name) is not None]
    return max(limits, default=None)


def sent_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that are sent: those that aren't null."""
    return {name: value for name, value in parameters.items() if value is not None}
