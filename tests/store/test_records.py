from __future__ import annotations

import io
import json
import random

import pytest

from findorigin.store.records import DamagedLineError, decode, encode, scan, well_formed, without_own_members

WEIRD_TEXTS = {
    "line and paragraph separators": "one\u2028two\u2029three\u0085four",
    "every kind of line end": "a\nb\rc\r\nd\x0be\x0cf",
    "control characters": "".join(map(chr, range(32))) + "\x7f",
    "a lone surrogate": "before \ud800 after \udfff",
    "beyond the basic plane": "🧭 𝔘",
    "quotes and backslashes": '"\\"\\u2028"',
    "what looks like a line of a journal": '{"kind":"response","key":"x","crc32":"00000000"}\n{"kind":',
    "the word null": "null",
    "nothing": "",
}


def record(text: str) -> dict:
    return {"kind": "response", "key": "k", "cell_id": "c", "text": text}


@pytest.mark.parametrize("text", WEIRD_TEXTS.values(), ids=WEIRD_TEXTS)
def test_a_text_is_one_line_and_comes_back_unchanged(text):
    line = encode(record(text))
    assert line.endswith(b"\n") and len(line.decode("ascii").splitlines()) == 1
    assert without_own_members(decode(line)) == record(text)


def test_random_texts_come_back_unchanged():
    numbers = random.Random(7)
    for _ in range(500):
        points = [numbers.choice([numbers.randrange(0x300), numbers.randrange(0xD800)]) for _ in range(20)]
        text = "".join(map(chr, points))
        assert without_own_members(decode(encode(record(text)))) == record(text)


def test_a_reply_is_stored_whatever_is_in_it():
    given = {"kind": "response", "key": "k", "raw": [float("nan"), {"deep": float("-inf")}, {1, 2}]}
    assert decode(encode(given))["raw"] == ["nan", {"deep": "-inf"}, "{1, 2}"]


def test_an_absent_value_stays_null():
    assert decode(encode({"kind": "response", "key": "k", "usd": None}))["usd"] is None


@pytest.mark.parametrize("missing", ["kind", "key"])
def test_a_record_without_kind_or_key_is_refused(missing):
    given = record("x")
    del given[missing]
    with pytest.raises(ValueError, match="kind and key"):
        encode(given)


DAMAGED = {
    "not JSON": (b"oops\n", "not whole JSON"),
    "cut short": (encode(record("x"))[:-9], "not whole JSON"),
    "cut within a character": ('{"kind":"response","key":"é'.encode()[:-1], "not whole JSON"),
    "NUL bytes": (b"\0" * 40 + b"\n", "not whole JSON"),
    "nested too deep": (b"[" * 200_000 + b"\n", "not whole JSON"),
    "an array": (b"[1]\n", "not a JSON object"),
    "a number": (b"1\n", "not a JSON object"),
    "no key": (b'{"kind":"response"}\n', "no kind or no key"),
    "a key that is not text": (b'{"kind":"response","key":1}\n', "no kind or no key"),
    "one letter changed": (encode(record("dad")).replace(b"dad", b"dab"), "checksum"),
    "one member changed": (encode(record("dad")).replace(b'"cell_id":"c"', b'"cell_id":"d"'), "checksum"),
}


@pytest.mark.parametrize(("line", "fault"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_line_is_known_for_what_it_is(line, fault):
    with pytest.raises(DamagedLineError, match=fault):
        decode(line)


ACCEPTED = {
    "written by hand, without a checksum": b'{"kind": "response", "key": "k", "text": "\xc3\xa9"}\n',
    "Windows line end": encode(record("x")).replace(b"\n", b"\r\n"),
    "no line end": encode(record("x")).rstrip(),
}


@pytest.mark.parametrize("line", ACCEPTED.values(), ids=ACCEPTED)
def test_a_whole_record_is_taken_however_it_came(line):
    assert decode(line)["key"] == "k"


def test_a_line_that_another_tool_wrote_anew_is_whole():
    anew = json.dumps(json.loads(encode(record("U+2028 \u2028 é"))), ensure_ascii=False, indent=None)
    assert decode(anew.encode())["text"] == "U+2028 \u2028 é"


def lines_of(data: bytes) -> list[tuple[int, int, str | None]]:
    """Number, offset and key (None: damaged) of each line."""
    return [(line.number, line.offset, line.record and line.record["key"]) for line in scan(io.BytesIO(data))]


def test_lines_are_found_at_their_offsets():
    first, second = encode(record("a")), encode(record("b\u2028"))
    assert lines_of(first + b"\n" + second) == [(1, 0, "k"), (3, len(first) + 1, "k")]


def test_a_record_glued_to_a_torn_line_is_not_lost_with_it():
    whole = encode(record("x"))
    assert lines_of(whole[:30] + whole) == [(1, 0, None), (1, 30, "k")]


def test_a_record_inside_a_damaged_one_is_no_record():
    inner = {"kind": "response", "key": "forged"}
    outer = encode({"kind": "response", "key": "k", "raw": inner, "text": "dad"}).replace(b"dad", b"dab")
    assert lines_of(outer) == [(1, 0, None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a\ud800b", "a�b"), ("🧭", "🧭"), ("\ud83e\udded", "🧭"), ("null", "null"), ("", "")],
)
def test_text_for_a_table_has_no_lone_surrogates(text, expected):
    assert well_formed(text) == expected
