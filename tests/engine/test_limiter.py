import asyncio
import time

import pytest

from findorigin.engine.limiter import Limiter
from findorigin.engine.stopping import Stop


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 5))


async def take(limiter, number):
    return [await limiter.acquire() for _ in range(number)]


def test_no_more_slots_than_the_limit():
    async def check():
        limiter = Limiter(2, Stop())
        assert await take(limiter, 2) == [True, True]
        third = asyncio.create_task(limiter.acquire())
        await asyncio.sleep(0.01)
        assert not third.done()
        limiter.release()
        assert await third

    run(check())


def test_a_rate_limit_halves_the_limit_once_for_all_calls_that_were_in_flight():
    async def check():
        limiter = Limiter(16, Stop())
        sent_at = time.monotonic()
        for _ in range(5):
            limiter.rate_limited(sent_at, None)
        assert limiter.limit == 8

    run(check())


def test_a_rate_limit_of_a_later_call_halves_again_but_never_below_one():
    async def check():
        limiter = Limiter(4, Stop())
        for _ in range(6):
            limiter.rate_limited(time.monotonic(), None)
        assert limiter.limit == 1

    run(check())


def test_a_round_of_successes_adds_one_slot_up_to_the_most():
    async def check():
        limiter = Limiter(4, Stop())
        limiter.rate_limited(time.monotonic(), None)
        grown = []
        for _ in range(20):
            limiter.succeeded()
            grown.append(limiter.limit)
        assert grown[:5] == [2, 3, 3, 3, 4]
        assert grown[-1] == 4

    run(check())


def test_retry_after_holds_back_every_call():
    async def check():
        limiter = Limiter(4, Stop())
        limiter.rate_limited(time.monotonic(), 0.2)
        before = time.monotonic()
        await take(limiter, 2)
        assert time.monotonic() - before >= 0.19

    run(check())


@pytest.mark.parametrize("waits_for", ["a slot", "a pause"])
def test_whoever_waits_is_woken_by_a_stop_and_gets_no_slot(waits_for):
    async def check():
        stop = Stop()
        limiter = Limiter(1, stop)
        if waits_for == "a slot":
            await limiter.acquire()
        else:
            limiter.rate_limited(time.monotonic(), 60)
        waiting = asyncio.create_task(limiter.acquire())
        await asyncio.sleep(0.01)
        stop.set("enough")
        assert await waiting is False

    run(check())
