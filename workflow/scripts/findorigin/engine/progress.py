"""How far a model's job is: a bar on a terminal, a plain line now and then in its log."""

from __future__ import annotations

import time
from typing import TextIO

from tqdm import tqdm

LINE_EVERY_S = 30.0


class Progress:
    """Counts answers of one model's job; `terminal` None draws no bar."""

    def __init__(
        self, model: str, *, stored: int, missing: int, log: TextIO, terminal: TextIO | None
    ) -> None:
        self._model = model
        self._stored = stored
        self._missing = missing
        self._log = log
        self._answered = 0
        self._usd = 0.0
        self._started = self._logged = time.monotonic()
        self._bar = tqdm(
            desc=model,
            initial=stored,
            total=stored + missing,
            file=terminal,
            disable=terminal is None,
            leave=False,
            dynamic_ncols=True,
        )

    def answered(self, usd: float | None) -> None:
        """Note one more answer and its cost."""
        self._answered += 1
        self._usd += usd or 0.0
        if self._usd:
            self._bar.set_postfix_str(f"${self._usd:,.4f}", refresh=False)
        self._bar.update()
        now = time.monotonic()
        if now - self._logged >= LINE_EVERY_S:
            self._logged = now
            print(self.line(), file=self._log)

    def close(self) -> None:
        """Write the last line."""
        self._bar.close()
        print(self.line(), file=self._log)

    def line(self) -> str:
        """Return the state in words: answered of planned, rate, USD so far, time left."""
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
            parts.append(f"{tqdm.format_interval(left / rate)} left")
        return ", ".join(parts)
