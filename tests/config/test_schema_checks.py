"""Defaults at every level, plain values only, and messages that never show a key."""

from __future__ import annotations

from datetime import date

import pytest

from findorigin.common.errors import UserError
from findorigin.config.schema_checks import check, fill_defaults, plain, shown, suggestion

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "$defs": {
        "span": {"additionalProperties": False, "properties": {"step": {"type": "integer", "default": 1}}}
    },
    "properties": {
        "size": {"type": "integer", "minimum": 1, "default": 3},
        "below": {
            "type": "object",
            "additionalProperties": False,
            "default": {},
            "properties": {"deep": {"default": [1]}},
        },
        "spans": {"type": "array", "default": [], "items": {"$ref": "#/$defs/span"}},
        "named": {"type": "object", "default": {}, "additionalProperties": {"$ref": "#/$defs/span"}},
    },
}


@pytest.mark.parametrize(
    ("given", "key", "expected"),
    [
        ({}, "size", 3),
        ({"size": 5}, "size", 5),
        ({}, "below", {"deep": [1]}),
        ({"below": {"deep": []}}, "below", {"deep": []}),
        ({"spans": [{}, {"step": 2}]}, "spans", [{"step": 1}, {"step": 2}]),
        ({"named": {"a": {}}}, "named", {"a": {"step": 1}}),
    ],
    ids=["left out", "given", "parent left out", "empty is given", "in a list, by $ref", "in a free mapping"],
)
def test_defaults(given, key, expected):
    assert fill_defaults(SCHEMA, given)[key] == expected


def test_a_default_is_not_shared_between_two_results():
    fill_defaults(SCHEMA, {})["below"]["deep"].append(2)
    assert fill_defaults(SCHEMA, {})["below"]["deep"] == [1]


def test_an_unknown_key_is_named_before_what_follows_from_it():
    with pytest.raises(UserError, match=r"^belwo: unknown key; did you mean 'below'\?$"):
        check(SCHEMA, {"belwo": {}, "size": "x"})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "true"),
        ("a\nb", r"'a\nb'"),
        ("x " * 60, "..."),
        ("sk-proj-abc", "not shown"),
        (["sk-ant-abc"], "not shown"),
        ("AIzaSyabc", "not shown"),
        ("A1" * 20, "not shown"),
    ],
)
def test_shown(value, expected):
    text = shown(value)
    assert expected in text
    assert len(text.splitlines()) == 1
    assert len(text) <= 80


def test_a_key_pasted_as_a_name_is_not_shown_either():
    with pytest.raises(UserError) as error:
        check(SCHEMA, {"sk-proj-abc": 1})
    assert "sk-proj" not in str(error.value)


def test_suggestion():
    assert suggestion("shufled", ["structured", "shuffled"]) == "did you mean 'shuffled'? "
    assert suggestion("xyz", ["structured", "shuffled"]) == ""


def test_plain_values():
    assert plain({"a": (1, date(2026, 10, 23))}) == {"a": [1, "2026-10-23"]}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [0, float("inf")]}, r"^a\[1\]: inf is not allowed"),
        ({"a": {True: 1}}, r"^a\.True: the key True is not text"),
    ],
)
def test_what_json_cannot_hold_is_refused(value, message):
    with pytest.raises(UserError, match=message):
        plain(value)
