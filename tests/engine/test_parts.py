import asyncio
import base64
import io
import os
import signal

import pytest

from engine_inputs import heeding
from findorigin.engine import retry
from findorigin.engine.progress import Progress
from findorigin.engine.redaction import Redactor
from findorigin.engine.stopping import Stop, stop_on_signals

KEY = "sk-test-0123456789"


@pytest.mark.parametrize("failed", range(1, 12))
def test_waits_double_with_jitter_up_to_a_bound(failed):
    full = min(retry.LONGEST_BACKOFF_S, retry.FIRST_WAIT_S * 2 ** (failed - 1))
    assert all(full / 2 <= retry.wait_s(failed, None) <= full for _ in range(50))


def test_a_wait_is_never_shorter_than_the_vendor_asks():
    assert all(7 <= retry.wait_s(1, 7.0) <= 8 for _ in range(50))


@pytest.mark.parametrize(
    ("value", "cleaned"),
    [
        (f"wrong key {KEY}!", "wrong key [key removed]!"),
        ({"a": [1, {KEY: f"x{KEY}"}]}, {"a": [1, {"[key removed]": "x[key removed]"}]}),
        (None, None),
        (3.5, 3.5),
    ],
)
def test_a_key_is_removed_wherever_it_stands(value, cleaned):
    assert Redactor(KEY).clean(value) == cleaned


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(KEY[:-4] + "****", id="its end hidden"),
        pytest.param("****" + KEY[-12:], id="its end alone"),
        pytest.param(base64.b64encode(KEY.encode()).decode(), id="in base64"),
        pytest.param(KEY[:-1] + KEY[-14:], id="a beginning that runs into an end"),
        pytest.param(KEY + KEY, id="twice"),
    ],
)
def test_a_key_shown_in_part_or_encoded_is_removed_too(shown):
    cleaned = Redactor(KEY).clean(f"Incorrect API key provided: {shown}.")
    assert KEY[:12] not in cleaned
    assert KEY[-12:] not in cleaned
    assert base64.b64encode(KEY.encode()).decode().rstrip("=") not in cleaned


@pytest.mark.parametrize("key", ["0123456789" * 10_000, "".join(map(str, range(20_000)))])
def test_the_longest_key_is_removed_too(key):
    """A pattern of every beginning and end is quadratic: 2.3 s for a key of 1,200 characters."""
    text = f"{key[:-1]} {key} {key[1:]} {key[:11]} {key[:-100]}"
    assert Redactor(key).clean(text).split("[key removed]") == ["", " ", " ", f" {key[:11]} ", ""]


def test_a_key_of_letters_alone_is_a_secret():
    assert "abcdefghijklmnopqrstuvwxyz" not in Redactor("abcdefghijklmnopqrstuvwxyz").clean(
        "key abcdefghijklmnopqrstuvwxyz"
    )


@pytest.mark.parametrize("placeholder", [None, "EMPTY", "none", "lm-stud", "password"])
def test_a_placeholder_is_no_secret_and_stays(placeholder):
    assert Redactor(placeholder).clean(f"FINAL ANSWER: {placeholder}") == f"FINAL ANSWER: {placeholder}"


def test_progress_draws_on_a_terminal_and_writes_plain_lines_to_the_log():
    log, terminal = io.StringIO(), io.StringIO()
    progress = Progress("tested", stored=6, missing=4, log=log, terminal=terminal)
    progress._bar.mininterval = 0
    progress.answered(0.25)
    progress.close()
    assert "tested" in terminal.getvalue() and "7/10" in terminal.getvalue()
    assert "7 of 10 answered" in log.getvalue()
    assert "$0.2500" in log.getvalue()
    assert "left" in log.getvalue()
    assert "\r" not in log.getvalue()
    assert "\x1b" not in log.getvalue()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_cleanly_and_a_second_changes_nothing(number):
    async def check():
        stop = Stop()
        with stop_on_signals(stop):
            os.kill(os.getpid(), number)
            await stop.sleep(5)
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(0.01)
        assert stop.reason == f"interrupted ({number.name})"

    with heeding(number):
        asyncio.run(check())


def test_a_signal_that_the_parent_ignores_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:

        async def check():
            stop = Stop()
            with stop_on_signals(stop):
                os.kill(os.getpid(), signal.SIGHUP)
                await asyncio.sleep(0.01)
            assert not stop

        asyncio.run(check())
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
