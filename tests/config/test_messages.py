"""One line for what is wrong: the outermost slip first, never a key to an API."""

from __future__ import annotations

from datetime import date

import pytest
from pydantic import ValidationError

from findorigin.common.errors import UserError
from findorigin.config.base import Section
from findorigin.config.messages import join, one_line, plain, shown, suggestion


class Below(Section):
    deep: list[int] = [1]


class Whole(Section):
    size: int = 3
    below: Below = Below()


def line_for(given, **where):
    with pytest.raises(ValidationError) as error:
        Whole.model_validate(given)
    return one_line(error.value, Whole, **where)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"size": "x"}, "size: 'x' is not allowed; allowed: a whole number"),
        ({"below": {"deep": [1, None]}}, "below.deep[1]: null is not allowed; allowed: a whole number"),
        ({"below": {"size": 1}}, "below.size: unknown key; allowed: deep"),
        ({"belwo": {}, "size": "x"}, "belwo: unknown key; did you mean 'below'?"),
        ({"sk-proj-abc": 1}, "(not shown): unknown key; allowed: size, below"),
        ([], "the whole file: [] is not allowed; allowed: a mapping"),
    ],
    ids=["type", "in a list", "unknown", "unknown before what follows from it", "a pasted key", "no mapping"],
)
def test_one_line(given, expected):
    assert line_for(given) == expected


def test_a_line_says_where():
    assert line_for({"size": "x"}, prefix="m.yaml: ", where="models.a").startswith(
        "m.yaml: models.a.size: 'x'"
    )


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


def test_join():
    assert join("", "find_the_origin", "sweeps", 0, "d") == "find_the_origin.sweeps[0].d"
    assert join("models", "sk-proj-abc") == "models.(not shown)"


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
