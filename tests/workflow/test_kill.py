"""SIGKILL at random moments: of the whole run, of the script alone, of Snakemake alone."""

from __future__ import annotations

import os
import random
import signal

import pytest

from killing import IN_FLIGHT, KINDS, LONGEST_S, MODEL, Grid, ending, kill_alone, wait_until
from vendor_process import counters, local_vendor, set_latency

LATENCY_S = 0.02


@pytest.fixture(scope="module")
def address():
    with local_vendor() as address:
        yield address


@pytest.mark.workflow
def test_no_answer_is_lost_or_paid_twice_whatever_is_killed(tmp_path, address):
    set_latency(address, LATENCY_S)
    grid = Grid(tmp_path, address, cells=300, moments=random.Random(7))
    for kind in KINDS:
        grid.kill_round(kind)
    grid.finish()
    assert counters(address)["calls"] <= 300 + len(KINDS) * IN_FLIGHT
    assert counters(address)["high_water"] <= 2 * IN_FLIGHT


@pytest.mark.workflow
def test_after_a_kill_snakemakes_own_lock_is_said_and_removed_as_it_says(tmp_path, address):
    set_latency(address, LATENCY_S)
    grid = Grid(tmp_path, address, cells=60, moments=random.Random(7))
    killed = grid.start()
    with ending(killed):
        wait_until(lambda: counters(address)["calls"] > 20)
        os.killpg(killed.process.pid, signal.SIGKILL)
    calls = counters(address)["calls"]
    locked = grid.start()
    with ending(locked):
        assert locked.process.wait(LONGEST_S) != 0
    assert "--unlock" in locked.text() and counters(address)["calls"] == calls
    unlocked = grid.start("--unlock")
    with ending(unlocked):
        assert unlocked.process.wait(LONGEST_S) == 0, unlocked.text()
    again = grid.start()
    with ending(again):
        assert again.process.wait(LONGEST_S) == 0, again.text()
    assert len(grid.responses()) == 60
    assert counters(address)["calls"] == 60 + grid.unanswered() <= 60 + IN_FLIGHT


def refusal(grid):
    """Run a second time beside the first; return its one line."""
    second = grid.start("--nolock")
    with ending(second):
        assert second.process.wait(LONGEST_S) != 0
    (line,) = {line for line in second.text().splitlines() if line.startswith("Error: ")}
    return line


@pytest.mark.workflow
def test_a_second_run_on_one_store_is_refused_while_the_first_goes_on(tmp_path, address):
    set_latency(address, 1000)
    grid = Grid(tmp_path, address, cells=60, moments=random.Random(7))
    first = grid.start("--nolock")
    with ending(first):
        wait_until(lambda: counters(address)["calls"] == 1)
        script = first.script()
        line = f"{MODEL}.jsonl: another run is writing to it (process {script.pid} on "
        assert line in refusal(grid)
        kill_alone(first)
        assert line in refusal(grid), "a script without its Snakemake still holds the store"
        assert script.is_running()
        assert counters(address)["calls"] == 1
