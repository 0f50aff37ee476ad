"""A model's registry entry as one task asks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from findorigin.backends.base import OUTPUT_LIMITS

FIND_THE_ORIGIN = "find_the_origin"


def entry_of_task(entry: Mapping[str, Any], task: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the resolved entry with a task's `parameters` (temperature, max_tokens) in the place of its own.

    The limit of a reply keeps the name that the entry has for it. What the entry doesn't send (left out, or
    null) stays unsent: some models refuse a temperature. The begun answer belongs to Find the Origin, whose
    form of answer it is; no other task sends it.
    """
    if task == FIND_THE_ORIGIN:
        return dict(entry)
    own = dict(entry["parameters"])
    for name, value in parameters.items():
        for sent_as in OUTPUT_LIMITS if name == "max_tokens" else (name,):
            if own.get(sent_as) is not None:
                own[sent_as] = value
    return {**entry, "parameters": own, "assistant_prefill": None}


def entries_by_task(
    entry: Mapping[str, Any], parameters: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return the entry as Find the Origin and as each task in `parameters` (task → settings) asks it."""
    return {
        task: entry_of_task(entry, task, settings)
        for task, settings in {FIND_THE_ORIGIN: {}, **parameters}.items()
    }
