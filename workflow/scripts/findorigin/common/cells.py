"""The key of a cell: the columns that name one planned question, and its readable id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PROMPT_KEY = (
    "task",
    "variant",
    "arrangement",
    "d",
    "hops",
    "depth",
    "puzzle",
    "word_form",
    "n_lines",
)
CELL_KEY = ("model", *PROMPT_KEY, "repeat")

# What came back, where it settles a cell. `error` and `unavailable` don't: such a cell is still missing.
FINAL_STATUSES = ("ok", "truncated", "empty", "refused", "context_overflow")

# What an answer to a list of lines was, from the best to the worst; other tasks have outcomes of their own.
OUTCOMES = ("correct", "middle", "destination", "neighbour", "invented", "no_answer")

TEXT_KEYS = frozenset({"model", "task", "variant", "arrangement", "word_form"})

# Every table is sorted by these, so that one arrangement, d and length lie together in the file.
SORT_ORDER = (
    "model",
    "task",
    "variant",
    "arrangement",
    "d",
    "n_lines",
    "hops",
    "depth",
    "word_form",
    "puzzle",
    "repeat",
)


def prompt_key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values of a row's PROMPT_KEY columns."""
    return tuple(row[name] for name in PROMPT_KEY)


def cell_id(cell: Mapping[str, Any]) -> str:
    """Return the readable, unique id of a cell (a mapping with the CELL_KEY columns).

    Example: ``smollm2-135m/find_the_origin/structured/d15/hops2/depth50/word1/lines64/repeat1``.
    Columns that a task does not have (null) are left out.
    """
    parts = [cell["model"], cell["task"], cell.get("variant"), cell.get("arrangement")]
    for name in ("d", "hops", "depth"):
        if cell.get(name) is not None:
            parts.append(f"{name}{cell[name]}")
    if cell.get("puzzle") is not None:
        parts.append(f"{cell['word_form'] or 'puzzle'}{cell['puzzle']}")
    if cell.get("n_lines") is not None:
        parts.append(f"lines{cell['n_lines']}")
    parts.append(f"repeat{cell['repeat']}")
    return "/".join(part for part in parts if part is not None)


def sort_value(key: Mapping[str, Any], columns: tuple[str, ...] = SORT_ORDER) -> tuple[Any, ...]:
    """Return a tuple that sorts cells or prompts by SORT_ORDER, nulls first."""
    present = [name for name in columns if name in key]
    return tuple((key[name] is not None, key[name] if key[name] is not None else 0) for name in present)
