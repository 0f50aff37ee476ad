"""SIGKILL again and again: grids of 300 cells, each asked and killed at random moments until it is complete.

    python benchmarks/kill_rounds.py --kills 200

The whole process group, the query script alone and Snakemake alone are killed in turn. After every kill the
store is checked (tests/killing.py): no answer lost, changed or paid twice, no call that nobody speaks of.
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
import time
from pathlib import Path

import common

from killing import KINDS, Grid  # isort: skip
from vendor_process import local_vendor, set_latency  # isort: skip


def main() -> None:
    """Kill as often as asked for, print a line per grid."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cells", type=int, default=300)
    parser.add_argument("--latency", type=float, default=0.02, help="of the server, seconds")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    moments = random.Random(arguments.seed)
    kinds = itertools.cycle(KINDS)
    started, killed = time.monotonic(), 0
    print(common.machine())
    with local_vendor() as address:
        while killed < arguments.kills:
            set_latency(address, arguments.latency)
            with tempfile.TemporaryDirectory() as folder:
                grid = Grid(Path(folder), address, arguments.cells, moments)
                while not grid.complete and killed < arguments.kills:
                    before = sum(grid.kills.values())
                    grid.kill_round(next(kinds))
                    killed += sum(grid.kills.values()) - before
                grid.finish()
                print(f"{killed} kills, {time.monotonic() - started:.0f} s: {grid.summary()}", flush=True)


if __name__ == "__main__":
    main()
