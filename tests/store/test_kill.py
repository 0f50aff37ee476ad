from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from findorigin.store.journal import Journal
from store_records import response, write

TESTS = Path(__file__).resolve().parents[1] / "support"
SCRIPTS = TESTS.parents[1] / "workflow" / "scripts"
ROUNDS = 10

# Eight writers at once; a key is printed when its response was acknowledged. Some replies are large, so that
# a kill can fall into the middle of writing one.
WRITER = """
    import asyncio, random, sys
    from findorigin.store.journal import Journal
    from store_records import intent, response

    async def work(journal, name):
        for number in range(100_000):
            key = f"{sys.argv[2]}-{name}-{number}"
            journal.write_intent(intent(key))
            size = random.choice([10, 100, 1000, 200_000])
            await journal.write_response(response(key, text="x" * size + "\\u2028"))
            sys.stdout.write(key + "\\n")
            sys.stdout.flush()

    async def work_all(journal):
        await asyncio.gather(*(work(journal, name) for name in range(8)))

    with Journal.open(sys.argv[1]) as journal:
        print("open", flush=True)
        asyncio.run(work_all(journal))
"""


def start(path: Path, name: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": f"{SCRIPTS}{os.pathsep}{TESTS}"}
    command = [sys.executable, "-c", textwrap.dedent(WRITER), str(path), name]
    return subprocess.Popen(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def kill(writer: subprocess.Popen[str]) -> list[str]:
    """End the writer by SIGKILL; return the keys that it acknowledged."""
    writer.kill()
    printed, complaints = writer.communicate()
    assert writer.returncode == -signal.SIGKILL, complaints
    return [line.rstrip("\n") for line in printed.splitlines(keepends=True) if line.endswith("\n")]


def test_what_was_acknowledged_survives_sigkill_again_and_again(tmp_path):
    path = tmp_path / "model.jsonl"
    moments = random.Random(11)
    acknowledged: list[str] = []
    before = b""
    for number in range(ROUNDS):
        writer = start(path, str(number))
        assert writer.stdout.readline() == "open\n"
        time.sleep(moments.uniform(0, 0.1))
        acknowledged += kill(writer)
        with Journal.open(path) as journal:
            assert all(journal.has_final(key) for key in acknowledged)
            assert journal.index.damaged == 0
            assert journal.unanswered_intents() <= 8 * (number + 1)
        after = path.read_bytes()
        assert after.startswith(before), "earlier lines are byte for byte what they were"
        assert after.endswith(b"\n") or not after
        before = after
    assert len(acknowledged) > ROUNDS


def test_a_second_process_is_refused_while_the_first_goes_on(tmp_path):
    path = tmp_path / "model.jsonl"
    first = start(path, "first")
    try:
        assert first.stdout.readline() == "open\n"
        second = start(path, "second")
        _, complaints = second.communicate(timeout=30)
        assert second.returncode != 0
        assert f"another run is writing to it (process {first.pid} on " in complaints
        assert first.poll() is None
    finally:
        acknowledged = kill(first)
    with Journal.open(path) as journal:
        assert all(key.startswith("first-") for key in journal.keys())  # noqa: SIM118
        assert set(acknowledged) <= set(journal.keys())


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_the_lock_ends_with_the_process_however_it_ends(tmp_path, ending):
    path = tmp_path / "model.jsonl"
    writer = start(path, "w")
    assert writer.stdout.readline() == "open\n"
    writer.send_signal(ending)
    writer.communicate(timeout=30)
    write(path, [response("k")])
