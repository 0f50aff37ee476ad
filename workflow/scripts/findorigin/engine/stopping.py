"""One switch that ends a model's job cleanly: by a signal, the budget, an error that concerns all cells."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """Set once, with the reason; everyone who waits is woken. Calls in flight go on to their end."""

    def __init__(self) -> None:
        self.reason: str | None = None
        self.unavailable = False
        self._event = asyncio.Event()
        self._on_stop: list[Callable[[], None]] = []

    def __bool__(self) -> bool:
        return self.reason is not None

    def set(self, reason: str, *, unavailable: bool = False) -> None:
        """Stop for this reason; a later one changes nothing. `unavailable`: the vendor has no such model."""
        if self.reason is None:
            self.reason = reason
            self.unavailable = unavailable
            self._event.set()
            for call in self._on_stop:
                call()

    def call(self, function: Callable[[], None]) -> None:
        """Have `function` called when the switch is set."""
        self._on_stop.append(function)

    async def sleep(self, seconds: float) -> None:
        """Sleep, or return early when stopped."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), seconds)


@contextlib.contextmanager
def stop_on_signals(stop: Stop) -> Iterator[None]:
    """Turn SIGINT, SIGTERM and SIGHUP into a clean stop while the block runs.

    A signal that the parent has told this process to ignore (nohup) stays ignored. A second signal changes
    nothing: a terminal's Ctrl-C reaches the job twice, from the terminal and from Snakemake.
    """
    loop = asyncio.get_running_loop()
    taken = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    for number in taken:
        loop.add_signal_handler(number, stop.set, f"interrupted ({number.name})")
    try:
        yield
    finally:
        for number in taken:
            loop.remove_signal_handler(number)
