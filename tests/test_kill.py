"""SIGKILL at random moments: of the whole run, of the script alone, of Snakemake alone."""

from __future__ import annotations

import random

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


def refusal(grid):
    """Run a second time beside the first; return its one line."""
    second = grid.start()
    with ending(second):
        assert second.process.wait(LONGEST_S) != 0
    (line,) = {line for line in second.text().splitlines() if line.startswith("Error: ")}
    return line


@pytest.mark.workflow
def test_a_second_run_on_one_store_is_refused_while_the_first_goes_on(tmp_path, address):
    set_latency(address, 1000)
    grid = Grid(tmp_path, address, cells=60, moments=random.Random(7))
    first = grid.start()
    with ending(first):
        wait_until(lambda: counters(address)["calls"] == 1)
        script = first.script()
        line = f"{MODEL}.jsonl: another run is writing to it (process {script.pid} on "
        assert line in refusal(grid)
        kill_alone(first)
        assert line in refusal(grid), "a script without its Snakemake still holds the store"
        assert script.is_running()
        assert counters(address)["calls"] == 1
