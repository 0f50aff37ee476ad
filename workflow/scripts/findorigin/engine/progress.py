"""How far a model's job is: a bar on a terminal, a plain line now and then in its log."""

from __future__ import annotations

import time
from typing import TextIO

BAR_EVERY_S = 0.2
LINE_EVERY_S = 30.0
BAR_CELLS = 24


class Progress:
    """Counts answers of one model's job; `terminal` None draws no bar."""

    def __init__(
        self, model: str, *, stored: int, missing: int, log: TextIO, terminal: TextIO | None
    ) -> None:
        self._model = model
        self._stored = stored
        self._missing = missing
        self._log = log
        self._terminal = terminal
        self._answered = 0
        self._usd = 0.0
        self._started = self._drawn = self._logged = time.monotonic()

    def answered(self, usd: float | None) -> None:
        """Note one more answer and its cost."""
        self._answered += 1
        self._usd += usd or 0.0
        now = time.monotonic()
        if self._terminal and now - self._drawn >= BAR_EVERY_S:
            self._drawn = now
            print(f"\r{self._bar()} {self.line()}\x1b[K", end="", file=self._terminal, flush=True)
        if now - self._logged >= LINE_EVERY_S:
            self._logged = now
            print(self.line(), file=self._log)

    def close(self) -> None:
        """Write the last line."""
        if self._terminal:
            print("\r\x1b[K", end="", file=self._terminal, flush=True)
        print(self.line(), file=self._log)

    def _bar(self) -> str:
        done = self._stored + self._answered
        filled = BAR_CELLS * done // max(1, self._stored + self._missing)
        return "█" * filled + "░" * (BAR_CELLS - filled)

    def line(self) -> str:
        """Return the state in words: stored of planned, rate, USD so far, time left."""
        seconds = time.monotonic() - self._started
        rate = self._answered / seconds if seconds > 0 else 0.0
        done = self._stored + self._answered
        parts = [f"{self._model}: {done:,} of {self._stored + self._missing:,} answered"]
        if self._answered:
            parts.append(f"{rate:,.1f}/s" if rate >= 1 else f"{1 / rate:,.1f} s each")
        if self._usd:
            parts.append(f"${self._usd:,.4f}")
        left = self._missing - self._answered
        if left and rate:
            parts.append(f"{duration(left / rate)} left")
        return ", ".join(parts)


def duration(seconds: float) -> str:
    """Return seconds as a person says them: 42 s, 3 min 10 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
