"""The local vendor is close enough to the real ones: their SDKs read its replies and raise their errors.

What it can say is put to the backends in test_vendor_matrix.py; here it is asked with the SDKs alone.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys

import anthropic
import openai
import pytest
from google import genai
from google.genai import errors, types

from shared_inputs import PROJECT
from vendor import LocalVendor
from vendor.solving import correct_text, find_origin
from vendor_process import counters
from waiting import wait_until

VENDORS = ("openai", "anthropic", "gemini")
KEY = "sk-test-RECOGNISABLE-0123456789"
PROMPT = """"dad" is connected to "admire"
"games" is connected to "examples"
"workbench" is connected to "dad"
Your task is to find the origin of "admire". Your final answer must be in this format: FINAL ANSWER: ..."""
CORRECT = correct_text(PROMPT)


def client_of(vendor_name, server, key=KEY):
    """Return the vendor's own client; a call that is not answered within half a second fails."""
    address = server.base_url(vendor_name)
    if vendor_name == "openai":
        return openai.OpenAI(api_key=key, base_url=address, max_retries=0, timeout=0.5)
    if vendor_name == "anthropic":
        return anthropic.Anthropic(api_key=key, base_url=address, max_retries=0, timeout=0.5)
    once = types.HttpRetryOptions(attempts=1)
    options = types.HttpOptions(base_url=address, timeout=500, retry_options=once)
    return genai.Client(api_key=key, http_options=options)


def ask(vendor_name, server, prompt=PROMPT, model="m-1", key=KEY):
    client = client_of(vendor_name, server, key)
    messages = [{"role": "user", "content": prompt}]
    if vendor_name == "openai":
        return client.chat.completions.create(model=model, messages=messages, temperature=0)
    if vendor_name == "anthropic":
        return client.messages.create(model=model, messages=messages, max_tokens=256)
    config = types.GenerateContentConfig(temperature=0)
    return client.models.generate_content(model=model, contents=prompt, config=config)


def finish_and_text(reply):
    """Return finish reason and visible text of any vendor's reply object."""
    if hasattr(reply, "choices"):
        return reply.choices[0].finish_reason, reply.choices[0].message.content
    if hasattr(reply, "stop_reason"):
        return reply.stop_reason, "".join(block.text for block in reply.content if block.type == "text")
    return reply.candidates[0].finish_reason.value, reply.text


def test_the_answer_is_found_by_following_the_chain_back():
    lines = [f'"w{i}" is connected to "w{i + 1}"' for i in range(5)]
    assert find_origin("\n".join([*lines, 'find the origin of "w5".'])) == "w0"
    assert find_origin("no list, no question") is None


@pytest.mark.parametrize(
    ("vendor_name", "stopped", "cut"),
    [
        ("openai", "stop", "length"),
        ("anthropic", "end_turn", "max_tokens"),
        ("gemini", "STOP", "MAX_TOKENS"),
    ],
)
def test_the_sdk_reads_replies_and_how_they_ended(vendor, vendor_name, stopped, cut):
    vendor.script(["ok", "thinking_then_text", "length_with_answer"])
    found = [finish_and_text(ask(vendor_name, vendor)) for _ in range(3)]
    assert found == [(stopped, CORRECT), (stopped, CORRECT), (cut, CORRECT)]
    assert CORRECT.endswith("FINAL ANSWER: workbench")
    headers = vendor.calls[0].headers
    assert KEY in headers.get("x-goog-api-key", "") + headers.get("authorization", "")


ERRORS = [
    ("401", openai.AuthenticationError, anthropic.AuthenticationError, errors.ClientError),
    ("404", openai.NotFoundError, anthropic.NotFoundError, errors.ClientError),
    ("429", openai.RateLimitError, anthropic.RateLimitError, errors.ClientError),
    ("500", openai.InternalServerError, anthropic.InternalServerError, errors.ServerError),
]


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_a_status_raises_the_error_of_the_sdk(vendor, row):
    status, *expected = row
    vendor.script([], default=status)
    for vendor_name, error in zip(VENDORS, expected, strict=True):
        with pytest.raises(error) as raised:
            ask(vendor_name, vendor)
        assert int(status) in (
            getattr(raised.value, "code", None),
            getattr(raised.value, "status_code", None),
        )
    assert len(vendor.calls) == len(VENDORS)


def test_an_error_carries_the_words_of_its_vendor(vendor):
    vendor.script([], default="insufficient_quota")
    said = []
    for vendor_name in VENDORS:
        with pytest.raises((openai.APIError, anthropic.APIError, errors.APIError)) as raised:
            ask(vendor_name, vendor)
        said.append(f"{raised.value} {vars(raised.value)}")
    assert "insufficient_quota" in said[0] and "credit balance" in said[1] and "PerDay" in said[2]


def test_usage_is_split_as_each_vendor_splits_it(vendor):
    vendor.script([], default="cached_usage")
    usage = ask("openai", vendor).usage
    assert (usage.prompt_tokens, usage.prompt_tokens_details.cached_tokens) == (1000, 600)
    usage = ask("anthropic", vendor).usage
    assert (usage.input_tokens, usage.cache_read_input_tokens) == (400, 600)
    usage = ask("gemini", vendor).usage_metadata
    assert (usage.prompt_token_count, usage.cached_content_token_count) == (1000, 600)


def test_models_can_be_looked_up_be_unknown_and_retire(vendor):
    vendor.set(unknown_models=["gone"], shutdown_dates={"going": "2027-01-14"})
    client = client_of("openai", vendor)
    assert client.models.retrieve("going").shutdown_date == "2027-01-14"
    for call in (lambda: client.models.retrieve("gone"), lambda: ask("openai", vendor, model="gone")):
        with pytest.raises(openai.NotFoundError):
            call()
    assert len(vendor.calls) == 1


def test_another_key_than_the_required_one_is_refused(vendor):
    vendor.set(require_key=KEY)
    ask("openai", vendor)
    with pytest.raises(openai.AuthenticationError):
        ask("openai", vendor, key="sk-other")


def test_a_script_is_used_up_in_order_and_then_the_default(vendor):
    vendor.script(["text:one", {"behaviour": "text:two", "match": "special"}], default="text:rest")
    prompts = ["plain", "plain", "special", "special"]
    texts = [finish_and_text(ask("openai", vendor, prompt))[1] for prompt in prompts]
    assert texts == ["one", "rest", "two", "rest"]
    assert vendor.counters.script_left == 0


def test_what_it_can_not_do_is_refused(vendor):
    with pytest.raises(ValueError, match="unknown behaviour '430'"):
        vendor.script(["430"])
    vendor.script(["block_reason"])
    with pytest.raises(openai.APIStatusError, match="does not apply to openai"):
        ask("openai", vendor)


def test_open_requests_and_repeated_bodies_are_counted(vendor):
    async def ask_all(bodies):
        async with openai.AsyncOpenAI(
            api_key=KEY, base_url=vendor.base_url("openai"), max_retries=0
        ) as client:
            messages = [[{"role": "user", "content": body}] for body in bodies]
            await asyncio.gather(
                *(client.chat.completions.create(model="m", messages=each) for each in messages)
            )

    vendor.set(latency=0.2)
    asyncio.run(ask_all(["a", "a", "b"]))
    found = vendor.counters
    assert (found.high_water, found.open, sorted(found.bodies.values())) == (3, 0, [1, 2])


def test_a_request_whose_client_goes_away_is_open_no_more(vendor):
    vendor.script(["timeout"])
    with pytest.raises(openai.APITimeoutError):
        ask("openai", vendor)
    wait_until(lambda: not vendor.counters.open)
    assert (vendor.counters.answered, vendor.counters.dropped) == (0, 1)


def test_the_next_test_finds_it_as_good_as_new():
    with LocalVendor() as first:
        address = first.address
        first.script(["429", "429"], default="404", require_key="sk-other")
        with pytest.raises(openai.AuthenticationError):
            ask("openai", first)
        with LocalVendor() as beside:
            assert beside.address != address and beside.calls == []
    with LocalVendor() as second, LocalVendor() as third:
        assert address in (second.address, third.address)
        for vendor in (second, third):
            assert vendor.calls == []
            assert finish_and_text(ask("openai", vendor)) == ("stop", CORRECT)


def test_from_the_command_line_it_tells_its_address_and_no_key():
    process = subprocess.Popen(
        [sys.executable, "-m", "vendor", "--script", "429", "--latency", "0"],
        cwd=PROJECT / "tests" / "support",
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        address = process.stdout.readline().strip()
        client = openai.OpenAI(api_key=KEY, base_url=f"{address}/v1", max_retries=0)
        with pytest.raises(openai.RateLimitError):
            client.chat.completions.create(model="m", messages=[{"role": "user", "content": PROMPT}])
        counts = counters(address)
        assert (counts["calls"], counts["open"], counts["behaviours"]) == (1, 0, {"429": 1})
        assert KEY not in str(counts)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        process.stdout.close()
