"""How many calls may be in flight: bounded, fewer after a rate limit, growing again on success."""

from __future__ import annotations

import asyncio
import time
from collections import deque

from findorigin.engine.stopping import Stop


class Limiter:
    """Slots for calls. Halves its limit on a rate limit and adds one after a whole round of successes."""

    def __init__(self, most: int, stop: Stop) -> None:
        self.limit = most
        self._most = most
        self._stop = stop
        self._in_flight = 0
        self._successes = 0
        self._shrunk_at = 0.0
        self._paused_until = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()
        stop.call(self._wake_all)

    async def acquire(self) -> bool:
        """Wait for a slot and take it; False, without a slot, when the job stops."""
        while not self._stop:
            pause = self._paused_until - time.monotonic()
            if pause > 0:
                await self._stop.sleep(pause)
            elif self._in_flight < self.limit:
                self._in_flight += 1
                return True
            else:
                turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.append(turn)
                await turn
        return False

    def release(self) -> None:
        """Give a slot back."""
        self._in_flight -= 1
        self._wake_one()

    def succeeded(self) -> None:
        """Note an answered call."""
        self._successes += 1
        if self.limit < self._most and self._successes >= self.limit:
            self.limit += 1
            self._successes = 0
            self._wake_one()

    def rate_limited(self, sent_at: float, retry_after_s: float | None) -> None:
        """Note a rate limit met by the call that was sent at `sent_at` (monotonic seconds).

        Calls that were already in flight when the limit last shrank say nothing new: a burst of refusals
        halves it once. A vendor that says how long to wait is obeyed by all calls.
        """
        self._successes = 0
        if sent_at >= self._shrunk_at:
            self.limit = max(1, self.limit // 2)
            self._shrunk_at = time.monotonic()
        if retry_after_s is not None:
            self._paused_until = max(self._paused_until, time.monotonic() + retry_after_s)

    def _wake_one(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return

    def _wake_all(self) -> None:
        while self._waiting:
            self._wake_one()
