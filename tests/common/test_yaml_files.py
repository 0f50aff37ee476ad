"""YAML as a user means it."""

from __future__ import annotations

import pytest

from findorigin.common.errors import UserError
from findorigin.common.yaml_files import read_yaml


def read(tmp_path, text):
    path = tmp_path / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_yaml(path, "registry")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 2026-10-23", {"a": "2026-10-23"}),
        ("a: {b: 1}\nc: {b: 1}", {"a": {"b": 1}, "c": {"b": 1}}),
        ("a: &a {x: 1}\nb: {<<: *a, x: 3}\nc: *a", {"a": {"x": 1}, "b": {"x": 3}, "c": {"x": 1}}),
        ("", None),
        ("a: null", {"a": None}),
    ],
    ids=["a date is text", "one key in two mappings", "merged keys", "empty", "null"],
)
def test_content(tmp_path, text, expected):
    assert read(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", r"file\.yaml, line 3: a: the key is given twice"),
        ("a: {b: 1, b: 2}", r"file\.yaml, line 1: b: the key is given twice"),
        ("- {b: 1, b: 2}", r"file\.yaml, line 1: b: the key is given twice"),
        ("a: [", r"file\.yaml, line \d+: not valid YAML"),
        ("a: *nobody", r"file\.yaml, line 1: not valid YAML"),
        ("a: !!python/object:os.system {}", r"file\.yaml, line 1: not valid YAML"),
        ("a: \x00", r"file\.yaml.*: not valid YAML"),
        (b"a: \xff", "it is not UTF-8 text"),
    ],
    ids=[
        "twice",
        "twice below",
        "twice in a list",
        "open",
        "no anchor",
        "unsafe tag",
        "control character",
        "not UTF-8",
    ],
)
def test_one_line(tmp_path, text, message):
    with pytest.raises(UserError, match=message) as error:
        read(tmp_path, text)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_a_file_that_cannot_be_read(tmp_path, name):
    with pytest.raises(UserError, match=r"^registry: can't read the file"):
        read_yaml(tmp_path / name, "registry")
