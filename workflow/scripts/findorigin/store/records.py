"""One record, one line: what a record holds, how its line is written, checked and read back.

A line that is read may have been written by hand: only its `kind` and `key` are sure to be texts.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, NotRequired, TypedDict

from findorigin.common.cells import AxisValue, Status


class Head(TypedDict):
    """What every record holds; `attempt` counts the calls for one request, from 1."""

    key: str
    cell_id: str
    at: str
    attempt: int


class Answer(TypedDict):
    """What was sent and what came back; unknown numbers are null."""

    sent: Mapping[str, Any]
    not_sent: list[str]
    text: str | None
    finish_reason: str | None
    served_model: str | None
    response_id: str | None
    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    raw: Any
    usd: float | None


class IntentRecord(Head):
    """Written before a call is sent; it may cost `worst_usd` at most."""

    kind: Literal["intent"]
    worst_usd: float


class ResponseRecord(Head, Answer):
    """An answer.

    reply_status: what its status would be if the model that gave it counted as the one asked. server: how a
    server that the job itself started was set up.
    """

    kind: Literal["response"]
    cell: Mapping[str, AxisValue | None]
    status: Status
    reply_status: NotRequired[Status]
    requested_model: str
    latency_s: float
    attempts: int
    refusal_retries: int
    answer_temperature: float | None
    server: NotRequired[Mapping[str, Any]]


class RefusalRecord(Head, Answer):
    """A refusal that is not final: the request is sent again."""

    kind: Literal["refusal"]


class ErrorRecord(Head):
    """A call without an answer, and why."""

    kind: Literal["error"]
    failure: str
    http_status: int | None
    message: str
    usd: float | None
    raw: Any


# A record as its line says, whoever wrote it.
ReadRecord = dict[str, Any]

# The journal's own members of a record: added when it is written, taken off when it is read back.
OWN_MEMBERS = ("run", "seq", "crc32")

# No call has as many tokens or attempts: a greater count is a vendor's mistake.
MOST_COUNT = 10**12

_CHECKSUM_LENGTH = 20
_CHECKSUM = re.compile(rb',"crc32":"([0-9a-f]{8})"}')
_LINE_START = b'{"kind":'


class DamagedLineError(ValueError):
    """A line that is not a whole record; the text says why."""


@dataclass(slots=True)
class Line:
    """A line of a journal, or the part of one that can be told apart: its offset, its bytes, its record."""

    number: int
    offset: int
    data: bytes
    record: ReadRecord | None
    damage: str | None = None

    @property
    def ended(self) -> bool:
        """Whether the line was written to its end."""
        return self.data.endswith(b"\n")


def encode(record: Mapping[str, object]) -> bytes:
    """Return `record` as one line of ASCII with its checksum.

    Everything beyond ASCII is escaped, so a reply with U+2028, U+0085, control characters or lone
    surrogates is one line for every reader and comes back unchanged. A paid reply is never refused for its
    content: what JSON can't carry (NaN, a foreign type) is written as its text.
    """
    if not (isinstance(record.get("kind"), str) and isinstance(record.get("key"), str)):
        raise ValueError("a record needs the members kind and key, both text")
    ordered = {"kind": record["kind"], **record}
    try:
        text = _dumps(ordered)
    except ValueError:  # a NaN or an infinity
        text = _dumps(_with_finite_numbers(ordered))
    body = text.encode("ascii")
    return b'%b,"crc32":"%08x"}\n' % (body[:-1], zlib.crc32(body))


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False, default=str)


def _with_finite_numbers(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, Mapping):
        return {name: _with_finite_numbers(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_with_finite_numbers(member) for member in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def decode(line: bytes) -> ReadRecord:
    """Return the record of one line; DamagedLineError says why there is none.

    A line without a checksum (written by hand or by another tool) is taken as it is.
    """
    line = line.strip(b" \t\r\n")
    try:
        record = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise DamagedLineError("it is not whole JSON") from None
    if not isinstance(record, dict):
        raise DamagedLineError("it is not a JSON object")
    if not (isinstance(record.get("kind"), str) and isinstance(record.get("key"), str)):
        raise DamagedLineError("it has no kind or no key")
    if "crc32" in record and not _bytes_fit(line) and not _content_fits(record):
        raise DamagedLineError("its checksum does not fit")
    return record


def _bytes_fit(line: bytes) -> bool:
    checksum = _CHECKSUM.fullmatch(line, max(0, len(line) - _CHECKSUM_LENGTH))
    return checksum is not None and zlib.crc32(b"}", zlib.crc32(line[:-_CHECKSUM_LENGTH])) == int(
        checksum[1], 16
    )


def _content_fits(record: ReadRecord) -> bool:
    """Whether the checksum is right for the content, though another tool has spaced or escaped it anew."""
    body = _dumps({name: value for name, value in record.items() if name != "crc32"})
    return bool(f"{zlib.crc32(body.encode('ascii')):08x}" == record["crc32"])


def without_own_members(record: ReadRecord) -> ReadRecord:
    """Return `record` as its writer gave it."""
    return {name: value for name, value in record.items() if name not in OWN_MEMBERS}


def scan(file: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a journal one at a time; blank lines are passed over.

    Only b"\\n" ends a line. Where a torn line has a whole record glued to its end (two files joined after a
    crash), the torn part and the record are yielded as two.
    """
    offset = 0
    for number, data in enumerate(file, start=1):
        if data.strip(b" \t\r\n"):
            yield from _parts(number, offset, data)
        offset += len(data)


def _parts(number: int, offset: int, data: bytes) -> Iterator[Line]:
    try:
        yield Line(number, offset, data, decode(data))
        return
    except DamagedLineError as error:
        damage = str(error)
    start = data.find(_LINE_START, 1)
    while start != -1:
        record = _checked_record(data[start:])
        if record is not None:
            yield Line(number, offset, data[:start], None, damage)
            yield Line(number, offset + start, data[start:], record)
            return
        start = data.find(_LINE_START, start + 1)
    yield Line(number, offset, data, None, damage)


def _checked_record(data: bytes) -> ReadRecord | None:
    try:
        record = decode(data)
    except DamagedLineError:
        return None
    return record if "crc32" in record else None


def count(value: object) -> int | None:
    """Return a number of tokens or attempts, or None where it can be none: no table holds a greater one."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MOST_COUNT else None


def well_formed(text: str) -> str:
    """Return `text` with lone surrogates, which no table or UTF-8 file can carry, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
