"""Waiting for what other processes do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

LONGEST_S = 120.0


def wait_until(condition: Callable[[], object], seconds: float = LONGEST_S) -> None:
    """Return as soon as `condition()` holds. It fails after so long that something must be wrong."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {seconds:.0f} s"
        time.sleep(0.02)


def wait_until_gone(processes: Iterable[int], seconds: float = LONGEST_S) -> None:
    """Return as soon as all these processes have ended; whether somebody took their status doesn't matter."""
    wait_until(lambda: not any(map(is_alive, processes)), seconds)


def is_alive(process: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
