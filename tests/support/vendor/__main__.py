"""Serve from a process of its own: `python -m vendor --latency 0.3` prints its address as its first line."""

from __future__ import annotations

import argparse
import signal
import threading

from .server import LocalVendor


def main() -> None:
    """Serve until SIGINT or SIGTERM."""
    parser = argparse.ArgumentParser(prog="vendor", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: any free port")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before every reply")
    parser.add_argument("--default", default="ok", help="behaviour once the script is used up")
    parser.add_argument("--script", nargs="*", default=[], help="behaviours of the first requests, in order")
    parser.add_argument("--require-key", help="the only key that is accepted")
    parser.add_argument(
        "--unknown-model", action="append", default=[], help="a model that is answered by 404"
    )
    arguments = parser.parse_args()
    vendor = LocalVendor(
        arguments.latency,
        arguments.port,
        arguments.default,
        arguments.require_key,
        arguments.unknown_model,
        keep_bodies=False,
    )
    vendor.script(arguments.script)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with vendor:
        print(vendor.address, flush=True)
        stop.wait()


if __name__ == "__main__":
    main()
