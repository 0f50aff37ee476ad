"""What each backend makes of whatever a vendor may answer, with the vendor's own SDK in between.

All rows of a table that concern a vendor are met over one connection. What the engine makes of a reply or a
failure is tested with the engine.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from backend_inputs import asked, model
from findorigin.backends import connections, failures
from findorigin.backends.base import request_of
from findorigin.backends.failures import Failure
from vendor import LocalVendor
from vendor.behaviours import UNUSUAL_TEXT

ALL = ("openai", "anthropic", "gemini")
CHAT = ("openai", "anthropic")
OPENAI, ANTHROPIC, GEMINI = (("openai",), ("anthropic",), ("gemini",))
RIGHT = "FINAL ANSWER: origin"
KEY_VARIABLE, KEY = "LOCAL_VENDOR_KEY", "sk-test-RECOGNISABLE-0123456789"


@pytest.fixture(scope="module", autouse=True)
def at_home():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_VARIABLE, KEY)
        # Every client loads the world's certificates, half of a short run's time: loopback needs none.
        patch.setattr(ssl.SSLContext, "load_verify_locations", lambda *_, **__: None)
        yield


@pytest.fixture(scope="module")
def server(at_home):
    with LocalVendor() as vendor:
        yield vendor


@pytest.fixture
def vendor(server):
    server.script([], default="ok")
    server.forget()
    return server


def meet(vendor, backend, behaviours, **changes):
    """Ask once for each behaviour; return the replies and failures.

    Each over a connection of its own: one that the server has just dropped would fail the question after.
    """
    of = model(
        backend,
        **{"id": "model-1", "base_url": vendor.base_url(backend), "api_key_env": KEY_VARIABLE} | changes,
    )

    async def ask():
        outcomes = []
        for _ in behaviours:
            async with connections.connect(of, asked(of)) as client:
                try:
                    outcomes.append(await client.ask(request_of(asked(of))))
                except Failure as failure:
                    outcomes.append(failure)
        return outcomes

    vendor.script(behaviours)
    return asyncio.run(ask())


@dataclass(frozen=True)
class Row:
    """`outcome`: the status of a reply, or the kind of a failure. `text` stands in the reply."""

    behaviour: str
    outcome: str
    vendors: Sequence[str] = ALL
    text: str | None = None


AGAIN, LATER = failures.TRANSIENT, failures.RATE_LIMIT
FAILED = [
    *(Row(status, AGAIN) for status in ("408", "409", "500", "502", "504", "html_502")),
    *(Row(status, LATER) for status in ("429", "503", "529")),
    Row("429_per_minute:0.1", LATER, GEMINI),
    *(Row(cut, AGAIN) for cut in ("reset_before", "reset_inside", "closed_inside", "broken_gzip")),
    *(Row(odd, AGAIN) for odd in ("truncated_json", "html_200", "empty_body", "json_null", "json_list")),
    Row("200_error", AGAIN),
    Row("invalid_utf8", AGAIN, CHAT),
    Row("no_choices", AGAIN, ("openai", "gemini")),
    Row("finish:MALFORMED_RESPONSE", AGAIN, GEMINI),
    *(Row(name, failures.KEY_REJECTED) for name in ("401", "bad_key")),
    Row("402", failures.EXHAUSTED, CHAT),
    Row("403", failures.FORBIDDEN),
    Row("404", failures.UNKNOWN_MODEL),
    Row("insufficient_quota", failures.EXHAUSTED),
    Row("429_retry_after:86400", failures.EXHAUSTED),
    *(Row(name, failures.BAD_REQUEST) for name in ("400", "400_unknown_parameter", "400_temperature")),
    *(Row(name, failures.BAD_REQUEST) for name in ("redirect", "413")),
    Row("400_max_tokens", failures.BAD_REQUEST, OPENAI),
    Row("422", failures.BAD_REQUEST, CHAT),
    Row("400_content_filter", failures.REFUSED, OPENAI),
    Row("400_context_length", failures.CONTEXT_OVERFLOW),
    Row("400_llama_cpp_context", failures.CONTEXT_OVERFLOW, CHAT),
    Row("400_vllm_context", failures.CONTEXT_OVERFLOW, OPENAI),
    Row("400_context_and_max_tokens", failures.CONTEXT_OVERFLOW, ANTHROPIC),
]
REPLIED = [
    *(Row(name, "ok", text=RIGHT) for name in ("ok", "thinking_then_text", "whitespace_first", "drip:0.3")),
    *(Row(name, "ok", text=RIGHT) for name in ("ok_gzip", "ok_then_close", "huge:5000000", "no_usage")),
    Row("unusual_text", "ok", text=UNUSUAL_TEXT),
    Row("lone_surrogate", "ok", text="\ud83d"),
    Row("invalid_utf8", "ok", GEMINI, text="caf\ufffd"),
    *(Row(name, "empty") for name in ("null_content", "empty_text", "blank")),
    Row("no_choices", "empty", ANTHROPIC),
    Row("null_content_length", "truncated", text=""),
    Row("reasoning_only", "truncated", text=""),
    Row("no_candidates_length", "truncated", GEMINI),
    Row("length", "truncated", text="Step 1"),
    Row("length_with_answer", "truncated", text=RIGHT),
    Row("finish:model_context_window_exceeded", "truncated", ANTHROPIC),
    *(Row(name, "refused") for name in ("refused", "refused_inside")),
    Row("refused_in_message", "refused", OPENAI),
    *(
        Row(f"finish:{word}", "refused", GEMINI)
        for word in ("SAFETY", "RECITATION", "BLOCKLIST", "SPII", "MODEL_ARMOR")
    ),
    *(Row(f"block_reason:{word}", "refused", GEMINI) for word in ("SAFETY", "OTHER", "PROHIBITED_CONTENT")),
]


@pytest.fixture(scope="module")
def met(server):
    """Return {(vendor, behaviour): outcome}; each question was one call, whatever came back."""
    found = {}
    for backend in ALL:
        behaviours = [row.behaviour for row in FAILED + REPLIED if backend in row.vendors]
        server.forget()
        outcomes = meet(server, backend, behaviours)
        assert len(server.calls) == len(behaviours)
        found |= {(backend, name): outcome for name, outcome in zip(behaviours, outcomes, strict=True)}
    return found


def cases(rows):
    return [pytest.param(name, row, id=f"{row.behaviour}-{name}") for row in rows for name in row.vendors]


@pytest.mark.parametrize(("backend", "row"), cases(FAILED))
def test_what_is_no_answer_is_a_failure_of_its_kind(met, backend, row):
    failure = met[backend, row.behaviour]
    assert isinstance(failure, Failure) and failure.kind == row.outcome
    assert failure.message and "\n" not in failure.message
    # What may have reached the model may have been paid for.
    assert failure.billed == (failure.http_status in (None, 200))


@pytest.mark.parametrize(("backend", "row"), cases(REPLIED))
def test_an_answer_has_its_status_and_text(met, backend, row):
    reply = met[backend, row.behaviour]
    assert reply.status == row.outcome
    assert (row.text or "") in reply.text
    assert reply.visible == bool(reply.text.strip())
    if row.outcome in ("refused", "empty"):
        assert "FINAL ANSWER" not in reply.text


@pytest.mark.parametrize("backend", ALL)
def test_an_error_within_a_reply_may_say_what_it_is(vendor, backend):
    (failure,) = meet(vendor, backend, ["200_error:429"])
    assert failure.kind in (AGAIN, LATER)


@pytest.mark.parametrize("backend", CHAT)
def test_a_reply_that_does_not_come_is_a_timeout(vendor, backend):
    (failure,) = meet(vendor, backend, ["timeout"], timeout_s=0.3)
    assert (failure.kind, failure.billed) == (AGAIN, True)


WAITS = [
    ("429_retry_after:7", ALL, 7.0),
    ("429_retry_after_ms:400", CHAT, 0.4),
    ("429_retry_info:0.4", GEMINI, 0.4),
    ("503_retry_after:0.4", ALL, 0.4),
]


@pytest.mark.parametrize(("behaviour", "backends", "seconds"), WAITS)
def test_how_long_the_vendor_asks_to_wait(vendor, behaviour, backends, seconds):
    for backend in backends:
        (failure,) = meet(vendor, backend, [behaviour])
        assert failure.retry_after_s == seconds


def test_a_date_to_wait_for(vendor):
    (failure,) = meet(vendor, "openai", ["429_retry_date:20"])
    assert 0 < failure.retry_after_s <= 20


@pytest.mark.parametrize("backend", ALL)
def test_counts_of_tokens_mean_the_same_for_every_vendor(vendor, backend):
    replies = meet(vendor, backend, ["cached_usage", "reasoning_usage", "no_usage"])
    cached, reasoning, none = (
        (reply.input_tokens, reply.cached_tokens or 0, reply.output_tokens, reply.reasoning_tokens or 0)
        for reply in replies
    )
    assert cached == (1000, 600, 50, 0)
    assert reasoning == (1000, 0, 50, 30)
    assert none == (None, 0, None, 0)


@pytest.mark.parametrize("backend", ALL)
def test_the_model_that_answered_is_told(vendor, backend):
    replies = meet(vendor, backend, ["ok", "wrong_model:other-model", "dated_model:-2026-01-01"])
    assert [reply.served_model for reply in replies] == ["model-1", "other-model", "model-1-2026-01-01"]


# -- what is sent


@pytest.mark.parametrize("backend", ALL)
def test_what_is_sent_is_in_the_words_of_the_vendor_and_nothing_else(vendor, backend):
    meet(vendor, backend, ["ok"], parameters={"temperature": None, "max_tokens": 256})
    body = vendor.calls[0].body
    prompt = asked(model(backend)).prompt
    if backend == "gemini":
        assert body["systemInstruction"]["parts"][0]["text"] == "You are a helpful assistant."
        assert body["contents"][0]["parts"][0]["text"] == prompt
        assert body["generationConfig"] == {"maxOutputTokens": 256}
        assert set(body) == {"systemInstruction", "contents", "generationConfig"}
        return
    user = {"role": "user", "content": prompt}
    system = {"role": "system", "content": "You are a helpful assistant."}
    own = {"system": system["content"]} if backend == "anthropic" else {}
    messages = [user] if own else [system, user]
    assert body == {"model": "model-1", "messages": messages, "max_tokens": 256, **own}


@pytest.mark.parametrize(
    ("behaviour", "backend"), [("ok", "openai"), ("ok_prefill_repeated", "openai"), ("ok", "anthropic")]
)
def test_a_begun_answer_is_told_once(vendor, behaviour, backend):
    (reply,) = meet(vendor, backend, [behaviour], assistant_prefill='FINAL ANSWER: "')
    assert reply.text.startswith('FINAL ANSWER: "') and reply.text.count("FINAL ANSWER") == 1


AMBIENT_KEYS = (
    *("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "GEMINI_API_KEY", "GOOGLE_API_KEY"),
)


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("variable", [KEY_VARIABLE, None])
def test_the_server_gets_the_key_of_its_entry_and_no_other(vendor, monkeypatch, backend, variable):
    for name in AMBIENT_KEYS:
        monkeypatch.setenv(name, "sk-of-somebody-else")
    meet(vendor, backend, ["ok"], api_key_env=variable)
    headers = str(vendor.calls[0].headers)
    assert "somebody-else" not in headers
    assert (KEY in headers) == (variable is not None)
