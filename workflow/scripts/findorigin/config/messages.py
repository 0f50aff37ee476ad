"""What is wrong with a configuration, in one line: the key, its value, what is allowed."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from findorigin.common.errors import UserError
from findorigin.config.base import FORMS

# What API keys look like: a known beginning, or a long run without the marks that names and addresses have.
SECRET = re.compile(r"(sk-|AIza|xai-|gsk_|hf_|Bearer )|[A-Za-z0-9_-]{40,}")

# What pydantic calls the type that it expected, as a person would.
TYPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "list_type": "a list",
    "tuple_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "bool_type": "true or false",
    "finite_number": "a finite number",
    "union_tag_not_found": "a mapping",
}

Path = tuple[int | str, ...]


def one_line(error: ValidationError, root: type[BaseModel], prefix: str = "", where: str = "") -> str:
    """Return the line for the first thing that is wrong, an unknown key before all else.

    `root` is the class that refused the value; `prefix` stands before the line, `where` before its key.
    """
    first = min(error.errors(include_url=False, include_context=True), key=_rank)
    path = _path(first)
    if first["type"] == "parameter":
        path = (*path, first["ctx"]["name"])
    key = join(where, *path)
    return f"{prefix}{key or 'the whole file'}: {_problem(first, root, path)}"


def _rank(error: ErrorDetails) -> tuple[bool, int]:
    """An unknown key first: what else is wrong often follows from it. Then the outermost."""
    return error["type"] != "extra_forbidden", len(error["loc"])


def _path(error: ErrorDetails) -> Path:
    return tuple(part for part in error["loc"] if part not in FORMS)


def _problem(error: ErrorDetails, root: type[BaseModel], path: Path) -> str:
    kind, context = error["type"], error.get("ctx", {})
    extra = _extra_of(root, path)
    if kind == "extra_forbidden":
        known = _known_keys(root, path[:-1])
        hint = suggestion(str(path[-1]), known).strip() or f"allowed: {', '.join(known)}"
        return f"unknown key; {hint}"
    if kind == "missing":
        return "is missing; it must be given"
    if kind in ("range", "value", "parameter"):
        return error["msg"]
    return f"{shown(error['input'])} is not allowed; {_allowed(error, context, extra)}"


def _allowed(error: ErrorDetails, context: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    kind = error["type"]
    if kind == "finite_number":
        return "allowed: a finite number"
    if kind == "literal_error":
        names = re.findall(r"'([^']*)'", context["expected"])
        return (
            f"{suggestion(str(error['input']), names)}allowed: {extra.get('x-allowed') or ', '.join(names)}"
        )
    if "x-allowed" in extra and (kind in TYPES or kind.startswith("string_pattern")):
        return f"allowed: {extra['x-allowed']}"
    if kind in TYPES:
        return f"allowed: {TYPES[kind]}"
    match kind:
        case "greater_than_equal":
            return f"allowed: {_number(context['ge'])} or more"
        case "greater_than":
            return f"allowed: more than {_number(context['gt'])}"
        case "less_than_equal":
            return f"allowed: {_number(context['le'])} or less"
        case "too_short":
            return "allowed: at least one value"
        case "string_too_short":
            return "allowed: text that is not empty"
        case "unique":
            return "allowed: each value once"
    return f"allowed: {error['msg']}"


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else str(value)


def _field_at(root: type[BaseModel], path: Path) -> Any:  # noqa: ANN401
    """Return the field that a path leads to, None where it leads beyond the classes."""
    field: Any = None
    model: type[BaseModel] | None = root
    for part in path:
        if isinstance(part, int):
            continue
        if model is None or part not in model.model_fields:
            return None
        field = model.model_fields[part]
        model = _model_of(field.annotation)
    return field


def _extra_of(root: type[BaseModel], path: Path) -> Mapping[str, Any]:
    field = _field_at(root, path)
    extra = getattr(field, "json_schema_extra", None)
    return extra if isinstance(extra, dict) else {}


def _known_keys(root: type[BaseModel], path: Path) -> list[str]:
    model = (
        _model_of(_field_at(root, path).annotation) if any(isinstance(part, str) for part in path) else root
    )
    return list(model.model_fields) if model else []


def _model_of(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401
    """Return the class of a mapping that an annotation allows, itself or in a list; None: it allows none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        if (found := _model_of(argument)) is not None:
            return found
    return None


def plain(value: Any, where: str = "") -> Any:  # noqa: ANN401
    """Return `value` as plain JSON: text keys, dates as text. Raises UserError for what JSON can't hold."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise UserError(f"{join(where, str(key))}: the key {key!r} is not text; put it in quotes")
        return {str(key): plain(item, join(where, key)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, f"{where}[{index}]") for index, item in enumerate(value)]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        raise UserError(f"{where}: {value} is not allowed; allowed: a finite number")
    return value


def shown(value: object) -> str:
    """Return a value as one short line for a message; never anything that looks like a key to an API."""
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    if SECRET.search(text):
        return "the value given (not shown here)"
    return text if len(text) <= 80 else text[:77] + "..."


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "did you mean 'x'? " for the nearest known name, or an empty text."""
    nearest = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean '{nearest[0]}'? " if nearest else ""


def join(where: str, *path: int | str) -> str:
    """Return the key that a path leads to: ``find_the_origin.sweeps[0].d``."""
    for part in path:
        name = "(not shown)" if isinstance(part, str) and SECRET.search(part) else part
        where = f"{where}[{part}]" if isinstance(part, int) else f"{where}.{name}" if where else str(name)
    return where
