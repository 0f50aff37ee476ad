"""The engine against a vendor that misbehaves: what is asked again, what stops, what is kept, what it costs.

The first question of a run goes alone, so in most cases it is answered and a later one meets the behaviours.
"""

from __future__ import annotations

import json
import ssl
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from findorigin.common.tables import read_rows
from findorigin.engine import retry
from vendor import LocalVendor
from vendor.behaviours import UNUSUAL_TEXT
from vendor.running import KEY_VARIABLE, MODEL_ID, PUZZLES, entry, run, sweep, write_prompts

ALL = ("openai", "anthropic", "gemini")
KEY = "sk-test-RECOGNISABLE-0123456789"
# A message may be cut inside the key: a part of it is a leak too.
KEY_PART = KEY[:16]


@pytest.fixture(scope="module")
def server():
    with LocalVendor() as vendor:
        yield vendor


@pytest.fixture
def vendor(server):
    server.script([], default="ok")
    server.latency = 0.0
    server.counters.reset()
    return server


@pytest.fixture(scope="module")
def prompts(tmp_path_factory):
    path = tmp_path_factory.mktemp("prompts") / "d1.parquet"
    write_prompts(path)
    return path


@pytest.fixture(autouse=True, scope="module")
def impatient():
    """Back off for milliseconds; what the vendor asks for is waited for all the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(retry, "FIRST_WAIT_S", 0.002)
        patch.setattr(retry, "LONGEST_BACKOFF_S", 0.02)
        patch.setenv(KEY_VARIABLE, KEY)
        # Every client loads the world's certificates, half of a short run's time: loopback needs none.
        patch.setattr(ssl.SSLContext, "load_verify_locations", lambda *_, **__: None)
        yield


@pytest.fixture
def ask(vendor, prompts, tmp_path):
    """Run the engine against the vendor; further keyword arguments change the registry entry."""

    def ask(backend, n_lines=(2, 4), repeats=1, limit_usd=0.0, **changes):
        changed = entry(vendor, backend, **changes)
        return run(tmp_path, prompts, changed, sweep(n_lines, repeats), limit_usd=limit_usd)

    return ask


@dataclass
class Row:
    behaviours: str
    status: str
    attempts: int = 1
    vendors: Sequence[str] = ALL
    text: str | None = None

    @property
    def names(self):
        return self.behaviours.split()


def cases(rows):
    """Return one pytest case per row and vendor that it applies to."""
    return [
        pytest.param(vendor, row, id=f"{row.behaviours.replace(' ', '+')}-{vendor}")
        for row in rows
        for vendor in row.vendors
    ]


CHAT = ("openai", "anthropic")
OPENAI, ANTHROPIC, GEMINI = (("openai",), ("anthropic",), ("gemini",))
RIGHT = "FINAL ANSWER: "

ASKED_AGAIN = [
    Row("429 429", "ok", 3),
    Row("429_per_minute:0.1", "ok", 2, GEMINI),
    Row("408", "ok", 2),
    Row("409", "ok", 2),
    Row("500", "ok", 2),
    Row("502", "ok", 2),
    Row("503", "ok", 2),
    Row("504", "ok", 2),
    Row("529", "ok", 2),
    Row("html_502", "ok", 2),
    Row("reset_before", "ok", 2),
    Row("reset_inside", "ok", 2),
    Row("closed_inside", "ok", 2),
    Row("broken_gzip", "ok", 2),
    Row("truncated_json", "ok", 2),
    Row("html_200", "ok", 2),
    Row("empty_body", "ok", 2),
    Row("json_null", "ok", 2),
    Row("json_list", "ok", 2),
    Row("200_error", "ok", 2),
    Row("200_error:429", "ok", 2),
    Row("invalid_utf8", "ok", 2, CHAT),
    Row("no_choices", "ok", 2, ("openai", "gemini")),
    Row("finish:MALFORMED_RESPONSE", "ok", 2, GEMINI),
    Row("500 reset_before", "ok", 3),
]
KEPT = [
    Row("ok", "ok", text=RIGHT),
    Row("null_content", "empty"),
    Row("empty_text", "empty"),
    Row("no_choices", "empty", vendors=ANTHROPIC),
    Row("blank", "empty"),
    Row("null_content_length", "truncated"),
    Row("reasoning_only", "truncated", text=""),
    Row("no_candidates_length", "truncated", vendors=GEMINI),
    Row("length", "truncated", text="Step 1"),
    Row("length_with_answer", "truncated", text=RIGHT),
    Row("finish:model_context_window_exceeded", "truncated", vendors=ANTHROPIC),
    Row("thinking_then_text", "ok", text=RIGHT),
    Row("refused", "refused"),
    Row("refused_inside", "refused"),
    Row("refused_in_message", "refused", vendors=OPENAI),
    Row("400_content_filter", "refused", vendors=OPENAI),
    *(
        Row(f"finish:{word}", "refused", vendors=GEMINI)
        for word in ("SAFETY", "RECITATION", "BLOCKLIST", "SPII")
    ),
    Row("finish:MODEL_ARMOR", "refused", vendors=GEMINI),
    *(
        Row(f"block_reason:{word}", "refused", vendors=GEMINI)
        for word in ("SAFETY", "OTHER", "PROHIBITED_CONTENT")
    ),
    Row("400_context_length", "context_overflow"),
    Row("400_llama_cpp_context", "context_overflow", vendors=CHAT),
    Row("400_vllm_context", "context_overflow", vendors=OPENAI),
    Row("400_context_and_max_tokens", "context_overflow", vendors=ANTHROPIC),
    Row("invalid_utf8", "ok", vendors=GEMINI, text="caf\ufffd"),
    Row("whitespace_first", "ok", text=RIGHT),
    Row("drip:0.3", "ok", text=RIGHT),
    Row("ok_gzip", "ok", text=RIGHT),
    Row("ok_then_close", "ok", text=RIGHT),
    Row("huge:5000000", "ok", text=RIGHT),
    Row("unusual_text", "ok", text=UNUSUAL_TEXT),
    Row("lone_surrogate", "ok", text="\ufffd"),
    Row("duplicate_id", "ok"),
    Row("no_usage", "ok"),
]


@pytest.fixture(scope="module")
def answered(server, prompts, impatient, tmp_path_factory):
    """Have each vendor meet all its rows in one run, each row with a puzzle of its own.

    Returns {(vendor, behaviours): (row of the responses table, number of calls)}.
    """
    met = {}
    for backend in ALL:
        rows = [row for row in ASKED_AGAIN + KEPT if backend in row.vendors]
        puzzles = PUZZLES[1 : len(rows) + 1]
        questions = {row["puzzle"]: row["prompt"] for row in read_rows(prompts) if row["n_lines"] == 4}
        server.counters.reset()
        server.script(
            {"behaviour": behaviour, "match": questions[puzzle]}
            for row, puzzle in zip(rows, puzzles, strict=True)
            for behaviour in row.names
        )
        outcome = run(
            tmp_path_factory.mktemp(backend),
            prompts,
            entry(server, backend),
            sweep([2]),
            sweep([4], 1, puzzles),
        )
        assert outcome.error is None
        responses = {response["puzzle"]: response for response in outcome.rows}
        asked = Counter(
            puzzle for call in server.calls for puzzle in puzzles if asks(call, questions[puzzle])
        )
        for row, puzzle in zip(rows, puzzles, strict=True):
            met[backend, row.behaviours] = responses[puzzle], asked[puzzle]
    return met


def asks(call, question):
    """Whether a call puts this question: its body is that of a vendor, its text nowhere changed."""
    return json.dumps(question)[1:-1] in json.dumps(call.body)


@pytest.mark.parametrize(("backend", "row"), cases(ASKED_AGAIN + KEPT))
def test_a_question_ends_with_its_status_after_so_many_calls(answered, backend, row):
    response, calls = answered[backend, row.behaviours]
    assert (response["status"], response["attempts"], calls) == (row.status, row.attempts, row.attempts)
    if row.text is not None:
        assert row.text in response["text"]
    if row.status in ("refused", "context_overflow", "empty"):
        assert "FINAL ANSWER" not in response["text"]


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("behaviour", ["timeout", "drip:10"])
def test_a_reply_that_does_not_come_in_time_is_asked_again(vendor, ask, backend, behaviour):
    vendor.script(["ok", behaviour])
    outcome = ask(backend, timeout_s=0.5)
    assert (outcome.rows[1]["status"], outcome.rows[1]["attempts"]) == ("ok", 2)
    assert len(vendor.calls) == 3
    assert vendor.calls[1].ended - vendor.calls[1].started < 2


@pytest.mark.parametrize("backend", ALL)
def test_two_questions_with_the_same_reply_id_are_two_answers(vendor, ask, backend):
    vendor.script([], default="duplicate_id")
    outcome = ask(backend)
    assert [row["status"] for row in outcome.rows] == ["ok", "ok"]
    assert outcome.rows[0]["text"] != "" and len(vendor.calls) == 2


@pytest.mark.parametrize("backend", ALL)
def test_counts_of_tokens_mean_the_same_for_every_vendor(vendor, ask, backend):
    vendor.script(["cached_usage", "reasoning_usage", "no_usage"])
    columns = ("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens")
    cached, reasoning, none = (
        tuple(row[name] for name in columns) for row in ask(backend, n_lines=(2, 4, 8), max_in_flight=1).rows
    )
    assert cached in ((1000, 600, 50, 0), (1000, 600, 50, None))
    assert reasoning in ((1000, 0, 50, 30), (1000, None, 50, 30))
    assert none == (None, None, None, None)


# -- Retry-After: behaviour, vendors, seconds that must pass before the next call

WAITS = [
    ("429_retry_after:1", ALL, 1.0),
    ("429_retry_date:2", OPENAI, 0.99),
    ("429_retry_after_ms:400", CHAT, 0.4),
    ("429_retry_info:0.4", GEMINI, 0.4),
    ("503_retry_after:0.4", ANTHROPIC, 0.4),
]


@pytest.mark.parametrize(
    ("backend", "behaviour", "seconds"),
    [
        pytest.param(vendor, name, least, id=f"{name}-{vendor}")
        for name, who, least in WAITS
        for vendor in who
    ],
)
def test_what_the_vendor_asks_to_wait_is_waited(vendor, ask, backend, behaviour, seconds):
    vendor.script(["ok", behaviour])
    outcome = ask(backend)
    refused, answered = vendor.calls[1:]
    assert outcome.rows[1]["attempts"] == 2
    assert seconds <= answered.started - refused.started < seconds + 2


# -- what stops a model at once: behaviour, vendors, words of the line

STOPS = [
    ("401", ALL, KEY_VARIABLE),
    ("bad_key", ALL, KEY_VARIABLE),
    ("402", CHAT, "credit"),
    ("403", ALL, KEY_VARIABLE),
    ("404", ALL, MODEL_ID),
    ("insufficient_quota", ALL, "quota"),
    ("429_retry_after:86400", ALL, "quota"),
]


@pytest.mark.parametrize(
    ("backend", "behaviour", "words"),
    [
        pytest.param(vendor, name, words, id=f"{name}-{vendor}")
        for name, who, words in STOPS
        for vendor in who
    ],
)
def test_one_call_is_enough_to_see_that_no_other_can_succeed(vendor, ask, backend, behaviour, words):
    vendor.script([], default=behaviour)
    outcome = ask(backend, repeats=3)
    assert len(vendor.calls) == 1
    assert words in outcome.error and "\n" not in outcome.error
    assert KEY_PART not in outcome.error
    assert outcome.rows is None


@pytest.mark.parametrize("behaviour", ["401", "403", "404", "insufficient_quota"])
def test_after_some_answers_too_no_new_call_is_sent(vendor, ask, behaviour):
    vendor.script(["ok", "ok"], default=behaviour)
    outcome = ask("openai", repeats=5, max_in_flight=1)
    assert len(vendor.calls) == 3
    assert len(outcome.of_kind("response")) == 2 and "8 of 10" in outcome.error


# -- what ends one question only, without another try

NOT_ASKED_AGAIN = [
    Row("400", "error"),
    Row("400_unknown_parameter", "error"),
    Row("400_max_tokens", "error", vendors=OPENAI),
    Row("400_temperature", "error"),
    Row("redirect", "error"),
    Row("413", "error"),
    Row("422", "error", vendors=CHAT),
]


@pytest.mark.parametrize(("backend", "row"), cases(NOT_ASKED_AGAIN))
def test_a_rejected_question_is_an_error_and_asked_in_the_next_run(vendor, ask, backend, row):
    vendor.script(["ok", *row.names])
    outcome = ask(backend, n_lines=(2, 4, 8), max_in_flight=1)
    assert len(vendor.calls) == 3
    assert outcome.rows is None and "1 of 3" in outcome.error
    assert len(outcome.of_kind("error")) == 1 and len(outcome.of_kind("response")) == 2
    vendor.counters.reset()
    outcome = ask(backend, n_lines=(2, 4, 8))
    assert len(vendor.calls) == 1
    assert [row["status"] for row in outcome.rows] == ["ok", "ok", "ok"]


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("behaviours", ["503 503 503", "429 500 reset_before", "html_200 truncated_json 429"])
def test_calls_never_exceed_the_cap_of_attempts(vendor, ask, backend, behaviours):
    vendor.script(["ok", *behaviours.split()])
    outcome = ask(backend, max_attempts=3)
    assert len(vendor.calls) == 1 + 3
    assert outcome.rows is None and "1 of 2" in outcome.error
    assert [record["kind"] for record in outcome.journal].count("intent") == 4
    assert len(outcome.of_kind("response")) == 1


@pytest.mark.parametrize("backend", ALL)
def test_one_attempt_is_one_call(vendor, ask, backend):
    vendor.script(["ok"], default="500")
    ask(backend, max_attempts=1)
    assert len(vendor.calls) == 2


@pytest.mark.parametrize("backend", ALL)
def test_five_equal_rejections_stop_the_model(vendor, ask, backend):
    vendor.script(["ok"], default="400")
    outcome = ask(backend, repeats=10, max_in_flight=1)
    assert len(vendor.calls) == 1 + 5
    assert "19 of 20" in outcome.error and "400" in outcome.error


def test_rejections_for_different_reasons_stop_nothing(vendor, ask):
    vendor.script(["ok", *["400", "400_temperature", "422", "413"] * 2])
    outcome = ask("openai", repeats=6, max_in_flight=1)
    assert len(vendor.calls) == 12
    assert "8 of 12" in outcome.error


# -- the first question goes alone


@pytest.mark.parametrize("backend", ALL)
def test_nothing_is_sent_before_the_shortest_prompt_is_answered(vendor, ask, backend):
    vendor.latency = 0.1
    vendor.script(["429", "500"])
    outcome = ask(backend, n_lines=(2, 4, 8), repeats=4)
    assert outcome.error is None
    first = vendor.calls[:3]
    assert [call.open_at_start for call in first] == [1, 1, 1]
    assert len({call.body_sha256 for call in first}) == 1
    assert all(call.started >= first[-1].ended for call in vendor.calls[3:])
    assert vendor.high_water > 1


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ("400", "rejected"),
        ("400_temperature", "temperature"),
        ("400_context_length", "rejected"),
        ("null_content_length", "output"),
        ("reasoning_only", "output"),
        ("wrong_model:other-model", "other-model"),
    ],
)
def test_a_first_reply_that_bodes_ill_stops_the_model(vendor, ask, backend, behaviour, words):
    vendor.script([], default=behaviour)
    outcome = ask(backend, repeats=5)
    assert len(vendor.calls) == 1
    assert words in outcome.error and outcome.rows is None


def test_a_first_reply_that_is_truncated_with_text_stops_nothing(vendor, ask):
    vendor.script(["length"])
    assert [row["status"] for row in ask("openai").rows] == ["truncated", "ok"]


# -- the model that answered


@pytest.mark.parametrize("backend", ALL)
def test_another_model_is_recorded_and_never_among_the_responses(vendor, ask, backend):
    vendor.script(["ok"], default="wrong_model:other-model")
    outcome = ask(backend, repeats=5, max_in_flight=1)
    assert len(vendor.calls) == 2
    assert "other-model" in outcome.error and "served_as" in outcome.error
    assert outcome.rows is None
    kept = outcome.of_kind("response")[1]
    assert kept["served_model"] == "other-model" and kept["status"] not in ("ok", "truncated")


@pytest.mark.parametrize("backend", ALL)
def test_a_name_under_served_as_is_the_same_model(vendor, ask, backend):
    vendor.script([], default="dated_model:-2026-01-01")
    outcome = ask(backend, served_as=[f"{MODEL_ID}-2026-01-01"])
    assert {row["served_model"] for row in outcome.rows} == {f"{MODEL_ID}-2026-01-01"}


# -- how many at once


@pytest.mark.parametrize("backend", ALL)
def test_open_requests_never_exceed_the_limit_and_reach_it(vendor, ask, backend):
    vendor.latency = 0.05
    outcome = ask(backend, n_lines=(2, 4, 8), repeats=8, max_in_flight=4)
    assert outcome.error is None and len(vendor.calls) == 24
    assert vendor.high_water == 4


@pytest.mark.parametrize("backend", ALL)
def test_open_requests_never_exceed_the_limit_when_calls_fail(vendor, ask, backend):
    vendor.latency = 0.02
    vendor.script(["ok", *["429", "500", "reset_before"] * 3, "timeout"])
    outcome = ask(backend, n_lines=(2, 4, 8), repeats=4, max_in_flight=3, max_attempts=12, timeout_s=0.5)
    assert outcome.error is None
    assert vendor.high_water <= 3
    assert len(vendor.calls) == 12 + 10


def test_a_rate_limit_halves_what_is_in_flight(vendor, ask):
    vendor.latency = 0.05
    vendor.script(["ok", *["429"] * 4])
    outcome = ask("openai", n_lines=(2, 4, 8), repeats=4, max_in_flight=4)
    assert outcome.error is None
    assert max(call.open_at_start for call in vendor.calls[1:5]) == 4
    assert max(call.open_at_start for call in vendor.calls[5:8]) <= 2


# -- refusals that are asked again

RULE = {"attempts": 2, "temperature": 0.8}


def temperatures(vendor):
    return [(call.body.get("generationConfig") or call.body).get("temperature") for call in vendor.calls]


@pytest.mark.parametrize("backend", ALL)
def test_a_refusal_is_asked_again_at_another_temperature(vendor, ask, backend):
    vendor.script(["refused", "refused", "ok"])
    outcome = ask(backend, n_lines=(2,), refusal_retries=RULE)
    row = outcome.rows[0]
    assert (row["status"], row["refusal_retries"], row["answer_temperature"]) == ("ok", 2, 0.8)
    assert temperatures(vendor) == [0, 0.8, 0.8]


@pytest.mark.parametrize("backend", ALL)
def test_the_third_refusal_is_final(vendor, ask, backend):
    vendor.script([], default="refused")
    outcome = ask(backend, n_lines=(2,), refusal_retries=RULE)
    row = outcome.rows[0]
    assert (row["status"], row["refusal_retries"]) == ("refused", 2)
    assert len(vendor.calls) == 3
    ask(backend, n_lines=(2,), refusal_retries=RULE)
    assert len(vendor.calls) == 3


@pytest.mark.parametrize("behaviour", ["finish:SAFETY", "finish:RECITATION", "block_reason:OTHER"])
def test_every_word_for_a_refusal_is_asked_again(vendor, ask, behaviour):
    vendor.script([behaviour])
    row = ask("gemini", n_lines=(2,), refusal_retries=RULE).rows[0]
    assert (row["status"], row["refusal_retries"], row["answer_temperature"]) == ("ok", 1, 0.8)


def test_a_refusal_by_status_400_is_asked_again_too(vendor, ask):
    vendor.script(["ok", "400_content_filter"])
    row = ask("openai", refusal_retries=RULE).rows[1]
    assert (row["status"], row["refusal_retries"], row["answer_temperature"]) == ("ok", 1, 0.8)


def test_a_failed_call_between_refusals_does_not_count_as_one(vendor, ask):
    vendor.script(["refused", "429", "refused", "ok"])
    row = ask("gemini", n_lines=(2,), refusal_retries=RULE).rows[0]
    assert (row["status"], row["refusal_retries"]) == ("ok", 2)
    assert len(vendor.calls) == 4


def test_an_answer_at_once_has_its_own_temperature(vendor, ask):
    row = ask("gemini", n_lines=(2,), refusal_retries=RULE).rows[0]
    assert (row["refusal_retries"], row["answer_temperature"]) == (0, 0.0)


# -- what is sent


@pytest.mark.parametrize("backend", ALL)
def test_a_null_parameter_is_not_sent_and_recorded_as_such(vendor, ask, backend):
    outcome = ask(backend, n_lines=(2,), parameters={"temperature": None, "max_tokens": 256})
    assert temperatures(vendor) == [None]
    body = str(vendor.calls[0].body)
    assert "top_p" not in body and "topP" not in body and "stop" not in body
    assert outcome.of_kind("response")[0]["not_sent"] == ["temperature"]


@pytest.mark.parametrize("backend", ALL)
def test_system_message_and_limit_are_sent_in_the_words_of_the_vendor(vendor, ask, backend):
    ask(backend, n_lines=(2,))
    body = vendor.calls[0].body
    if backend == "gemini":
        system = body["systemInstruction"]["parts"][0]["text"]
        limit = body["generationConfig"]["maxOutputTokens"]
    elif backend == "anthropic":
        system, limit = body["system"], body["max_tokens"]
    else:
        system, limit = body["messages"][0]["content"], body["max_tokens"]
    assert (system, limit) == ("You are a helpful assistant.", 256)


@pytest.mark.parametrize(
    ("behaviour", "backend"), [("ok", "openai"), ("ok_prefill_repeated", "openai"), ("ok", "anthropic")]
)
def test_a_begun_answer_is_stored_once(vendor, ask, behaviour, backend):
    vendor.script([], default=behaviour)
    row = ask(backend, n_lines=(2,), assistant_prefill='FINAL ANSWER: "').rows[0]
    assert row["text"].startswith('FINAL ANSWER: "') and row["text"].count("FINAL ANSWER") == 1


# -- stored once, asked once


@pytest.mark.parametrize("backend", ALL)
def test_a_second_run_asks_nobody(vendor, ask, backend):
    first = ask(backend, repeats=3)
    assert len(vendor.calls) == 6
    assert ask(backend, repeats=3).rows == first.rows
    assert len(vendor.calls) == 6


@pytest.mark.parametrize("backend", ALL)
def test_a_changed_limit_or_timeout_buys_nothing_again(vendor, ask, backend):
    ask(backend)
    ask(backend, max_in_flight=1, timeout_s=9.0, max_attempts=7, api_key_env=KEY_VARIABLE)
    assert len(vendor.calls) == 2


def test_many_failures_in_a_row_stop_a_model_that_is_down(vendor, ask):
    vendor.script(["ok"], default="503")
    started = time.monotonic()
    outcome = ask("openai", n_lines=(2, 4, 8), repeats=20, max_attempts=2)
    assert outcome.rows is None
    assert len(vendor.calls) < 60 and time.monotonic() - started < 10


def test_a_vendor_that_bills_more_than_estimated_is_stopped_by_the_budget(vendor, ask):
    vendor.script([], default="huge:40000")
    prices = {"input": 0.0, "output": 100.0}
    outcome = ask("openai", repeats=5, prices=prices, limit_usd=0.3)
    assert len(vendor.calls) == 1
    assert "max_cost_usd" in outcome.error and outcome.rows is None
    assert outcome.of_kind("response")[0]["usd"] > 0.9


# -- keys

ECHOES = ["ok_echo_key", "500_echo_key", "400_echo_key", *(f"500_echo_key:{n}" for n in range(240, 304, 3))]


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("last", ["ok", "bad_key"])
def test_a_key_is_nowhere_even_if_the_server_echoes_it(vendor, ask, tmp_path, capfd, backend, last):
    vendor.script(ECHOES, default=last)
    outcome = ask(backend, repeats=4, max_attempts=40, max_in_flight=2)
    assert any(KEY in str(call.headers) for call in vendor.calls)
    assert len(vendor.calls) > len(ECHOES)
    printed = "".join(capfd.readouterr())
    assert KEY_PART not in printed + outcome.log + (outcome.error or "")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.suffix == ".jsonl" for path in files)
    leaking = [path.name for path in files if KEY_PART.encode() in path.read_bytes()]
    assert leaking == []
    assert KEY_PART not in str(outcome.rows) + str(outcome.journal)


AMBIENT_KEYS = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
)


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("variable", [KEY_VARIABLE, None])
def test_the_server_gets_the_key_of_its_entry_and_no_other(vendor, ask, monkeypatch, backend, variable):
    for name in AMBIENT_KEYS:
        monkeypatch.setenv(name, "sk-of-somebody-else")
    outcome = ask(backend, api_key_env=variable)
    assert outcome.error is None
    for call in vendor.calls:
        assert "somebody-else" not in str(call.headers)
        assert (KEY in str(call.headers)) == (variable is not None)


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("value", [None, "", "two words", "schlüssel"])
def test_without_a_usable_key_nothing_is_asked(vendor, ask, monkeypatch, backend, value):
    if value is None:
        monkeypatch.delenv(KEY_VARIABLE)
    else:
        monkeypatch.setenv(KEY_VARIABLE, value)
    outcome = ask(backend)
    assert KEY_VARIABLE in outcome.error and "\n" not in outcome.error
    assert vendor.calls == [] and outcome.rows is None
    assert not value or value not in outcome.error
