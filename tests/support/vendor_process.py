"""The local vendor by its address, as a benchmark or a test that kills things needs it."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any

from vendor import LocalVendor


@contextlib.contextmanager
def local_vendor(latency: float = 0.0) -> Iterator[str]:
    """Run the local vendor and yield its address. It keeps no bodies."""
    with LocalVendor() as vendor:
        set_latency(vendor.address, latency)
        yield vendor.address


def set_latency(address: str, latency: float) -> None:
    """Have the vendor wait `latency` seconds before every reply, and forget all else."""
    _open(f"{address}/_begin", {"latency": latency})


def counters(address: str) -> dict[str, Any]:
    """Return what the vendor counted."""
    return _open(f"{address}/_counters")


def _open(url: str, body: Mapping[str, Any] | None = None) -> Any:
    # Loopback is reached directly, whatever proxy the environment names.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, None if body is None else json.dumps(body).encode()) as reply:
        return json.load(reply)
