"""Check a configuration against its schema: one line for what is wrong, and defaults for what is left out."""

from __future__ import annotations

import copy
import difflib
import math
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from findorigin.common.errors import UserError

TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
    "null": "null",
}

# What API keys look like: a known beginning, or a long run without the marks that names and addresses have.
SECRET = re.compile(r"(sk-|AIza|xai-|gsk_|hf_|Bearer )|[A-Za-z0-9_-]{40,}")


def check(schema: Mapping[str, Any], value: Any, prefix: str = "") -> None:  # noqa: ANN401
    """Raise UserError in one line, naming key, value and what is allowed, if `value` breaks the schema."""
    errors = sorted(Draft202012Validator(schema).iter_errors(value), key=_rank)
    if errors:
        raise UserError(prefix + _one_line(schema, errors[0]))


def fill_defaults(
    schema: Mapping[str, Any],
    value: Any,  # noqa: ANN401
    root: Mapping[str, Any] | None = None,
) -> Any:  # noqa: ANN401
    """Return a copy of `value` with the schema's defaults for every key left out, at every level."""
    root = schema if root is None else root
    schema = _resolved(schema, root)
    if isinstance(value, Mapping):
        known = schema.get("properties", {})
        other = schema.get("additionalProperties")
        filled = {}
        for name in [*known, *(name for name in value if name not in known)]:
            sub = known.get(name, other if isinstance(other, Mapping) else {})
            if name in value:
                filled[name] = fill_defaults(sub, value[name], root)
            elif "default" in sub:
                filled[name] = fill_defaults(sub, copy.deepcopy(sub["default"]), root)
        return filled
    if isinstance(value, list):
        return [fill_defaults(schema.get("items", {}), item, root) for item in value]
    return value


def plain(value: Any, where: str = "") -> Any:  # noqa: ANN401
    """Return `value` as plain JSON: text keys, dates as text. Raises UserError for what JSON can't hold."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise UserError(f"{_join(where, str(key))}: the key {key!r} is not text; put it in quotes")
        return {str(key): plain(item, _join(where, key)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, f"{where}[{index}]") for index, item in enumerate(value)]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        raise UserError(f"{where}: {value} is not allowed; allowed: a finite number")
    return value


def shown(value: Any) -> str:  # noqa: ANN401
    """Return a value as one short line for a message; never anything that looks like a key to an API."""
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    if SECRET.search(text):
        return "the value given (not shown here)"
    return text if len(text) <= 80 else text[:77] + "..."


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "did you mean 'x'? " for the nearest known name, or an empty text."""
    nearest = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean '{nearest[0]}'? " if nearest else ""


def _rank(error: ValidationError) -> tuple[int, bool, str]:
    """An unknown key first: what else is wrong often follows from it. Then the outermost."""
    return error.validator != "additionalProperties", len(error.absolute_path), error.json_path


def _one_line(schema: Mapping[str, Any], error: ValidationError) -> str:
    where, value, limit = _path(error.absolute_path), error.instance, error.validator_value
    if error.validator == "additionalProperties":
        known = list(error.schema.get("properties", {}))
        unknown = sorted(set(value) - set(known))[0]
        name = "(not shown)" if SECRET.search(unknown) else unknown
        hint = suggestion(unknown, known).strip() or f"allowed: {', '.join(known)}"
        return f"{_join(where, name)}: unknown key; {hint}"
    if error.validator == "required":
        missing = next(name for name in limit if name not in value)
        return f"{_join(where, missing)}: is missing; it must be given"
    return f"{where or 'the whole file'}: {shown(value)} is not allowed; {_allowed(schema, error)}"


def _allowed(root: Mapping[str, Any], error: ValidationError) -> str:
    limit, words = error.validator_value, _resolved(error.schema, root).get("x-allowed")
    if error.validator in ("type", "enum", "pattern") and words:
        return f"allowed: {words}"
    match error.validator:
        case "type":
            names = [TYPES[name] for name in ([limit] if isinstance(limit, str) else limit)]
            return "allowed: " + " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
        case "enum":
            names = ["null" if name is None else str(name) for name in limit]
            return f"{suggestion(str(error.instance), names)}allowed: {', '.join(names)}"
        case "minimum":
            return f"allowed: {limit} or more"
        case "exclusiveMinimum":
            return f"allowed: more than {limit}"
        case "maximum":
            return f"allowed: {limit} or less"
        case "minItems":
            return "allowed: at least one value"
        case "minLength":
            return "allowed: text that is not empty"
        case "uniqueItems":
            return "allowed: each value once"
    return f"the schema's {error.validator} is {shown(limit)}"


def _resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema with its local $ref written out; keys beside the $ref are added to it."""
    if "$ref" not in schema:
        return schema
    target = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    merged = {**target, **schema}
    for name in ("properties", "items"):
        if name in target:
            merged[name] = {**target[name], **schema.get(name, {})}
    if "properties" in target:
        for name, sub in target["properties"].items():
            merged["properties"][name] = {**sub, **schema.get("properties", {}).get(name, {})}
    return merged


def _path(parts: Iterable[str | int]) -> str:
    path = ""
    for part in parts:
        path = f"{path}[{part}]" if isinstance(part, int) else _join(path, part)
    return path


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
