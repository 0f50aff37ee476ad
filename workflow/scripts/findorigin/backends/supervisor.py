"""A program that runs one command for as long as its parent lives, and leaves no process of it behind.

Started by a job that needs a server: `supervisor.py '["command", "argument", …]' SIGTERM`. The job holds the
other end of its standard input. When that closes, because the job is done with the server or because the job
died of whatever (SIGKILL included), the command is asked to end by that signal, given a few seconds, and
killed with everything that it started. Signals sent to the job's terminal or process group don't get
here: the job decides.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

GRACE_S = 10.0
KILL_S = 10.0

# Linux: see prctl(2).
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def main(command: list[str], end_signal: signal.Signals) -> None:
    """Run `command` until it ends or standard input does, and exit with its status."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # a handler, unlike SIG_IGN, is not passed on to the command
    _prctl(PR_SET_CHILD_SUBREAPER, 1)  # a worker whose own parent died becomes a child of this process
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=_die_with_parent)
    threading.Thread(target=_end_with_parent, args=(server, end_signal), daemon=True).start()
    status = server.wait()
    kill_descendants()
    os._exit(status if status >= 0 else 128 - status)


def _die_with_parent() -> None:
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _end_with_parent(server: subprocess.Popen[bytes], end_signal: signal.Signals) -> None:
    sys.stdin.buffer.read()
    server.send_signal(end_signal)
    try:
        server.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        server.kill()


def kill_descendants() -> None:
    """Kill every process that this one has started, directly or not, and wait until all are gone."""
    deadline = time.monotonic() + KILL_S
    while (left := descendants(os.getpid())) and time.monotonic() < deadline:
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            pass
        time.sleep(0.05)


def descendants(ancestor: int) -> set[int]:
    """Return the processes below `ancestor`, by what /proc says of parents; empty where there is no /proc."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        parents[int(path.parent.name)] = int(fields[1])
    found = {ancestor}
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {ancestor}


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), signal.Signals[sys.argv[2]])
