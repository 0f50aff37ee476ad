"""What `make docs` writes is up to date, and says something of every key."""

from __future__ import annotations

import make_docs
import pytest

from findorigin.tasks.catalog import TASKS


def test_the_files_are_up_to_date(capsys):
    assert make_docs.main(["--check"]) == 0, capsys.readouterr().out


def test_a_stale_file_is_named(monkeypatch, capsys):
    monkeypatch.setattr(make_docs, "_read", lambda name: "")
    assert make_docs.main(["--check"]) == 1
    assert "workflow/schemas/models.schema.json is not up to date; run `make docs`" in capsys.readouterr().out


def test_every_part_has_its_place():
    parts = make_docs.readme_parts(TASKS, make_docs.schemas(TASKS))
    page = (make_docs.PROJECT / "config" / "README.md").read_text(encoding="utf-8")
    assert sorted(name for _, name, _ in make_docs.PART.findall(page)) == sorted(parts)


def objects_below(node):
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            yield node
        for item in node.values():
            yield from objects_below(item)
    elif isinstance(node, list):
        for item in node:
            yield from objects_below(item)


@pytest.mark.parametrize(("name", "schema"), make_docs.schemas(TASKS).items(), ids=make_docs.schemas(TASKS))
def test_every_key_is_described_and_unknown_ones_are_refused(name, schema):
    for described in objects_below(schema):
        assert described["additionalProperties"] is False
        for key, value in described["properties"].items():
            is_tag = "const" in value
            assert is_tag or "$ref" in value or value["description"].strip(), key
            assert key in described.get("required", ()) or "default" in value, key
