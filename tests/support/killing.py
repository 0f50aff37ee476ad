"""A grid of cells, asked through Snakemake and killed again and again, and what must hold meanwhile."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import yaml

from findorigin.common.tables import read_rows
from findorigin.store.reader import read_journal
from findorigin.store.records import scan
from shared_inputs import PROJECT
from vendor_process import counters
from waiting import LONGEST_S, wait_until

MODEL = "asked"
TARGET = f"results/responses/{MODEL}.parquet"
PROMPTS = "results/prompts/find_the_origin/structured/d1.parquet"
IN_FLIGHT = 8
KINDS = ("group", "script", "snakemake")


@dataclass
class Run:
    """One `snakemake` in a process group of its own."""

    process: subprocess.Popen[bytes]
    output: Path

    def script(self) -> psutil.Process | None:
        """Return the process of the query script, if it runs."""
        for process in psutil.process_iter(["cmdline"]):
            with contextlib.suppress(ProcessLookupError, psutil.Error):
                named = any("query.py" in word for word in process.info["cmdline"] or ())
                if named and os.getpgid(process.pid) == self.process.pid and _is_python(process):
                    return process
        return None

    def text(self) -> str:
        """Return what it printed so far."""
        return self.output.read_text(errors="replace")


def _is_python(process: psutil.Process) -> bool:
    """Whether this is the script's interpreter and not the shell that started it."""
    return "python" in Path(process.exe()).name


@dataclass
class Grid:
    """`cells` questions to the vendor at `address`, in `folder`, a working directory of its own."""

    folder: Path
    address: str
    cells: int
    moments: random.Random
    kills: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    said: int = 0
    _lines: dict[str, bytes] = field(default_factory=dict)
    _runs: int = 0

    def __post_init__(self) -> None:
        shutil.copytree(PROJECT / "config", self.folder / "config")
        config = {
            "controls": [],
            "models": {
                MODEL: {
                    "label": "Asked",
                    "backend": "openai",
                    "id": "model-1",
                    "base_url": f"{self.address}/v1",
                    "max_in_flight": IN_FLIGHT,
                }
            },
            "find_the_origin": {
                "sweeps": [
                    {
                        "n_lines": [2, 4, 8],
                        "puzzles": {"start": 1, "stop": self.cells // 3},
                        "models": [MODEL],
                    }
                ]
            },
        }
        (self.folder / "config" / "config.yaml").write_text(yaml.safe_dump(config))

    @property
    def journal(self) -> Path:
        """The journal of the one model."""
        return self.folder / "store" / f"{MODEL}.jsonl"

    @property
    def log(self) -> Path:
        """The log of the one model's last run."""
        return self.folder / "results" / "logs" / "query" / f"{MODEL}.log"

    @property
    def complete(self) -> bool:
        """Whether the table of responses is written."""
        return (self.folder / TARGET).exists()

    def start(self, *options: str) -> Run:
        """Start to ask. Snakemake's own lock outlives a SIGKILL, and the store's doesn't."""
        self._runs += 1
        self.log.unlink(missing_ok=True)
        output = self.folder / f"snakemake_{self._runs}.txt"
        command = [sys.executable, "-m", "snakemake", TARGET, "--cores", "1", *options]
        command += ["--rerun-incomplete", "--snakefile", PROJECT / "Snakefile", "--directory", self.folder]
        with output.open("wb") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file, start_new_session=True)
        return Run(process, output)

    def kill_round(self, kind: str) -> None:
        """Start a run, kill the part of it named by `kind` at a random moment, and check the store.

        Most moments lie while calls are in flight, the others anywhere in the run. What has ended by
        then or not begun is not killed and not counted.
        """
        calls, unanswered = counters(self.address)["calls"], self.unanswered()
        run = self.start("--nolock")
        with ending(run):
            if self.moments.random() < 0.8:
                wait_until(lambda: counters(self.address)["calls"] > calls or run.process.poll() is not None)
                time.sleep(self.moments.uniform(0, 0.12))
            else:
                time.sleep(self.moments.uniform(0, 4))
            script = run.script()
            at_work = run.process.poll() is None and (kind != "script" or script is not None)
            self.kills[kind] += at_work
            match kind:
                case "group" if at_work:
                    os.killpg(run.process.pid, signal.SIGKILL)
                case "script" if at_work:
                    kill(script)
                case "snakemake" if at_work:
                    kill_alone(run)
                    # The script goes on without it, until it is killed or done.
                    time.sleep(self.moments.uniform(0, 0.12))
            run.process.wait(LONGEST_S)
        self._check_said(unanswered)
        self.check_store()

    def _check_said(self, unanswered: int) -> None:
        """Check that a run which began to ask has said how many calls may have been paid for nothing."""
        text = self.log.read_text() if self.log.exists() else ""
        if unanswered and "may have been paid" in text:
            assert f"{MODEL}: {unanswered} calls of earlier runs may have been paid without an answer" in text
            self.said += 1

    def unanswered(self) -> int:
        """Return how many calls the journal knows to be without an answer."""
        with read_journal(self.journal) as journal:
            return journal.unanswered_intents()

    def check_store(self) -> None:
        """Check that no answer is lost or changed, and that the server was called no oftener than is said."""
        found = self.responses()
        assert {key: found.get(key) for key in self._lines} == self._lines, "an answer was lost or changed"
        self._lines = found
        kills = sum(self.kills.values())
        calls, unanswered = counters(self.address)["calls"], self.unanswered()
        assert len(found) <= calls <= len(found) + unanswered
        assert unanswered <= kills * IN_FLIGHT

    def responses(self) -> dict[str, bytes]:
        """Return the lines of all responses in the journal, by key; fails where a key has two."""
        if not self.journal.exists():
            return {}
        found: dict[str, bytes] = {}
        with self.journal.open("rb") as file:
            for line in scan(file):
                if line.record is not None and line.record["kind"] == "response":
                    assert line.record["key"] not in found, "an answer was paid twice"
                    found[line.record["key"]] = line.data
        return found

    def finish(self) -> None:
        """Run to the end and check every answer."""
        unanswered = self.unanswered()
        run = self.start("--nolock")
        with ending(run):
            assert run.process.wait(LONGEST_S) == 0, run.text()
        self._check_said(unanswered)
        self.check_store()
        origins = {row["prompt_sha256"]: row for row in read_rows(self.folder / PROMPTS)}
        rows = list(read_rows(self.folder / TARGET))
        assert len(rows) == len(origins) == len(self._lines) == self.cells
        expected = {(row["puzzle"], row["n_lines"]): row["answer"] for row in origins.values()}
        for row in rows:
            assert row["status"] == "ok"
            assert row["text"].endswith(f"FINAL ANSWER: {expected[row['puzzle'], row['n_lines']]}")

    def summary(self) -> str:
        """Return what happened, in one line."""
        calls = counters(self.address)["calls"]
        kills = ", ".join(f"{count} of the {kind}" for kind, count in self.kills.items())
        return (
            f"{self.cells} cells complete after {sum(self.kills.values())} kills ({kills}): {calls} calls, "
            f"{self.unanswered()} without an answer, as {self.said} runs said"
        )


@contextlib.contextmanager
def ending(run: Run) -> Iterator[None]:
    """Leave nothing of the run behind; a script without its Snakemake is killed at the latest now."""
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.process.pid, signal.SIGKILL)
        run.process.wait()
        wait_until(lambda: run.script() is None)


def kill_alone(run: Run) -> None:
    """SIGKILL Snakemake and leave its script."""
    run.process.kill()
    run.process.wait()


def kill(process: psutil.Process) -> None:
    """SIGKILL a process that may just have ended."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process.kill()
