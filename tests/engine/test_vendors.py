"""The engine and each vendor's backend together, where the two could get in each other's way."""

from __future__ import annotations

import pytest

from engine_inputs import Run
from findorigin.engine import retry

ALL = ("openai", "anthropic", "gemini")
KEY_VARIABLE, KEY = "LOCAL_VENDOR_KEY", "sk-test-RECOGNISABLE-0123456789"
# A message may be cut inside the key: a part of it is a leak too.
KEY_PART = KEY[:16]


@pytest.fixture
def vendor(vendor, monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT_S", 0.002)
    monkeypatch.setattr(retry, "LONGEST_BACKOFF_S", 0.02)
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    return vendor


@pytest.fixture
def run(tmp_path):
    return Run(tmp_path)


@pytest.fixture
def ask(vendor, run):
    def ask(backend="openai", lengths=(2, 4), **entry):
        at = {"base_url": vendor.base_url(backend), "api_key_env": KEY_VARIABLE}
        return run.ask(lengths, backend=backend, **at | {"prices": {"input": 0.0, "output": 0.0}} | entry)

    return ask


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("behaviour", ["timeout", "drip:10"])
def test_a_reply_that_does_not_come_in_time_is_asked_again(vendor, ask, backend, behaviour):
    vendor.script(["ok", behaviour])
    rows = ask(backend, timeout_s=0.5)
    assert (rows[1]["status"], rows[1]["attempts"], len(vendor.calls)) == ("ok", 2, 3)


@pytest.mark.parametrize("backend", ALL)
def test_two_questions_with_the_same_reply_id_are_two_answers(vendor, ask, backend):
    vendor.script([], default="duplicate_id")
    assert [row["status"] for row in ask(backend)] == ["ok", "ok"]
    assert len(vendor.calls) == 2


@pytest.mark.parametrize("backend", ALL)
def test_text_of_any_kind_gets_into_the_table(vendor, ask, backend):
    vendor.script(["unusual_text", "lone_surrogate"])
    unusual, surrogate = ask(backend, max_in_flight=1)
    assert "FINAL ANSWER" in unusual["text"] and "\ufffd" in surrogate["text"]


@pytest.mark.parametrize("backend", ALL)
def test_nothing_is_sent_before_the_shortest_prompt_is_answered(vendor, ask, backend):
    vendor.set(latency=0.1)
    vendor.script(["429", "500"])
    assert len(ask(backend, (2, 4, 8), repeats=4)) == 12
    first = vendor.calls[:3]
    assert [call.open_at_start for call in first] == [1, 1, 1]
    assert len({call.body_sha256 for call in first}) == 1
    assert all(call.started >= first[-1].ended for call in vendor.calls[3:])
    assert vendor.counters.high_water > 1


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize(
    ("behaviour", "words"), [("400_context_length", "rejected"), ("reasoning_only", "output")]
)
def test_a_first_reply_that_bodes_ill_stops_the_model(vendor, ask, run, backend, behaviour, words):
    vendor.script([], default=behaviour)
    assert ask(backend, repeats=5) == [] and len(vendor.calls) == 1
    assert words in run.error


def test_a_first_reply_that_is_truncated_with_text_stops_nothing(vendor, ask):
    vendor.script(["length"])
    assert [row["status"] for row in ask()] == ["truncated", "ok"]


@pytest.mark.parametrize("behaviour", ["401", "403", "404", "insufficient_quota"])
def test_after_some_answers_too_no_new_call_is_sent(vendor, ask, run, behaviour):
    vendor.script(["ok", "ok"], default=behaviour)
    assert ask(repeats=5, max_in_flight=1) == []
    assert len(vendor.calls) == 3 and len(run.of_kind("response")) == 2 and "8 of 10" in run.error


@pytest.mark.parametrize("backend", ALL)
def test_a_rejected_question_is_not_asked_again_but_in_the_next_run(vendor, ask, run, backend):
    vendor.script(["ok", "400_temperature"])
    assert ask(backend, (2, 4, 8), max_in_flight=1) == [] and len(vendor.calls) == 3
    assert "1 of 3" in run.error and len(run.of_kind("error")) == 1
    assert len(ask(backend, (2, 4, 8))) == 3 and len(vendor.calls) == 4


def test_rejections_for_different_reasons_stop_nothing(vendor, ask, run):
    vendor.script(["ok", *["400", "400_temperature", "422", "413"] * 2])
    ask(repeats=6, max_in_flight=1)
    assert len(vendor.calls) == 12 and "8 of 12" in run.error


@pytest.mark.parametrize("backend", ALL)
def test_calls_in_flight_never_exceed_the_limit_when_some_fail(vendor, ask, backend):
    vendor.set(latency=0.02)
    vendor.script(["ok", *["429", "500", "reset_before"] * 3, "timeout"])
    rows = ask(backend, (2, 4, 8), repeats=4, max_in_flight=3, max_attempts=12, timeout_s=0.5)
    assert len(rows) == 12 and len(vendor.calls) == 12 + 10
    assert vendor.counters.high_water <= 3


def test_a_rate_limit_halves_what_is_in_flight(vendor, ask):
    vendor.set(latency=0.05)
    vendor.script(["ok", *["429"] * 4])
    assert len(ask(lengths=(2, 4, 8), repeats=4, max_in_flight=4)) == 12
    assert max(call.open_at_start for call in vendor.calls[1:5]) == 4
    assert max(call.open_at_start for call in vendor.calls[5:8]) <= 2


RULE = {"attempts": 2, "temperature": 0.8}


@pytest.mark.parametrize(
    ("backend", "script", "retries", "calls"),
    [
        *((backend, ["refused", "refused"], 2, 3) for backend in ALL),
        *(("gemini", [word], 1, 2) for word in ("finish:SAFETY", "finish:RECITATION", "block_reason:OTHER")),
        ("openai", ["ok", "400_content_filter"], 1, 3),
        ("gemini", ["refused", "429", "refused"], 2, 4),
        ("gemini", [], 0, 1),
    ],
)
def test_a_refusal_is_asked_again_at_another_temperature(vendor, ask, backend, script, retries, calls):
    vendor.script(script)
    row = ask(backend, (2, 4) if script[:1] == ["ok"] else (2,), refusal_retries=RULE)[-1]
    assert (row["status"], row["refusal_retries"], len(vendor.calls)) == ("ok", retries, calls)
    assert row["answer_temperature"] == (0.8 if retries else 0.0)


@pytest.mark.parametrize("backend", ALL)
def test_a_changed_limit_or_timeout_buys_nothing_again(vendor, ask, backend):
    rows = ask(backend)
    assert ask(backend, max_in_flight=1, timeout_s=9.0, max_attempts=7) == rows
    assert len(vendor.calls) == 2


ECHOES = ["ok_echo_key", "500_echo_key", "400_echo_key", *(f"500_echo_key:{n}" for n in range(240, 304, 3))]


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("last", ["ok", "bad_key"])
def test_a_key_is_nowhere_even_if_the_server_echoes_it(vendor, ask, run, capfd, backend, last):
    vendor.script(ECHOES, default=last)
    rows = ask(backend, repeats=4, max_attempts=40, max_in_flight=2)
    assert any(KEY in str(call.headers) for call in vendor.calls)
    assert len(vendor.calls) > len(ECHOES)
    assert KEY_PART not in "".join(capfd.readouterr()) + run.log + (run.error or "") + str(rows)
    files = [path for path in run.folder.rglob("*") if path.is_file()]
    assert any(path.suffix == ".jsonl" for path in files)
    assert [path.name for path in files if KEY_PART.encode() in path.read_bytes()] == []
