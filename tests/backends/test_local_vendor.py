"""The local vendor is close enough to the real ones: their SDKs read its replies and raise their errors."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import anthropic
import httpx2
import openai
import pytest
from google import genai
from google.genai import errors, types

from vendor import LocalVendor
from vendor.behaviours import BEHAVIOURS, UNUSUAL_TEXT, names_for
from vendor.solving import correct_text, find_origin

VENDORS = ("openai", "anthropic", "gemini")
KEY = "sk-test-RECOGNISABLE-0123456789"
PROMPT = """For example:
"X" is connected to "Y"
"Y" is connected to "Z"
In this scenario, the origin of "Z" is "X".

"dad" is connected to "admire"
"games" is connected to "examples"
"workbench" is connected to "dad"
"comparable" is connected to "games"

Your task is to find the origin of "admire". Your final answer must be in this format: FINAL ANSWER: ..."""
CORRECT = correct_text(PROMPT)


@pytest.fixture(scope="module")
def server():
    with LocalVendor() as vendor:
        yield vendor


@pytest.fixture
def vendor(server):
    server.script([], default="ok")
    server.counters.reset()
    return server


@pytest.fixture(scope="module")
def clients(server):
    """One client per vendor; a call that is not answered within half a second fails."""
    return {
        "openai": openai.OpenAI(api_key=KEY, base_url=server.base_url("openai"), max_retries=0, timeout=0.5),
        "anthropic": anthropic.Anthropic(
            api_key=KEY, base_url=server.base_url("anthropic"), max_retries=0, timeout=0.5
        ),
        "gemini": genai.Client(
            api_key=KEY,
            http_options=types.HttpOptions(
                base_url=server.base_url("gemini"),
                timeout=500,
                retry_options=types.HttpRetryOptions(attempts=1),
            ),
        ),
    }


@pytest.fixture
def ask(clients):
    """Ask a vendor for a reply to PROMPT with its own SDK."""

    def ask(vendor_name, prompt=PROMPT):
        client = clients[vendor_name]
        if vendor_name == "openai":
            messages = [{"role": "user", "content": prompt}]
            return client.chat.completions.create(model="m-1", messages=messages, temperature=0)
        if vendor_name == "anthropic":
            return client.messages.create(
                model="m-1",
                messages=[{"role": "user", "content": prompt}],
                max_tokens=256,
                extra_body={"temperature": 0.0},
            )
        config = types.GenerateContentConfig(temperature=0)
        return client.models.generate_content(model="m-1", contents=prompt, config=config)

    return ask


def finish_and_text(reply):
    """Return finish reason and visible text of any vendor's reply object."""
    if hasattr(reply, "choices"):
        return reply.choices[0].finish_reason, reply.choices[0].message.content
    if hasattr(reply, "stop_reason"):
        return reply.stop_reason, "".join(block.text for block in reply.content if block.type == "text")
    finish = reply.candidates[0].finish_reason
    return finish.value, reply.text


def served_model(reply):
    return reply.model_version if hasattr(reply, "model_version") else reply.model


# -- right answers


@pytest.mark.parametrize("vendor_name", VENDORS)
def test_a_prompt_is_answered_correctly(vendor, ask, vendor_name):
    finish, text = finish_and_text(ask(vendor_name))
    assert finish == {"openai": "stop", "anthropic": "end_turn", "gemini": "STOP"}[vendor_name]
    assert text == CORRECT and text.endswith("FINAL ANSWER: workbench")
    assert len(vendor.calls) == 1


def test_the_answer_is_found_by_following_the_chain_back():
    lines = [f'"w{i}" is connected to "w{i + 1}"' for i in range(5)]
    assert find_origin("\n".join([*lines, 'find the origin of "w5".'])) == "w0"
    assert find_origin("no list, no question") is None


# -- errors: behaviour -> exception of openai, anthropic, google-genai (None: does not apply)

STATUS_ERRORS = [
    ("400", openai.BadRequestError, anthropic.BadRequestError, errors.ClientError),
    ("400_unknown_parameter", openai.BadRequestError, anthropic.BadRequestError, errors.ClientError),
    ("400_context_length", openai.BadRequestError, anthropic.BadRequestError, errors.ClientError),
    ("400_context_and_max_tokens", None, anthropic.BadRequestError, None),
    ("400_llama_cpp_context", openai.BadRequestError, anthropic.BadRequestError, None),
    ("400_vllm_context", openai.BadRequestError, None, None),
    ("400_max_tokens", openai.BadRequestError, None, None),
    ("400_temperature", openai.BadRequestError, anthropic.BadRequestError, errors.ClientError),
    ("400_content_filter", openai.BadRequestError, None, None),
    ("400_echo_key", openai.BadRequestError, anthropic.BadRequestError, errors.ClientError),
    ("bad_key", openai.AuthenticationError, anthropic.AuthenticationError, errors.ClientError),
    ("401", openai.AuthenticationError, anthropic.AuthenticationError, errors.ClientError),
    ("402", openai.APIStatusError, anthropic.PaymentRequiredError, None),
    ("403", openai.PermissionDeniedError, anthropic.PermissionDeniedError, errors.ClientError),
    ("404", openai.NotFoundError, anthropic.NotFoundError, errors.ClientError),
    ("408", openai.APIStatusError, anthropic.RequestTimeoutError, errors.ClientError),
    ("409", openai.ConflictError, anthropic.ConflictError, errors.ClientError),
    ("413", openai.APIStatusError, anthropic.ContentTooLargeError, errors.ClientError),
    ("422", openai.UnprocessableEntityError, anthropic.UnprocessableEntityError, None),
    ("429", openai.RateLimitError, anthropic.RateLimitError, errors.ClientError),
    ("429_retry_after", openai.RateLimitError, anthropic.RateLimitError, errors.ClientError),
    ("429_retry_date", openai.RateLimitError, anthropic.RateLimitError, errors.ClientError),
    ("429_retry_after_ms", openai.RateLimitError, anthropic.RateLimitError, None),
    ("429_retry_info", None, None, errors.ClientError),
    ("429_per_minute", None, None, errors.ClientError),
    ("insufficient_quota", openai.RateLimitError, anthropic.BadRequestError, errors.ClientError),
    ("500", openai.InternalServerError, anthropic.InternalServerError, errors.ServerError),
    ("500_echo_key", openai.InternalServerError, anthropic.InternalServerError, errors.ServerError),
    ("502", openai.InternalServerError, anthropic.InternalServerError, errors.ServerError),
    ("503", openai.InternalServerError, anthropic.ServiceUnavailableError, errors.ServerError),
    ("503_retry_after", openai.InternalServerError, anthropic.ServiceUnavailableError, errors.ServerError),
    ("504", openai.InternalServerError, anthropic.GatewayTimeoutError, errors.ServerError),
    ("529", openai.InternalServerError, anthropic.OverloadedError, errors.ServerError),
    ("redirect", openai.NotFoundError, anthropic.NotFoundError, errors.ClientError),
    ("html_502", openai.InternalServerError, anthropic.InternalServerError, errors.ServerError),
]
TRANSPORT_ERRORS = [
    ("timeout", openai.APITimeoutError, anthropic.APITimeoutError, httpx2.ReadTimeout),
    ("reset_before", openai.APIConnectionError, anthropic.APIConnectionError, httpx2.ReadError),
    ("reset_inside", openai.APIConnectionError, anthropic.APIConnectionError, httpx2.ReadError),
    ("closed_inside", openai.APIConnectionError, anthropic.APIConnectionError, httpx2.RemoteProtocolError),
    ("broken_gzip", openai.APIConnectionError, anthropic.APIConnectionError, httpx2.DecodingError),
    ("truncated_json", json.JSONDecodeError, json.JSONDecodeError, json.JSONDecodeError),
    ("invalid_utf8", UnicodeDecodeError, UnicodeDecodeError, None),
]
# Replies with status 200 that most SDKs take for a success: the caller gets an object or text of no use.
UNNOTICED = ("html_200", "empty_body", "json_null", "json_list", "200_error")


def by_vendor(table):
    """Return one pytest case per row and vendor that it applies to."""
    return [
        pytest.param(name, vendor, row[index], id=f"{name}-{vendor}")
        for name, *row in table
        for index, vendor in enumerate(VENDORS)
        if row[index] is not None
    ]


@pytest.mark.parametrize(("behaviour", "vendor_name", "expected"), by_vendor(STATUS_ERRORS))
def test_a_status_raises_the_error_of_the_sdk(vendor, ask, behaviour, vendor_name, expected):
    vendor.script([behaviour])
    with pytest.raises(expected) as raised:
        ask(vendor_name)
    assert type(raised.value) is expected
    status = raised.value.code if vendor_name == "gemini" else raised.value.status_code
    leading = behaviour.partition("_")[0]
    if leading.isdigit():
        assert status == int(leading)
    assert len(vendor.calls) == 1


@pytest.mark.parametrize(("behaviour", "vendor_name", "expected"), by_vendor(TRANSPORT_ERRORS))
def test_a_broken_reply_raises_the_error_of_the_sdk(vendor, ask, behaviour, vendor_name, expected):
    vendor.script([behaviour])
    with pytest.raises(expected):
        ask(vendor_name)
    assert len(vendor.calls) == 1


@pytest.mark.parametrize("vendor_name", VENDORS)
@pytest.mark.parametrize("behaviour", UNNOTICED)
def test_nonsense_with_status_200_carries_no_answer(vendor, ask, behaviour, vendor_name):
    vendor.script([behaviour])
    with pytest.raises((json.JSONDecodeError, AttributeError, TypeError)):
        finish_and_text(ask(vendor_name))
    assert len(vendor.calls) == 1


ERROR_WORDS = [
    ("insufficient_quota", "openai", lambda error: error.code == "insufficient_quota"),
    ("insufficient_quota", "anthropic", lambda error: "credit balance" in str(error)),
    ("insufficient_quota", "gemini", lambda error: "PerDay" in str(error.details)),
    ("429", "anthropic", lambda error: error.type == "rate_limit_error"),
    ("429", "gemini", lambda error: error.status == "RESOURCE_EXHAUSTED"),
    ("400_context_length", "openai", lambda error: error.code == "context_length_exceeded"),
    ("400_llama_cpp_context", "openai", lambda error: error.type == "exceed_context_size_error"),
    ("400_max_tokens", "openai", lambda error: error.param == "max_tokens"),
    ("529", "anthropic", lambda error: error.type == "overloaded_error"),
    ("bad_key", "openai", lambda error: KEY in str(error)),
    ("bad_key", "anthropic", lambda error: KEY in str(error)),
    ("bad_key", "gemini", lambda error: KEY in str(error)),
    ("400_echo_key:99", "gemini", lambda error: error.message.index(KEY) == 100),
    ("500_echo_key", "openai", lambda error: error.response.headers["x-debug-key"] == KEY),
    ("429_retry_after:7", "openai", lambda error: error.response.headers["retry-after"] == "7"),
    ("429_retry_after:7", "gemini", lambda error: error.response.headers["retry-after"] == "7"),
    ("429_retry_date:7", "anthropic", lambda error: error.response.headers["retry-after"].endswith(" GMT")),
    ("429_retry_info:7", "gemini", lambda error: "'retryDelay': '7s'" in str(error.details)),
]


@pytest.mark.parametrize(("behaviour", "vendor_name", "says"), ERROR_WORDS)
def test_an_error_carries_the_words_of_its_vendor(vendor, ask, behaviour, vendor_name, says):
    vendor.script([behaviour])
    with pytest.raises((openai.APIError, anthropic.APIError, errors.APIError)) as raised:
        ask(vendor_name)
    assert says(raised.value)


# -- contents: behaviour -> (finish reason, text) per vendor; ... is any text

CONTENTS = [
    ("null_content", ("stop", None), ("end_turn", ""), ("STOP", None)),
    ("null_content_length", ("length", None), ("max_tokens", ""), ("MAX_TOKENS", None)),
    ("empty_text", ("stop", ""), ("end_turn", ""), ("STOP", "")),
    ("blank", ("stop", ...), ("end_turn", ...), ("STOP", ...)),
    ("reasoning_only", ("length", None), ("max_tokens", ""), ("MAX_TOKENS", None)),
    ("thinking_then_text", ("stop", CORRECT), ("end_turn", CORRECT), ("STOP", CORRECT)),
    ("length", ("length", ...), ("max_tokens", ...), ("MAX_TOKENS", ...)),
    ("length_with_answer", ("length", CORRECT), ("max_tokens", CORRECT), ("MAX_TOKENS", CORRECT)),
    ("refused", ("content_filter", None), ("refusal", ""), ("PROHIBITED_CONTENT", None)),
    ("refused_inside", ("content_filter", ...), ("refusal", ...), ("PROHIBITED_CONTENT", ...)),
    ("refused_in_message", ("stop", None), None, None),
    ("finish:SAFETY", None, None, ("SAFETY", None)),
    ("finish:RECITATION", None, None, ("RECITATION", None)),
    ("finish:MALFORMED_RESPONSE", None, None, ("MALFORMED_RESPONSE", None)),
    ("finish:pause_turn", None, ("pause_turn", ""), None),
    ("text:Well.", ("stop", "Well."), ("end_turn", "Well."), ("STOP", "Well.")),
    ("whitespace_first", ("stop", CORRECT), ("end_turn", CORRECT), ("STOP", CORRECT)),
    ("drip:0.2", ("stop", CORRECT), ("end_turn", CORRECT), ("STOP", CORRECT)),
    ("unusual_text", *[(finish, UNUSUAL_TEXT + CORRECT) for finish in ("stop", "end_turn", "STOP")]),
    ("ok_gzip", ("stop", CORRECT), ("end_turn", CORRECT), ("STOP", CORRECT)),
    ("ok_then_close", ("stop", CORRECT), ("end_turn", CORRECT), ("STOP", CORRECT)),
    ("ok_echo_key", ("stop", CORRECT), ("end_turn", CORRECT), ("STOP", CORRECT)),
    ("no_usage", ("stop", CORRECT), ("end_turn", CORRECT), ("STOP", CORRECT)),
]


@pytest.mark.parametrize(("behaviour", "vendor_name", "expected"), by_vendor(CONTENTS))
def test_contents_are_read_by_the_sdk(vendor, ask, behaviour, vendor_name, expected):
    vendor.script([behaviour])
    finish, text = finish_and_text(ask(vendor_name))
    assert finish == expected[0]
    assert text == expected[1] if expected[1] is not ... else text


def test_a_refusal_field_and_reasoning_are_where_openai_puts_them(vendor, ask):
    vendor.script(["refused_in_message", "reasoning_only", "no_choices"])
    assert ask("openai").choices[0].message.refusal
    assert ask("openai").choices[0].message.reasoning_content
    assert ask("openai").choices == []


def test_a_refusal_and_thinking_are_where_anthropic_puts_them(vendor, ask):
    vendor.script(["refused", "reasoning_only", "no_choices"])
    assert ask("anthropic").stop_details.type == "refusal"
    assert [block.type for block in ask("anthropic").content] == ["thinking"]
    assert ask("anthropic").content == []


def test_blocks_and_thoughts_are_where_gemini_puts_them(vendor, ask):
    vendor.script(["block_reason:SAFETY", "reasoning_only", "no_choices", "no_candidates_length:64"])
    blocked = ask("gemini")
    assert blocked.candidates is None and blocked.prompt_feedback.block_reason == "SAFETY"
    assert ask("gemini").candidates[0].content.parts[0].thought
    assert ask("gemini").candidates is None
    assert ask("gemini").usage_metadata.thoughts_token_count == 64


def test_a_last_assistant_message_is_continued(vendor, clients):
    messages = [{"role": "user", "content": PROMPT}, {"role": "assistant", "content": 'FINAL ANSWER: "'}]
    create = clients["openai"].chat.completions.create
    assert create(model="m", messages=messages).choices[0].message.content == 'workbench"'
    vendor.script(["ok_prefill_repeated"])
    repeated = create(model="m", messages=messages).choices[0].message.content
    assert repeated == 'FINAL ANSWER: "workbench"'


@pytest.mark.parametrize("vendor_name", VENDORS)
def test_a_huge_reply_arrives_whole(vendor, ask, vendor_name):
    vendor.script(["huge:5000000"])
    _, text = finish_and_text(ask(vendor_name))
    assert len(text) == 5_000_000 + len(CORRECT)


@pytest.mark.parametrize("vendor_name", VENDORS)
def test_the_served_model_is_told(vendor, ask, vendor_name):
    vendor.script(["ok", "wrong_model:other-1", "dated_model"])
    assert [served_model(ask(vendor_name)) for _ in range(3)] == ["m-1", "other-1", "m-1-2026-01-01"]


@pytest.mark.parametrize("vendor_name", VENDORS)
def test_ids_differ_unless_told_otherwise(vendor, ask, vendor_name):
    vendor.script(["ok", "ok", "duplicate_id", "duplicate_id"])
    name = "response_id" if vendor_name == "gemini" else "id"
    ids = [getattr(ask(vendor_name), name) for _ in range(4)]
    assert ids[0] != ids[1] and ids[2] == ids[3]


# -- usage: each vendor splits the same counts in its own way


def test_openai_counts_cached_and_reasoning_tokens_inside_the_totals(vendor, ask):
    vendor.script(["cached_usage", "reasoning_usage", "no_usage"])
    cached, reasoning, none = (ask("openai").usage for _ in range(3))
    assert (cached.prompt_tokens, cached.prompt_tokens_details.cached_tokens) == (1000, 600)
    assert (reasoning.completion_tokens, reasoning.completion_tokens_details.reasoning_tokens) == (50, 30)
    assert none is None


def test_anthropic_counts_cached_tokens_apart_and_thinking_inside(vendor, ask):
    vendor.script(["cached_usage", "reasoning_usage", "no_usage"])
    cached, reasoning, none = (ask("anthropic").usage for _ in range(3))
    assert (cached.input_tokens, cached.cache_read_input_tokens) == (400, 600)
    assert (reasoning.output_tokens, reasoning.output_tokens_details.thinking_tokens) == (50, 30)
    assert none is None


def test_gemini_counts_cached_tokens_inside_and_thoughts_apart(vendor, ask):
    vendor.script(["cached_usage", "reasoning_usage", "no_usage"])
    cached, reasoning, none = (ask("gemini").usage_metadata for _ in range(3))
    assert (cached.prompt_token_count, cached.cached_content_token_count) == (1000, 600)
    assert (reasoning.candidates_token_count, reasoning.thoughts_token_count) == (20, 30)
    assert none is None


# -- models, keys, scripts, counters


def test_models_can_be_looked_up(clients):
    assert clients["openai"].models.retrieve("m-1").id == "m-1"
    assert clients["anthropic"].models.retrieve("m-1").lifecycle == "active"
    assert clients["gemini"].models.get(model="m-1").name == "models/m-1"


def test_unknown_and_retiring_models():
    with LocalVendor(unknown_models=["gone"], shutdown_dates={"going": "2027-01-14"}) as vendor:
        client = openai.OpenAI(api_key=KEY, base_url=vendor.base_url("openai"), max_retries=0)
        assert client.models.retrieve("going").shutdown_date == "2027-01-14"
        with pytest.raises(openai.NotFoundError):
            client.models.retrieve("gone")
        with pytest.raises(openai.NotFoundError):
            client.chat.completions.create(model="gone", messages=[{"role": "user", "content": "?"}])
        assert len(vendor.calls) == 1


def test_another_key_than_the_required_one_is_refused():
    with LocalVendor(require_key=KEY) as vendor:
        for key, expected in ((KEY, None), ("sk-other", openai.AuthenticationError)):
            client = openai.OpenAI(api_key=key, base_url=vendor.base_url("openai"), max_retries=0)
            messages = [{"role": "user", "content": PROMPT}]
            if expected is None:
                client.chat.completions.create(model="m", messages=messages)
            else:
                with pytest.raises(expected):
                    client.chat.completions.create(model="m", messages=messages)


def test_headers_and_bodies_are_kept_for_every_call(vendor, ask):
    for vendor_name in VENDORS:
        ask(vendor_name)
    openai_call, anthropic_call, gemini_call = vendor.calls
    assert openai_call.headers["authorization"] == f"Bearer {KEY}"
    assert anthropic_call.headers["authorization"] == f"Bearer {KEY}"
    assert gemini_call.headers["x-goog-api-key"] == KEY
    assert openai_call.body["temperature"] == 0 and anthropic_call.body["temperature"] == 0.0
    assert gemini_call.body["generationConfig"]["temperature"] == 0


def test_a_script_is_used_up_in_order_and_then_the_default(vendor, ask):
    vendor.script(["text:one", "text:two"], default="text:rest")
    assert [finish_and_text(ask("openai"))[1] for _ in range(4)] == ["one", "two", "rest", "rest"]
    assert vendor.script_left == 0


def test_an_entry_may_wait_for_a_prompt(vendor, ask):
    vendor.script([{"behaviour": "text:matched", "match": "special", "times": 2}])
    prompts = ["special", "plain", "special", "special"]
    texts = [finish_and_text(ask("openai", prompt))[1] for prompt in prompts]
    assert [text == "matched" for text in texts] == [True, False, True, False]


def test_unknown_behaviours_are_refused(vendor):
    with pytest.raises(ValueError, match="unknown behaviour '430'"):
        vendor.script(["430"])


def test_a_behaviour_of_another_vendor_is_answered_by_418(vendor, ask):
    vendor.script(["block_reason"])
    with pytest.raises(openai.APIStatusError, match="does not apply to openai"):
        ask("openai")


def test_open_requests_and_repeated_bodies_are_counted():
    async def ask_all(vendor, bodies):
        client = openai.AsyncOpenAI(api_key=KEY, base_url=vendor.base_url("openai"), max_retries=0)
        async with client:
            messages = [[{"role": "user", "content": body}] for body in bodies]
            await asyncio.gather(
                *(client.chat.completions.create(model="m", messages=each) for each in messages)
            )

    with LocalVendor(latency=0.2) as vendor:
        asyncio.run(ask_all(vendor, ["a", "a", "b"]))
        assert vendor.high_water == 3
        assert sorted(vendor.counters.bodies.values()) == [1, 2]
        assert vendor.counters.open == 0
        asyncio.run(ask_all(vendor, ["c"]))
        assert vendor.calls[3].open_at_start == 1


def test_a_request_whose_client_goes_away_is_open_no_more(vendor, ask):
    vendor.script(["timeout"])
    with pytest.raises(openai.APITimeoutError):
        ask("openai")
    deadline = time.monotonic() + 5
    while vendor.counters.open and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (vendor.counters.open, vendor.counters.answered, vendor.counters.dropped) == (0, 0, 1)


def test_every_behaviour_is_tested_here():
    named = {
        row[0].partition(":")[0] for table in (STATUS_ERRORS, TRANSPORT_ERRORS, CONTENTS) for row in table
    }
    named |= set(UNNOTICED)
    elsewhere = {"ok", "slow", "ok_prefill_repeated", "no_choices", "block_reason", "wrong_model"}
    elsewhere |= {"no_candidates_length", "wrong_model_refused", "dear_usage", "absurd_usage", "deep"}
    elsewhere |= {"surrogate_finish", "surrogate_model"}
    elsewhere |= {"dated_model", "duplicate_id", "huge", "lone_surrogate", "cached_usage", "reasoning_usage"}
    assert set(BEHAVIOURS) == named | elsewhere
    assert {name for vendor in VENDORS for name in names_for(vendor)} == set(BEHAVIOURS)


def post(address, body):
    request = urllib.request.Request(address, json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=5) as reply:
        return json.load(reply)


def test_it_serves_from_a_process_of_its_own():
    command = [sys.executable, "-m", "vendor", "--script", "429", "--latency", "0"]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        command, cwd=Path(__file__).parents[1] / "support", env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        address = process.stdout.readline().strip()
        client = openai.OpenAI(api_key=KEY, base_url=f"{address}/v1", max_retries=0)
        messages = [{"role": "user", "content": PROMPT}]
        with pytest.raises(openai.RateLimitError):
            client.chat.completions.create(model="m", messages=messages)
        post(f"{address}/_script", {"script": ["text:scripted"]})
        reply = client.chat.completions.create(model="m", messages=messages)
        assert reply.choices[0].message.content == "scripted"
        with pytest.raises(urllib.error.HTTPError):
            post(f"{address}/_script", {"script": ["430"]})
        with urllib.request.urlopen(f"{address}/_counters", timeout=5) as counters:
            text = counters.read().decode()
        counts = json.loads(text)
        assert (counts["calls"], counts["high_water"], counts["open"]) == (2, 1, 0)
        assert counts["behaviours"] == {"429": 1, "text:scripted": 1}
        assert KEY not in text
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        process.stdout.close()
