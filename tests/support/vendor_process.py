"""The local vendor in a process of its own, as a benchmark or a test that kills things needs it."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent


@contextlib.contextmanager
def local_vendor(latency: float = 0.0) -> Iterator[str]:
    """Run the local vendor and yield its address."""
    command = [sys.executable, "-m", "vendor", "--latency", str(latency)]
    process = subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def set_latency(address: str, latency: float) -> None:
    """Have the vendor wait `latency` seconds before every reply, and forget what it counted."""
    _open(f"{address}/_script", {"script": [], "latency": latency})
    _open(f"{address}/_reset", {})


def counters(address: str) -> dict[str, Any]:
    """Return what the vendor counted."""
    return _open(f"{address}/_counters")


def _open(url: str, body: Mapping[str, Any] | None = None) -> Any:
    # Loopback is reached directly, whatever proxy the environment names.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, None if body is None else json.dumps(body).encode()) as reply:
        return json.load(reply)
