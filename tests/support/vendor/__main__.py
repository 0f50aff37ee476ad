"""Serve from a process of its own: `python -m vendor --latency 0.3` prints its address as its first line."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from functools import partial

from .server import Server, Settings


async def serve(server: Server, port: int, until_input_ends: bool) -> None:
    """Serve until SIGINT, SIGTERM or, if told so, the end of standard input."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(server.serve(port, partial(print, flush=True)))
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    if until_input_ends:
        loop.add_reader(sys.stdin, task.cancel)
    await asyncio.wait([task])


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="vendor", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: any free port")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before every reply")
    parser.add_argument("--default", default="ok", help="behaviour once the script is used up")
    parser.add_argument("--script", nargs="*", default=[], help="behaviours of the first requests, in order")
    parser.add_argument("--until-input-ends", action="store_true", help="end with whoever started it")
    given = parser.parse_args()
    server = Server(Settings(given.latency, given.script, given.default))
    asyncio.run(serve(server, given.port, given.until_input_ends))


if __name__ == "__main__":
    main()
