"""Whole numbers in three forms, and keys that no section has."""

from __future__ import annotations

import pytest
from pydantic import ValidationError, create_model

from findorigin.config.base import Section, numbers


def validated(value, *bounds):
    return (
        create_model("One", __base__=Section, key=(numbers(*bounds), ...)).model_validate({"key": value}).key
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (3, [3]),
        ([3, 1, 3], [1, 3]),
        ({"start": 4, "stop": 12, "step": 4}, [4, 8, 12]),
        ({"start": 4, "stop": 13, "step": 4}, [4, 8, 12]),
        ({"start": 5, "stop": 5}, [5]),
        ({"start": -2, "stop": 1}, [-2, -1, 0, 1]),
        (4.0, [4]),
    ],
    ids=[
        "one",
        "sorted, each once",
        "stop included",
        "stop not reached",
        "one value",
        "negative",
        "whole float",
    ],
)
def test_numbers(given, expected):
    values = validated(given)
    assert values == expected
    assert all(type(value) is int for value in values)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"start": 9, "stop": 8}, "start 9 is greater than stop 8"),
        ({"start": -1, "stop": 8}, "greater than or equal to 0"),
        ({"start": 1, "stop": 101}, "less than or equal to 100"),
        ([], "at least 1 item"),
        (1.5, "valid integer"),
        (True, "valid integer"),
        ("1", "valid integer"),
        (None, "valid integer"),
    ],
)
def test_numbers_refused(given, message):
    with pytest.raises(ValidationError, match=message):
        validated(given, 0, 100)


def test_a_range_too_long_to_be_meant_is_refused_before_it_is_built():
    with pytest.raises(ValidationError, match="stands for 1000000000000 values"):
        validated({"start": 1, "stop": 10**12})


def test_a_section_is_strict_and_frozen():
    class Sizes(Section):
        width: int = 1

    with pytest.raises(ValidationError, match="Extra inputs"):
        Sizes.model_validate({"wdith": 2})
    with pytest.raises(ValidationError, match="valid integer"):
        Sizes.model_validate({"width": "2"})
    with pytest.raises(ValidationError, match="frozen"):
        Sizes().width = 3
