"""What is wrong with a configuration, in one line: the key, its value, what is allowed."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
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
    "union_tag_not_found": "a mapping",
}
# What else is allowed, with the values of the error's context.
BOUNDS = {
    "finite_number": "a finite number",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "too_short": "at least one value",
    "too_long": "no more than {max_length}",
    "string_pattern_mismatch": "names that match {pattern}",
    "string_too_short": "text that is not empty",
    "unique": "each value once",
}

Path = tuple[int | str, ...]


class Place(NamedTuple):
    """A place in a configuration: its key in parts, its field, the keys of a mapping that stands there."""

    path: Path
    field: FieldInfo | None
    keys: list[str]


def one_line(error: ValidationError, root: type[BaseModel], prefix: str = "", where: str = "") -> str:
    """Return the line for the first thing that is wrong, an unknown key before all else.

    `root` is the class that refused the value; `prefix` stands before the line, `where` before its key.
    """
    first = min(error.errors(include_url=False, include_context=True), key=_rank)
    is_unknown = first["type"] == "extra_forbidden"
    place = _place(root, first["loc"][:-1] if is_unknown else first["loc"])
    context = first.get("ctx", {})
    further: Path = ()
    if is_unknown:
        further = first["loc"][-1:]
    elif first["type"] == "parameter":
        further = (context["name"],)
    elif first["type"].startswith("union_tag") and isinstance(first["input"], Mapping):
        further = (context["discriminator"].strip("'"),)
    key = join(where, *place.path, *further)
    return f"{prefix}{key or 'the whole file'}: {_problem(first, place)}"


def _rank(error: ErrorDetails) -> tuple[bool, int]:
    """An unknown key first: what else is wrong often follows from it. Then the outermost."""
    return error["type"] != "extra_forbidden", len(error["loc"])


def _place(root: type[BaseModel], location: Path) -> Place:
    """Follow pydantic's location through the classes; what it says beside the user's keys is left out."""
    path: list[int | str] = []
    field: FieldInfo | None = None
    classes = [root]
    is_free = False
    for part in location:
        chosen = [kind for kind in classes if part in _tags(kind)]
        if part == "[key]":
            path.pop()
        elif part in FORMS or (len(classes) > 1 and chosen and not is_free):
            classes = chosen or classes
        else:
            path.append(part)
            if isinstance(part, str) and is_free:
                is_free = False
            elif isinstance(part, str):
                field = classes[0].model_fields.get(part) if classes else None
                classes = _models_in(field.annotation) if field else []
                is_free = field is not None and _is_free(field.annotation)
    return Place(tuple(path), field, [name for kind in classes[:1] for name in kind.model_fields])


def _models_in(annotation: Any) -> list[type[BaseModel]]:  # noqa: ANN401
    """Return the classes of mappings that an annotation allows, itself or in a list or free mapping."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [kind for argument in get_args(annotation) for kind in _models_in(argument)]


def _is_free(annotation: Any) -> bool:  # noqa: ANN401
    """Return whether an annotation allows a mapping whose keys are the user's own."""
    return get_origin(annotation) is dict or any(get_origin(one) is dict for one in get_args(annotation))


def _tags(kind: type[BaseModel]) -> set[Any]:
    """Return the only values of a class's fields that have just one: its tag in a union."""
    values = (get_args(field.annotation) for field in kind.model_fields.values())
    return {value[0] for value in values if len(value) == 1 and isinstance(value[0], str)}


def _problem(error: ErrorDetails, place: Place) -> str:
    kind, context = error["type"], error.get("ctx", {})
    extra = getattr(place.field, "json_schema_extra", None)
    if kind == "extra_forbidden":
        unknown = str(error["loc"][-1])
        hint = suggestion(unknown, place.keys).strip() or f"allowed: {', '.join(place.keys)}"
        return f"unknown key; {hint}"
    if kind == "missing" or (kind == "union_tag_not_found" and isinstance(error["input"], Mapping)):
        return "is missing; it must be given"
    if kind in ("range", "value", "parameter"):
        return error["msg"]
    value = context["tag"] if kind == "union_tag_invalid" else error["input"]
    return (
        f"{shown(value)} is not allowed; {_allowed(error, context, extra if isinstance(extra, dict) else {})}"
    )


def _allowed(error: ErrorDetails, context: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    kind = error["type"]
    if kind in ("literal_error", "union_tag_invalid"):
        names = re.findall(r"'([^']*)'", context.get("expected") or context["expected_tags"])
        given = str(context.get("tag", error["input"]))
        return f"{suggestion(given, names)}allowed: {extra.get('x-allowed') or ', '.join(names)}"
    if "x-allowed" in extra and (kind in TYPES or kind.startswith("string_pattern")):
        return f"allowed: {extra['x-allowed']}"
    bounds = {name: int(v) if isinstance(v, float) and v.is_integer() else v for name, v in context.items()}
    allowed = TYPES | BOUNDS
    return f"allowed: {allowed[kind].format(**bounds) if kind in allowed else error['msg']}"


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
