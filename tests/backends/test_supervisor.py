from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from findorigin.backends import supervisor
from waiting import wait_until_gone

# Prints its process, starts a worker that leaves the session, and waits; told so, it ignores a polite end.
SERVER = """
import os, signal, subprocess, sys, time
if "stubborn" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
worker = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True)
print(os.getpid(), worker.pid, flush=True)
if "orphans" in sys.argv:
    sys.exit(3)
time.sleep(300)
"""


def start(*words, grace_s=None):
    program = Path(supervisor.__file__).read_text()
    if grace_s is not None:
        program = program.replace(f"GRACE_S = {supervisor.GRACE_S}", f"GRACE_S = {grace_s}")
    process = subprocess.Popen(
        [sys.executable, "-c", program, json.dumps([sys.executable, "-c", SERVER, *words]), "SIGTERM"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    return process, [int(word) for word in process.stdout.readline().split()]


@pytest.mark.parametrize("words", [(), ("stubborn",)], ids=["polite", "stubborn"])
def test_all_ends_with_the_parents_end_of_the_pipe(words):
    process, started = start(*words, grace_s=0.5)
    assert process.poll() is None
    process.stdin.close()
    process.wait(10)
    wait_until_gone(started)
    process.stdout.close()


def test_a_server_that_ends_by_itself_leaves_no_worker_and_its_status():
    process, started = start("orphans")
    assert process.wait(10) == 3
    wait_until_gone(started)
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_are_the_jobs_business(number):
    process, started = start()
    process.send_signal(number)
    time.sleep(0.3)
    assert process.poll() is None
    process.stdin.close()
    process.wait(10)
    wait_until_gone(started)
    process.stdout.close()


def test_the_server_dies_with_a_killed_supervisor():
    process, (server, worker) = start()
    process.kill()
    process.wait()
    wait_until_gone([server])
    os.kill(worker, signal.SIGKILL)
    process.stdin.close()
    process.stdout.close()


def test_descendants_of_every_depth():
    process, started = start()
    assert supervisor.descendants(process.pid) == set(started)
    process.stdin.close()
    process.wait(10)
    assert supervisor.descendants(process.pid) == set()
    process.stdout.close()
