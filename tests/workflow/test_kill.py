"""SIGKILL at random moments: of the whole run, of the script alone, of Snakemake alone."""

from __future__ import annotations

import os
import random
import signal

import pytest

from killing import IN_FLIGHT, KINDS, MODEL, Grid, ending, kill_alone
from waiting import LONGEST_S, wait_until

pytestmark = pytest.mark.workflow


@pytest.fixture
def vendor(vendor):
    vendor.set(latency=0.02)
    return vendor


def test_no_answer_is_lost_or_paid_twice_whatever_is_killed(tmp_path, vendor):
    grid = Grid(tmp_path, vendor.address, cells=300, moments=random.Random(7))
    for kind in KINDS:
        grid.kill_round(kind)
    grid.finish()
    assert vendor.counters.calls <= 300 + len(KINDS) * IN_FLIGHT
    assert vendor.counters.high_water <= 2 * IN_FLIGHT


@pytest.mark.slow
def test_after_a_kill_snakemakes_own_lock_is_said_and_removed_as_it_says(tmp_path, vendor):
    grid = Grid(tmp_path, vendor.address, cells=60, moments=random.Random(7))
    killed = grid.start()
    with ending(killed):
        wait_until(lambda: vendor.counters.calls > 20)
        os.killpg(killed.process.pid, signal.SIGKILL)
    calls = vendor.counters.calls
    locked = grid.start()
    with ending(locked):
        assert locked.process.wait(LONGEST_S) != 0
    assert "--unlock" in locked.text() and vendor.counters.calls == calls
    unlocked = grid.start("--unlock")
    with ending(unlocked):
        assert unlocked.process.wait(LONGEST_S) == 0, unlocked.text()
    again = grid.start()
    with ending(again):
        assert again.process.wait(LONGEST_S) == 0, again.text()
    assert len(grid.responses()) == 60
    assert vendor.counters.calls == 60 + grid.unanswered() <= 60 + IN_FLIGHT


def refusal(grid):
    """Run a second time beside the first; return its one line."""
    second = grid.start("--nolock")
    with ending(second):
        assert second.process.wait(LONGEST_S) != 0
    (line,) = {line for line in second.text().splitlines() if line.startswith("Error: ")}
    return line


@pytest.mark.slow
def test_a_second_run_on_one_store_is_refused_while_the_first_goes_on(tmp_path, vendor):
    vendor.set(latency=1000)
    grid = Grid(tmp_path, vendor.address, cells=60, moments=random.Random(7))
    first = grid.start("--nolock")
    with ending(first):
        wait_until(lambda: vendor.counters.calls == 1)
        script = first.script()
        line = f"{MODEL}.jsonl: another run is writing to it (process {script.pid} on "
        assert line in refusal(grid)
        kill_alone(first)
        assert line in refusal(grid), "a script without its Snakemake still holds the store"
        assert script.is_running()
        assert vendor.counters.calls == 1
