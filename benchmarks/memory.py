"""The memory of a query job: 100,000 planned cells with prompts of 10,000 tokens, most answered before.

    python benchmarks/memory.py --cells 100000 --missing 3000

The prompts are a few long texts, each row's with a number of its own at the end. A first process answers all
but the missing cells without a server; a second one is measured: it plans all cells, reads the store, asks
the missing ones at the local vendor and writes the table of responses.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import common

from findorigin.backends.base import Reply, Request  # isort: skip
from findorigin.backends.connections import connect  # isort: skip
from findorigin.common.tables import write_rows  # isort: skip
from findorigin.common.tokens import count_tokens  # isort: skip
from findorigin.config.models import AnyModel  # isort: skip
from findorigin.config.sweeps import Sweep  # isort: skip
from findorigin.engine.run import run_query  # isort: skip
from findorigin.planning.cells import prompts_of  # isort: skip
from findorigin.tasks.base import Sources  # isort: skip
from findorigin.tasks.columns import PROMPTS  # isort: skip
from findorigin.tasks.find_the_origin.bounds import n_lines_for_tokens  # isort: skip
from findorigin.tasks.find_the_origin.prompts import build  # isort: skip
from vendor_process import local_vendor  # isort: skip

TEXTS = 10


def write_prompts(path: Path, sweep: Sweep) -> int:
    """Write one row per puzzle of `sweep`, few texts with a number at the end; return their mean tokens."""
    planned = prompts_of([sweep])
    sources = Sources(common.WORDS, None, count_tokens)
    texts = [build(item, sources).text for item in planned[:TEXTS]]
    n_tokens = [count_tokens(text) for text in texts]

    def rows() -> Iterator[dict[str, Any]]:
        for number, item in enumerate(planned):
            prompt = f"{texts[number % TEXTS]}\n\n({number})"
            yield {
                **item.key.row(),
                "n_tokens": n_tokens[number % TEXTS],
                "prompt": prompt,
                "prompt_sha256": hashlib.sha256(prompt.encode()).hexdigest(),
            }

    write_rows(path, PROMPTS, rows(), plain=("prompt",))
    return sum(n_tokens) // len(n_tokens)


class AtOnce:
    """A backend that answers without a server."""

    settings = None

    async def ask(self, request: Request) -> Reply:
        return Reply(
            status="ok",
            text="FINAL ANSWER: workbench",
            visible=True,
            finish_reason="stop",
            served_model=request.model,
            response_id=None,
            input_tokens=10_000,
            cached_tokens=0,
            output_tokens=5,
            reasoning_tokens=None,
            raw={"choices": [{"message": {"content": "FINAL ANSWER: workbench"}}]},
        )


@contextlib.asynccontextmanager
async def at_once(model: AnyModel, longest: object) -> AsyncIterator[AtOnce]:
    yield AtOnce()


def query(folder: Path, sweep: Sweep, address: str, asked: bool) -> None:
    """Run the query and print what it took: seconds, CPU and the most memory that the process ever held."""
    started = time.perf_counter()
    run_query(
        common.model(address, "openai"),
        [sweep],
        [str(folder / "d1.parquet")],
        store=folder / "store",
        output=folder / "responses.parquet",
        connect=connect if asked else at_once,
        log=sys.stdout,
    )
    usage = resource.getrusage(resource.RUSAGE_SELF)
    what = "measured" if asked else "prepared"
    print(
        f"{what}: {time.perf_counter() - started:.0f} s, {usage.ru_utime + usage.ru_stime:.0f} CPU-s, "
        f"at most {usage.ru_maxrss / 1024:.0f} MB",
        flush=True,
    )


def main() -> None:
    """Prepare, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cells", type=int, default=100_000)
    parser.add_argument("--missing", type=int, default=3_000)
    parser.add_argument("--tokens", type=int, default=10_000)
    arguments = parser.parse_args()
    n_lines = n_lines_for_tokens(arguments.tokens, 1, 2, "word")
    print(common.machine())
    # New processes by spawn: a forked one would start with its parent's memory.
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as name, local_vendor(0) as address:
        folder = Path(name)
        whole = common.sweep([n_lines], arguments.cells)
        mean = write_prompts(folder / "d1.parquet", whole)
        size = (folder / "d1.parquet").stat().st_size
        print(f"{arguments.cells:,} prompts of {mean:,} tokens, {size / 1e6:.0f} MB as Parquet", flush=True)
        answered = common.sweep([n_lines], arguments.cells - arguments.missing)
        for sweep, asked in ((answered, False), (whole, True)):
            job = spawn.Process(target=query, args=(folder, sweep, address, asked))
            job.start()
            job.join()


if __name__ == "__main__":
    main()
