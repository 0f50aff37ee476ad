"""Behaviours that give no answer: errors with a status of their own, and replies that break on the way."""

from __future__ import annotations

import time
from email.utils import formatdate

from . import anthropic, gemini, openai
from .records import Answer, Question, Reply
from .table import WIRES, Function, answered, as_json, behaviour, correct

# -- errors with a status of their own: one row per kind and vendor


def _error_function(kind: str) -> Function:
    def error(question: Question, argument: str) -> Reply:
        status, body = question.wire.error(question, kind)
        return as_json(body, status)

    return error


for _kind in dict.fromkeys(kind for _wire in WIRES.values() for kind in _wire.ERRORS):
    behaviour(_kind, tuple(name for name, wire in WIRES.items() if _kind in wire.ERRORS))(
        _error_function(_kind)
    )


@behaviour("429_retry_after", argument="1")
def too_many_retry_after(question: Question, seconds: str) -> Reply:
    status, body = question.wire.error(question, "429")
    return as_json(body, status, headers={"retry-after": seconds})


@behaviour("retry_after", argument="500/1")
def any_status_with_retry_after(question: Question, status_and_seconds: str) -> Reply:
    status, _, seconds = status_and_seconds.partition("/")
    return as_json(question.wire.error(question, "500")[1], int(status), headers={"retry-after": seconds})


@behaviour("429_retry_date", argument="2")
def too_many_retry_date(question: Question, seconds: str) -> Reply:
    status, body = question.wire.error(question, "429")
    return as_json(
        body, status, headers={"retry-after": formatdate(time.time() + float(seconds), usegmt=True)}
    )


@behaviour("429_retry_after_ms", (openai.NAME, anthropic.NAME), argument="600")
def too_many_retry_after_ms(question: Question, milliseconds: str) -> Reply:
    status, body = question.wire.error(question, "429")
    return as_json(body, status, headers={"retry-after-ms": milliseconds})


@behaviour("429_retry_info", (gemini.NAME,), argument="1")
def too_many_retry_info(question: Question, seconds: str) -> Reply:
    status, body = gemini.error(question, "429")
    body["error"]["details"].append(gemini.retry_info(seconds))
    return as_json(body, status)


@behaviour("503_retry_after", argument="1")
def unavailable_retry_after(question: Question, seconds: str) -> Reply:
    status, body = question.wire.error(question, "503")
    return as_json(body, status, headers={"retry-after": seconds})


@behaviour("429_per_minute", (gemini.NAME,), argument="1")
def per_minute_quota(question: Question, seconds: str) -> Reply:
    """The vendor says of its limit per minute the same as of the daily one, but for the quota's name."""
    status, body = gemini.error(question, "insufficient_quota")
    violation = {"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}
    body["error"]["details"] = [gemini.quota_failure(violation), gemini.retry_info(seconds)]
    return as_json(body, status)


def _with_key(question: Question, kind: str, position: str) -> Reply:
    status, body = question.wire.error(question, kind)
    message = body["error"]["message"].ljust(int(position), ".")
    body["error"]["message"] = f"{message} {question.key}"
    return as_json(body, status, headers={"x-debug-key": question.key})


@behaviour("500_echo_key", argument="0")
def server_error_with_key(question: Question, position: str) -> Reply:
    """The key stands behind at least so many characters of the message."""
    return _with_key(question, "500", position)


@behaviour("400_echo_key", argument="0")
def bad_request_with_key(question: Question, position: str) -> Reply:
    """The key stands behind at least so many characters of the message."""
    return _with_key(question, "400", position)


@behaviour("ok_echo_key")
def answer_with_key(question: Question, argument: str) -> Reply:
    answer = correct(question, extra={"body": {"debug": {"authorization": question.key}}})
    return answered(question, answer, headers={"x-debug-key": question.key})


# -- transport


@behaviour("timeout", argument="20")
def never_answer(question: Question, seconds: str) -> Reply:
    """Hang up without a reply after so many seconds, later than any client waits."""
    return Reply(b"", delivery="never", seconds=float(seconds))


@behaviour("reset_before")
def reset_before_the_reply(question: Question, argument: str) -> Reply:
    return Reply(b"", delivery="reset_before")


@behaviour("reset_inside")
def reset_inside_the_body(question: Question, argument: str) -> Reply:
    return answered(question, correct(question), delivery="reset_inside")


@behaviour("closed_inside")
def close_inside_the_body(question: Question, argument: str) -> Reply:
    return answered(question, correct(question), delivery="closed_inside")


@behaviour("drip", argument="0.5")
def drip_the_body(question: Question, seconds: str) -> Reply:
    return answered(question, correct(question), delivery="drip", seconds=float(seconds))


@behaviour("slow", argument="0.5")
def answer_late(question: Question, seconds: str) -> Reply:
    return answered(question, correct(question), seconds=float(seconds))


@behaviour("broken_gzip")
def gzip_that_is_none(question: Question, argument: str) -> Reply:
    reply = answered(question, correct(question))
    return Reply(reply.body, headers={"content-encoding": "gzip"})


@behaviour("redirect", argument="/elsewhere")
def redirect(question: Question, location: str) -> Reply:
    return as_json({}, 307, headers={"location": location})


@behaviour("truncated_json")
def cut_the_json(question: Question, argument: str) -> Reply:
    reply = answered(question, correct(question))
    return Reply(reply.body[: len(reply.body) // 2])


@behaviour("html_200")
def html_as_success(question: Question, argument: str) -> Reply:
    return Reply(b"<html><body>Welcome to the proxy</body></html>", content_type="text/html")


@behaviour("html_502")
def html_as_failure(question: Question, argument: str) -> Reply:
    return Reply(b"<html><h1>502 Bad Gateway</h1></html>", 502, "text/html")


@behaviour("empty_body")
def no_bytes_at_all(question: Question, argument: str) -> Reply:
    return Reply(b"")


@behaviour("json_null")
def body_null(question: Question, argument: str) -> Reply:
    return as_json(None)


@behaviour("json_list")
def body_list(question: Question, argument: str) -> Reply:
    return as_json([])


@behaviour("whitespace_first")
def whitespace_before_the_json(question: Question, argument: str) -> Reply:
    reply = answered(question, correct(question))
    return Reply(b"\n \n\n" + reply.body)


@behaviour("invalid_utf8")
def bytes_that_are_no_text(question: Question, argument: str) -> Reply:
    reply = answered(question, Answer("FINAL ANSWER: MARK"))
    return Reply(reply.body.replace(b"MARK", b"caf\xe9\xff"))


@behaviour("200_error", argument="502")
def error_inside_a_success(question: Question, kind: str) -> Reply:
    _, body = question.wire.error(question, kind)
    return as_json(body)
