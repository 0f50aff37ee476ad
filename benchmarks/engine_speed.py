"""How much the engine costs over a bare loop with the same SDK: wall and CPU, side by side on one server.

    python benchmarks/engine_speed.py --sdk openai anthropic gemini --latency 0.3 0

Runs alternate (bare, ours, bare, ours, …) in one process, after one warm-up of each; the server has a process
of its own. "Ours" is a whole `run_query`: the prompts read from Parquet and checked, intents and replies
journalled with fsync, the responses written to Parquet. The engine asks its first question alone, to
find out at the price of one call whether the model answers at all; that waits for one reply more than a bare
loop does, so its wall is given with and without that reply's latency.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.metadata
import io
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common

import generate_prompts  # isort: skip
from findorigin.backends.connections import connect  # isort: skip
from findorigin.config.sweeps import Sweep  # isort: skip
from findorigin.engine.engine import Engine  # isort: skip
from findorigin.engine.run import run_query  # isort: skip
from findorigin.planning.requests import PromptRequest  # isort: skip
from findorigin.common.tables import read_rows  # isort: skip
from vendor_process import local_vendor, set_latency  # isort: skip

PACKAGES = {"openai": "openai", "anthropic": "anthropic", "gemini": "google-genai"}
SYSTEM = "You are a helpful assistant."
Ask = Callable[[str], Coroutine[Any, Any, object]]


@dataclass
class Cost:
    """Seconds of one run: on the clock, and of this process's CPU, its threads included."""

    wall: float
    cpu: float


def measure(run: Callable[[], object]) -> Cost:
    """Run once and return what it cost."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return Cost(time.perf_counter() - wall, time.process_time() - cpu)


# ---- The bare loops: what one writes after the SDK's first page, a worker per call in flight


async def bare_openai(address: str, prompts: Iterator[str], workers: int) -> None:
    import openai

    async with openai.AsyncOpenAI(
        base_url=common.base_url(address, "openai"), api_key="none", max_retries=0
    ) as client:

        async def ask(prompt: str) -> str | None:
            reply = await client.chat.completions.create(
                model=common.MODEL_ID,
                messages=[{"role": "system", "content": SYSTEM}, {"role": "user", "content": prompt}],
                temperature=0,
                max_tokens=256,
            )
            return reply.choices[0].message.content

        await _ask_all(ask, prompts, workers)


async def bare_anthropic(address: str, prompts: Iterator[str], workers: int) -> None:
    import anthropic

    async with anthropic.AsyncAnthropic(
        base_url=common.base_url(address, "anthropic"), api_key="none", max_retries=0
    ) as client:

        async def ask(prompt: str) -> str:
            reply = await client.messages.create(
                model=common.MODEL_ID,
                system=SYSTEM,
                messages=[{"role": "user", "content": prompt}],
                max_tokens=256,
                extra_body={"temperature": 0},
            )
            return reply.content[0].text

        await _ask_all(ask, prompts, workers)


async def bare_gemini(address: str, prompts: Iterator[str], workers: int) -> None:
    from google import genai
    from google.genai import types

    client = genai.Client(
        vertexai=False,
        api_key="none",
        http_options=types.HttpOptions(base_url=common.base_url(address, "gemini")),
    )
    config = types.GenerateContentConfig(temperature=0, max_output_tokens=256, system_instruction=SYSTEM)

    async def ask(prompt: str) -> str | None:
        reply = await client.aio.models.generate_content(
            model=common.MODEL_ID, contents=prompt, config=config
        )
        return reply.text

    try:
        await _ask_all(ask, prompts, workers)
    finally:
        await client.aio.aclose()


async def _ask_all(ask: Ask, prompts: Iterator[str], workers: int) -> None:
    async def work() -> None:
        for prompt in prompts:
            answer = await ask(prompt)
            assert answer is not None

    await asyncio.gather(*(work() for _ in range(workers)))


BARE = {"openai": bare_openai, "anthropic": bare_anthropic, "gemini": bare_gemini}


# ---- Ours


class Timed(Engine):
    """The engine, with what its asking alone cost."""

    asking = Cost(0, 0)

    async def ask_all(self, questions: Iterator[PromptRequest]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        await super().ask_all(questions)
        Timed.asking = Cost(time.perf_counter() - wall, time.process_time() - cpu)


@dataclass
class Ours:
    """One run of ours: whole, its asking alone, and the latency of its first question (asked alone)."""

    whole: Cost
    asking: Cost
    first_s: float


def ours(sdk: str, address: str, prompts: Path, sweep: Sweep, limit: int) -> Ours:
    """Ask every prompt once, into a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "responses.parquet"
        cost = measure(
            lambda: run_query(
                common.model(address, sdk, max_in_flight=limit),
                [sweep],
                [str(prompts)],
                store=Path(folder) / "store",
                output=output,
                connect=connect,
                log=io.StringIO(),
            )
        )
        with (Path(folder) / "store" / f"{common.MODEL}.jsonl").open() as journal:
            records = map(json.loads, journal)
            first = next(record for record in records if record["kind"] == "response")
        return Ours(cost, Timed.asking, first["latency_s"])


# ---- The table


def compare(sdk: str, address: str, prompts: Path, sweep: Sweep, limit: int, pairs: int) -> dict[str, Any]:
    """Return medians and median ratios of `pairs` alternating runs."""
    texts = [row["prompt"] for row in read_rows(prompts, ["prompt"])]

    def bare() -> Cost:
        return measure(lambda: asyncio.run(BARE[sdk](address, iter(texts), limit)))

    bare()
    ours(sdk, address, prompts, sweep, limit)
    runs = [(bare(), ours(sdk, address, prompts, sweep, limit)) for _ in range(pairs)]

    def ratio(of: Callable[[Cost, Ours], float]) -> float:
        return statistics.median(of(base, run) for base, run in runs)

    return {
        "bare wall": statistics.median(base.wall for base, _ in runs),
        "bare CPU": statistics.median(base.cpu for base, _ in runs),
        "whole wall": ratio(lambda base, run: run.whole.wall / base.wall),
        "whole wall less first": ratio(lambda base, run: (run.whole.wall - run.first_s) / base.wall),
        "asking wall": ratio(lambda base, run: run.asking.wall / base.wall),
        "asking wall less first": ratio(lambda base, run: (run.asking.wall - run.first_s) / base.wall),
        "whole CPU": ratio(lambda base, run: run.whole.cpu / base.cpu),
        "asking CPU": ratio(lambda base, run: run.asking.cpu / base.cpu),
        "spread of bare wall": max(base.wall for base, _ in runs) / min(base.wall for base, _ in runs),
    }


def main() -> None:
    """Print one row per SDK and latency, as a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sdk", nargs="+", choices=common.SDKS, default=common.SDKS)
    parser.add_argument("--latency", nargs="+", type=float, default=[0.3, 0.0], help="of the server, seconds")
    parser.add_argument("--requests", type=int, default=600)
    parser.add_argument("--limit", type=int, default=32, help="calls in flight")
    parser.add_argument("--lines", type=int, default=16, help="connections in each prompt")
    parser.add_argument("--pairs", type=int, default=5)
    arguments = parser.parse_args()

    from findorigin.engine import run as query

    query.Engine = Timed
    sweep = common.sweep([arguments.lines], arguments.requests)
    print(f"{common.machine()}")
    print(", ".join(f"{PACKAGES[sdk]} {importlib.metadata.version(PACKAGES[sdk])}" for sdk in arguments.sdk))
    with tempfile.TemporaryDirectory() as folder, local_vendor(0) as address:
        prompts = Path(folder) / "d1.parquet"
        generate_prompts.main(sweep.task, [sweep.as_json()], str(common.WORDS), None, str(prompts))
        header = None
        for latency in arguments.latency:
            for sdk in arguments.sdk:
                set_latency(address, latency)
                row = compare(sdk, address, prompts, sweep, arguments.limit, arguments.pairs)
                if header is None:
                    header = ["SDK", "latency", *row]
                    print(f"| {' | '.join(header)} |\n|{'---|' * len(header)}", flush=True)
                cells = [f"{value:.2f}" for value in row.values()]
                print(f"| {sdk} | {latency} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
