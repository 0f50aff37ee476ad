"""The engine against a local server: how it starts, bounds, retries, and when it stops."""

import os
import signal
import threading
import time

import pytest

from engine_inputs import Run, heeding
from findorigin.engine import retry
from findorigin.store.journal import Journal

BACKENDS = ("openai", "anthropic", "gemini")
PRICES = {"input": 1000.0, "output": 1000.0}
FREE = {"input": 0.0, "output": 0.0}
KEY = "sk-test-recognisable-0123456789"


@pytest.fixture
def vendor(vendor, monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT_S", 0.01)
    return vendor


@pytest.fixture
def ask(vendor, tmp_path):
    run = Run(tmp_path)

    def ask(lengths=(2, 4, 6, 8), backend="openai", max_cost_usd=0.0, **entry):
        options = {"max_cost_usd": max_cost_usd}
        return run.ask(
            lengths, backend=backend, options=options, **{"base_url": vendor.base_url(backend)} | entry
        )

    ask.run = run
    return ask


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_planned_cell_is_answered_once_and_then_never_again(backend, ask, vendor):
    first = ask(backend=backend, repeats=3)
    assert [row["status"] for row in first] == ["ok"] * 12
    assert len(vendor.calls) == 12
    assert ask(backend=backend, repeats=3) == first
    assert len(vendor.calls) == 12


def test_the_shortest_prompt_goes_first_and_alone(ask, vendor):
    vendor.set(latency=0.05)
    ask((8, 4, 2, 6))
    assert vendor.calls[0].open_at_start == 1
    sizes = [len(call.body["messages"][1]["content"]) for call in vendor.calls]
    assert sizes[0] == min(sizes)
    assert vendor.calls[1].open_at_start == 1
    assert vendor.counters.high_water > 1


def test_calls_in_flight_never_exceed_the_limit(ask, vendor):
    vendor.set(latency=0.02)
    ask(range(2, 42, 2), max_in_flight=5)
    assert vendor.counters.high_water == 5


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_429s_then_an_answer(backend, ask, vendor):
    vendor.script(["429", "429"])
    (row,) = ask((2,), backend=backend)
    assert (row["status"], row["attempts"], len(vendor.calls)) == ("ok", 3, 3)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_a_wait_too_long_to_be_a_retry_stops_the_model_whatever_the_status(status, backend, ask, vendor):
    vendor.script([], default=f"retry_after:{status}/86400")
    assert ask((2, 4), backend=backend) == []
    assert len(vendor.calls) == 1
    assert "has to wait too long" in ask.run.error and "to be asked again in 86400 s" in ask.run.error


def test_retry_after_is_obeyed(ask, vendor):
    vendor.script(["429_retry_after:1"])
    before = time.monotonic()
    ask((2,))
    assert time.monotonic() - before >= 1


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("trouble", ["500", "reset_inside", "truncated_json", "429"])
def test_no_more_calls_than_the_cap_of_attempts(trouble, backend, ask, vendor):
    vendor.script([], default=trouble)
    assert ask((2,), backend=backend) == []
    assert len(vendor.calls) == 3
    assert "1 of 1 answers are missing (most often: " in ask.run.error


def test_failed_cells_leave_the_others_stored_and_are_asked_again(ask, vendor):
    vendor.script(["ok", "500", "500", "500"])
    assert ask((2, 4, 6, 8), max_in_flight=1) == []
    assert "1 of 4 answers are missing (most often: HTTP 500" in ask.run.error
    assert len(vendor.calls) == 6
    assert len(ask((2, 4, 6, 8))) == 4
    assert len(vendor.calls) == 7


@pytest.mark.parametrize(
    ("trouble", "line"),
    [
        ("401", "does not accept the key in TEST_KEY"),
        ("403", "the key in TEST_KEY may not ask test-model"),
        ("404", "does not know the model test-model"),
        ("insufficient_quota", "quota or credit is used up"),
        ("400", "the shortest prompt was rejected"),
        ("null_content_length", "without a visible word"),
        ("wrong_model", "another-model-9 answered"),
    ],
)
def test_what_stops_a_model_after_one_call(trouble, line, ask, vendor, monkeypatch):
    monkeypatch.setenv("TEST_KEY", KEY)
    vendor.script([], default=trouble)
    assert ask(api_key_env="TEST_KEY", prices=FREE) == []
    assert line in ask.run.error
    assert len(vendor.calls) == 1


def test_five_equal_400s_stop_the_model(ask, vendor):
    vendor.script(["ok"], default="400")
    ask(range(2, 42, 2), max_in_flight=1)
    assert len(vendor.calls) == 6
    assert "5 prompts were rejected for the same reason" in ask.run.error


def test_five_questions_that_fail_every_attempt_stop_the_model(ask, vendor):
    vendor.script([], default="503")
    ask(range(2, 42, 2), max_attempts=2)
    assert len(vendor.calls) == 10
    assert "in a row failed every attempt" in ask.run.error


def test_a_context_overflow_after_the_first_answer_is_final(ask, vendor):
    vendor.script(["ok", "400_context_length"])
    rows = ask((2, 4))
    assert [row["status"] for row in rows] == ["ok", "context_overflow"]


def test_a_wrong_model_is_kept_but_not_final(ask, vendor):
    vendor.script(["ok", "wrong_model"])
    assert ask((2, 4)) == []
    kept = ask.run.of_kind("response")[1]
    assert (kept["status"], kept["served_model"]) == ("wrong_model", "another-model-9")
    assert len(ask((2, 4))) == 2


def test_a_wrong_models_reply_counts_once_its_name_is_listed(ask, vendor):
    vendor.script([], default="wrong_model")
    assert ask((2, 4)) == [] and len(vendor.calls) == 1
    rows = ask((2, 4), served_as=["another-model-9"])
    assert [(row["status"], row["served_model"]) for row in rows] == [("ok", "another-model-9")] * 2
    assert len(vendor.calls) == 2


def test_the_right_models_reply_comes_before_that_of_a_name_listed_later(ask, vendor):
    vendor.script(["wrong_model"])
    ask((2,))
    ask((2,))
    (row,) = ask((2,), served_as=["another-model-9"])
    assert row["served_model"] == "test-model"


def test_a_wrong_models_refusal_does_not_spare_the_retries(ask, vendor):
    vendor.script([], default="wrong_model_refused")
    assert ask((2,), backend="gemini", refusal_retries=GEMINI_RULE) == []
    rows = ask((2,), backend="gemini", refusal_retries=GEMINI_RULE, served_as=["another-model-9"])
    assert [row["refusal_retries"] for row in rows] == [2]


def test_a_listed_served_name_is_the_same_model(ask, vendor):
    vendor.script([], default="dated_model:-2026-01-01")
    (row,) = ask((2,), served_as=["test-model-2026-01-01"])
    assert row["served_model"] == "test-model-2026-01-01"


GEMINI_RULE = {"attempts": 2, "temperature": 0.8}


class TestTheGeminiRule:
    def test_refused_twice_then_answered(self, ask, vendor):
        vendor.script(["refused", "refused"])
        (row,) = ask((2,), backend="gemini", refusal_retries=GEMINI_RULE)
        assert (row["status"], row["refusal_retries"], row["answer_temperature"]) == ("ok", 2, 0.8)
        assert len(ask.run.of_kind("refusal")) == 2
        asked = [call.body["generationConfig"]["temperature"] for call in vendor.calls]
        assert asked == [0, 0.8, 0.8]

    def test_refused_to_the_end(self, ask, vendor):
        vendor.script([], default="block_reason")
        (row,) = ask((2,), backend="gemini", refusal_retries=GEMINI_RULE)
        assert (row["status"], row["refusal_retries"], len(vendor.calls)) == ("refused", 2, 3)

    def test_without_the_rule_a_refusal_is_final_at_once(self, ask, vendor):
        vendor.script([], default="refused")
        (row,) = ask((2,), backend="gemini")
        assert (row["status"], row["refusal_retries"], row["answer_temperature"]) == ("refused", 0, 0.0)
        assert len(vendor.calls) == 1


class TestTheBudget:
    def test_nothing_is_sent_while_the_estimate_is_above_the_limit(self, ask, vendor):
        ask(prices=PRICES, max_cost_usd=0.5)
        assert "raise max_cost_usd" in ask.run.error
        assert vendor.calls == []

    def test_the_running_cost_stops_at_the_limit_in_flight_calls_included(self, ask, vendor):
        vendor.set(latency=0.02)
        vendor.script([], default="cached_usage")  # 1,050 tokens a call, more than estimated
        ask(range(2, 22, 2), prices=PRICES, max_cost_usd=6.0)
        assert "stopped by the budget" in ask.run.error
        spent = sum(record["usd"] for record in ask.run.of_kind("response"))
        assert 0 < spent <= 6.0

    def test_the_limit_counts_earlier_runs(self, ask, vendor):
        ask((2,), prices=PRICES, max_cost_usd=2.0)
        calls, (record,) = len(vendor.calls), ask.run.of_kind("response")
        enough_for_the_second = 2 * record["usd"] + 0.25
        ask((2, 4), prices=PRICES, max_cost_usd=enough_for_the_second)
        assert "raise max_cost_usd" in ask.run.error
        assert len(vendor.calls) == calls

    def test_an_unknown_price_is_refused(self, ask):
        ask((2,), base_url="https://vendor.example/v1")
        assert "prices are unknown" in ask.run.error

    def test_a_stored_model_needs_no_budget(self, ask, vendor):
        rows = ask((2,), prices=PRICES, max_cost_usd=2.0)
        assert ask((2,), prices=PRICES, max_cost_usd=0.0) == rows


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_lets_the_calls_in_flight_end_and_stores_them(number, ask, vendor):
    vendor.set(latency=0.1)

    def interrupt():
        while len(vendor.calls) < 6:
            time.sleep(0.02)
        os.kill(os.getpid(), number)

    with heeding(number):
        threading.Thread(target=interrupt, daemon=True).start()
        ask(range(2, 82, 2))
    assert f"interrupted ({number.name})" in ask.run.error
    assert len(ask.run.of_kind("response")) == len(vendor.calls) < 40
    assert vendor.counters.dropped == 0


def test_a_key_echoed_by_the_server_is_written_nowhere(ask, vendor, monkeypatch, capfd):
    monkeypatch.setenv("TEST_KEY", KEY)
    for trouble in ("400_echo_key:290", "500_echo_key", "ok_echo_key", "bad_key"):
        vendor.script([trouble], default="401")
        ask((2, 4), api_key_env="TEST_KEY", prices=FREE)
        written = ask.run.journal + ask.run.log + (ask.run.error or "") + "".join(capfd.readouterr())
        assert KEY[:10] not in written


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "oddity",
    ["absurd_usage:400", "absurd_usage:20", "absurd_usage:13", "deep:900", "surrogate_finish"],
)
def test_a_paid_reply_with_something_odd_about_it_is_kept_and_paid_once(oddity, backend, ask, vendor):
    vendor.script([], default=oddity)
    for _ in range(2):
        rows = ask((2,), backend=backend, prices=PRICES, max_cost_usd=100)
        assert [row["text"] is not None for row in rows] == [True]
    assert len(vendor.calls) == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_name_that_no_file_can_hold_stops_the_model_in_a_line_that_one_can(backend, ask, vendor):
    vendor.script([], default="surrogate_model")
    ask((2,), backend=backend)
    assert "asked for test-model, but \ufffd answered" in ask.run.error
    assert ask.run.error.encode() and ask.run.of_kind("response")[0]["served_model"] == "\ud83d"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("digits", "stored"), [(10, 10**10), (12, 10**12), (13, None), (19, None)])
def test_a_vendors_count_is_stored_as_wide_as_it_is_and_an_absurd_one_is_unknown(
    digits, stored, backend, ask, vendor
):
    vendor.script([], default=f"absurd_usage:{digits}")
    for _ in range(2):
        (row,) = ask((2,), backend=backend)
        assert row["input_tokens"] == stored
    (record,) = ask.run.of_kind("response")
    assert str(10**digits) in str(record["raw"])


def test_a_reply_nested_beyond_reading_is_an_error_and_no_traceback(ask, vendor):
    vendor.script([], default="deep:100000")
    assert ask((2,), max_attempts=2) == []
    assert "is not JSON" in ask.run.error and len(vendor.calls) == 2


@pytest.mark.parametrize(
    ("backend", "variable"),
    [("openai", "OPENAI_CUSTOM_HEADERS"), ("anthropic", "ANTHROPIC_CUSTOM_HEADERS")],
)
def test_headers_of_the_environment_are_not_sent(backend, variable, ask, vendor, monkeypatch):
    monkeypatch.setenv(variable, "Authorization: Bearer sk-another\nX-Mine: of-mine")
    ask((2,), backend=backend)
    assert "of-mine" not in str(vendor.calls[0].headers) and "sk-another" not in str(vendor.calls[0].headers)
    assert os.environ[variable]


def test_the_accounts_at_openai_are_not_told_to_other_endpoints(ask, vendor, monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-mine")
    ask((2,))
    assert "of-mine" not in str(vendor.calls[0].headers)


def test_the_same_prompt_for_two_cells_is_asked_once(ask, vendor):
    rows = ask((2, 2))
    assert len(vendor.calls) == len({row["request_sha256"] for row in rows}) == 1


def test_what_is_sent_is_what_the_registry_says(ask, vendor):
    ask((2,), parameters={"temperature": None, "max_completion_tokens": 99, "reasoning_effort": "low"})
    body = vendor.calls[0].body
    assert set(body) == {"model", "messages", "max_completion_tokens", "reasoning_effort"}
    record = ask.run.of_kind("response")[0]
    assert record["sent"] == {"max_completion_tokens": 99, "reasoning_effort": "low"}
    assert record["not_sent"] == ["temperature"]


def test_an_answer_that_needs_longer_than_its_timeout_is_cut_off(ask, vendor):
    vendor.script(["timeout"])
    (row,) = ask((2,), timeout_s=0.3)
    assert row["attempts"] == 2


def test_a_full_disk_stops_with_one_line_and_keeps_what_was_stored(ask, vendor, monkeypatch):
    written = Journal.write_response
    count = 0

    async def write_response(self, record):
        nonlocal count
        count += 1
        if count > 2:
            raise OSError(28, "No space left on device")
        await written(self, record)

    monkeypatch.setattr(Journal, "write_response", write_response)
    ask(range(2, 42, 2))
    assert "the store can't be written" in ask.run.error
    monkeypatch.undo()
    assert len(ask.run.of_kind("response")) == 2
