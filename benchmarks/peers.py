"""Other evaluation tools and ours, the same prompts on the same server in one run.

    python -m venv peers/inspect && peers/inspect/bin/pip install inspect-ai==0.3.285 openai
    python -m venv peers/lm_eval && peers/lm_eval/bin/pip install "lm-eval[api]==0.4.13"
    python benchmarks/peers.py --inspect peers/inspect/bin/python \\
        --lm-eval peers/lm_eval/bin/python

Each asks from a process of its own, several times in turn, a couple of prompts for warming up first; the time
to start Python and to import is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import common
from engine_speed import BARE, measure, ours

import generate_prompts  # isort: skip
from findorigin.common.tables import read_rows  # isort: skip
from vendor_process import counters, local_vendor, set_latency  # isort: skip

HERE = Path(__file__).resolve().parent
WARM_UP = 2


def ask(who: str, python: str, address: str, folder: Path, limit: int, requests: int) -> tuple[float, float]:
    """Have `who` ask everything once; return its seconds of wall and of CPU."""
    before = counters(address)["answered"]
    if who in ("bare", "ours"):
        command = [
            python,
            str(HERE / "peers.py"),
            "--only",
            who,
            address,
            str(folder),
            str(limit),
            str(requests),
        ]
    else:
        command = [python, str(HERE / f"peer_{who}.py"), address, str(folder / "prompts.json"), str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert counters(address)["answered"] - before == requests + WARM_UP, (
        "it asked more or less than it should"
    )
    cost = json.loads(done.stdout.strip().splitlines()[-1])
    print(f"{who}: {cost['wall']:.2f} s, {cost['cpu']:.2f} CPU-s", file=sys.stderr)
    return cost["wall"], cost["cpu"]


def only(who: str, address: str, folder: Path, limit: int, requests: int) -> None:
    """Ask once from this process and print what it cost."""
    if who == "bare":
        texts = json.loads((folder / "prompts.json").read_text())
        asyncio.run(BARE["openai"](address, iter(texts[:WARM_UP]), limit))
        cost = measure(lambda: asyncio.run(BARE["openai"](address, iter(texts), limit)))
    else:
        ours("openai", address, folder / "d1.parquet", common.sweep([16], WARM_UP), limit)
        cost = ours("openai", address, folder / "d1.parquet", common.sweep([16], requests), limit).whole
    print(json.dumps({"wall": cost.wall, "cpu": cost.cpu}))


def main() -> None:
    """Print a row per tool and latency."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--inspect", help="a Python with inspect-ai and openai")
    parser.add_argument("--lm-eval", help="a Python with lm-eval[api]")
    parser.add_argument("--latency", nargs="+", type=float, default=[0.3, 0.0])
    parser.add_argument("--requests", type=int, default=600)
    parser.add_argument("--limit", type=int, default=32, help="calls in flight")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    pythons = {"bare": sys.executable, "ours": sys.executable}
    pythons |= {"inspect": arguments.inspect} if arguments.inspect else {}
    pythons |= {"lm_eval": arguments.lm_eval} if arguments.lm_eval else {}
    print(common.machine())
    print("| latency | tool | wall, s | CPU, s | wall / bare | CPU / bare |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name, local_vendor() as address:
        folder = Path(name)
        sweep = common.sweep([16], arguments.requests)
        generate_prompts.main(
            sweep.task, [sweep.as_json()], str(common.WORDS), None, str(folder / "d1.parquet")
        )
        texts = [row["prompt"] for row in read_rows(folder / "d1.parquet", ["prompt"])]
        (folder / "prompts.json").write_text(json.dumps(texts))
        for latency in arguments.latency:
            set_latency(address, latency)
            costs: dict[str, list[tuple[float, float]]] = {who: [] for who in pythons}
            for _ in range(arguments.rounds):
                for who, python in pythons.items():
                    costs[who].append(ask(who, python, address, folder, arguments.limit, arguments.requests))
            medians = {
                who: [statistics.median(cost) for cost in zip(*of, strict=True)] for who, of in costs.items()
            }
            for who, (wall, cpu) in medians.items():
                bare_wall, bare_cpu = medians["bare"]
                ratios = f"{wall / bare_wall:.2f} | {cpu / bare_cpu:.2f}"
                print(f"| {latency} | {who} | {wall:.2f} | {cpu:.2f} | {ratios} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--only"]:
        only(sys.argv[2], sys.argv[3], Path(sys.argv[4]), int(sys.argv[5]), int(sys.argv[6]))
    else:
        main()
