from __future__ import annotations

import json

import pytest

from findorigin.common.errors import UserError
from findorigin.store.journal import Journal
from findorigin.store.reader import read_journal
from store_records import response, write


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "model.jsonl"
    write(path, [response("a"), response("b")])
    return path


def set_aside(path) -> list[dict]:
    side = path.with_name("model.jsonl.damaged")
    return [json.loads(line) for line in side.read_bytes().splitlines()] if side.exists() else []


TORN = {
    "as in the middle of a name": b'{"id": "x", "te',
    "within a character": '{"kind":"response","key":"é'.encode()[:-1],
    "NUL bytes": b"\0" * 100,
    "one byte": b"{",
    "truncated but with a line end": b'{"kind":"response","key":"c","te\n',
}


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
def test_a_torn_last_line_is_cut_off_set_aside_and_all_others_kept(path, torn):
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    with Journal.open(path) as journal:
        assert journal.keys() == ["a", "b"]
        assert journal.index.damaged == 0
        assert len(journal.warnings) == 1 and "torn" in journal.warnings[0]
    assert path.read_bytes() == whole
    (entry,) = set_aside(path)
    assert entry["text"].encode("utf-8", "surrogateescape") == torn
    assert entry["line"] == 3
    with Journal.open(path) as journal:
        assert journal.warnings == []


def test_wherever_it_is_cut_the_other_records_stay_and_the_file_is_clean(path):
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(first, len(whole) - 1, 7):
        path.write_bytes(whole[:length])
        Journal.open(path).close()
        assert path.read_bytes() == whole[:first]


def test_a_whole_last_record_without_its_line_end_is_kept(path):
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with Journal.open(path) as journal:
        assert (journal.keys(), journal.warnings) == (["a", "b"], [])
    assert path.read_bytes() == whole


def test_a_reader_passes_over_a_torn_last_line_and_changes_nothing(path):
    torn = path.read_bytes() + b'{"kind":"resp'
    path.write_bytes(torn)
    with read_journal(path) as reader:
        assert (reader.keys(), reader.index.damaged, reader.warnings) == (["a", "b"], 0, [])
    assert path.read_bytes() == torn
    assert set_aside(path) == []


IN_THE_MIDDLE = {
    "NUL bytes": b"\0" * 50 + b"\n",
    "not JSON": b"<html>502</html>\n",
    "not an object": b'["response"]\n',
    "not UTF-8": b'{"kind":"response","key":"\xff"}\n',
    "no key": b'{"kind":"response","text":"x"}\n',
}


@pytest.mark.parametrize("damage", IN_THE_MIDDLE.values(), ids=IN_THE_MIDDLE)
def test_a_damaged_line_in_the_middle_is_left_out_counted_and_copied_once(path, damage):
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + damage + second)
    for _ in range(2):
        with Journal.open(path) as journal:
            assert journal.keys() == ["a", "b"]
            assert journal.index.damaged == 1
            assert "line 2" in journal.warnings[0]
    assert path.read_bytes() == first + damage + second
    (entry,) = set_aside(path)
    assert entry["text"].encode("utf-8", "surrogateescape") == damage
    assert (entry["line"], entry["offset"]) == (2, len(first))
    assert entry["at"]


def test_a_flipped_letter_within_a_reply_is_found(path):
    path.write_bytes(path.read_bytes().replace(b"FINAL ANSWER: a", b"FINAL ANSWER: e"))
    with Journal.open(path) as journal:
        assert journal.keys() == ["b"]
        assert "checksum" in journal.warnings[0]


def test_damage_in_two_places_is_two_entries_though_the_bytes_are_equal(path):
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"oops\n" + first + b"oops\n" + second)
    Journal.open(path).close()
    assert [entry["line"] for entry in set_aside(path)] == [1, 3]


def test_blank_lines_are_no_damage(path):
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"\n" + first + b"  \r\n" + second + b"\n")
    with Journal.open(path) as journal:
        assert (journal.keys(), journal.index.damaged) == (["a", "b"], 0)


def test_torn_and_then_joined_by_cat_loses_the_torn_record_only(path):
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first[:40] + second + first)
    with Journal.open(path) as journal:
        assert journal.keys() == ["b", "a"]
        assert journal.final("b") == response("b")
        assert journal.index.damaged == 1


def test_damage_after_opening_is_a_clear_error_and_never_a_wrong_reply(path):
    with read_journal(path) as reader:
        path.write_bytes(path.read_bytes().replace(b"FINAL ANSWER: a", b"FINAL ANSWER: e"))
        with pytest.raises(UserError, match="damaged meanwhile"):
            reader.final("a")


def test_a_damaged_line_is_asked_again_and_the_new_answer_counts(path):
    path.write_bytes(path.read_bytes().replace(b"FINAL ANSWER: a", b"FINAL ANSWER: e"))
    write(path, [response("a", text="again")])
    with Journal.open(path) as journal:
        assert journal.final("a")["text"] == "again"
