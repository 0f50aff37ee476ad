"""Small prompts, models and runs for the tests of the engine and of all that plans and pays for it."""

from __future__ import annotations

import hashlib
import io
import json
import signal
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from findorigin.backends.base import Reply
from findorigin.backends.connections import connect as connect_backend
from findorigin.common.cells import PromptKey
from findorigin.common.errors import UserError
from findorigin.common.tables import read_rows, write_rows
from findorigin.common.tokens import count_tokens
from findorigin.config.models import read_model
from findorigin.config.sweeps import Sweep
from findorigin.engine.run import run_query
from findorigin.tasks.columns import PROMPTS

SLUG = "tested"
NOBODY = "http://127.0.0.1:9/v1"


def model(slug=SLUG, *, backend="openai", **entry):
    """Return a model on this machine, as its job gets it; `entry` are keys of its registry entry."""
    at_home = {"base_url": NOBODY} if backend in ("openai", "anthropic", "gemini") else {}
    short = {"id": "test-model", "timeout_s": 5.0, "max_attempts": 3, "max_in_flight": 4}
    return read_model({"slug": slug, "backend": backend, **at_home, **short, **entry})


def chain_of(number):
    return f"origin{number}", f"middle{number}", f"destination{number}"


def prompt_row(n_lines):
    """Return the row of a prompt in the form of Find the Origin's: whole chains, the first is asked for."""
    chains = [chain_of(number) for number in range(max(1, n_lines // 2))]
    pairs = [pair for chain in chains for pair in pairwise(chain)]
    lines = [f'"{start}" is connected to "{end}"' for start, end in pairs]
    text = "\n".join([*lines, "", 'Your task is to find the origin of "destination0".'])
    key = PromptKey("find_the_origin", None, "structured", 1, 2, 50, 1, "word", n_lines)
    return {
        **key.row(),
        "n_tokens": count_tokens(text),
        "prompt": text,
        "prompt_sha256": hashlib.sha256(text.encode()).hexdigest(),
        "answer": "origin0",
        "marks": [{"name": "connection", "start": 0, "end": len(lines[0])}],
    }


def sweep(lengths, repeats=1, slug=SLUG):
    axes = {
        "arrangement": ("structured",),
        "d": (1,),
        "hops": (2,),
        "depth": (50,),
        "puzzle": (1,),
        "word_form": ("word",),
        "n_lines": tuple(lengths),
    }
    return Sweep("find_the_origin", axes, repeats=repeats, models=(slug,))


class Echo:
    """A backend without a wire: every answer is right, at once."""

    settings = None

    async def ask(self, request):
        text = "FINAL ANSWER: origin0"
        return Reply("ok", text, True, "stop", request.model, None, None, None, None, None, None)


@asynccontextmanager
async def echo(model, longest):
    yield Echo()


def refuse(*_):
    raise AssertionError("a model with nothing missing must not be connected to")


@dataclass
class Run:
    """Where a run reads and writes, and what came of the last one."""

    folder: Path
    rows: list = field(default_factory=list)
    error: str | None = None
    log: str = ""

    @property
    def prompts(self):
        return self.folder / "d1.parquet"

    @property
    def journal(self):
        path = self.folder / "store" / f"{SLUG}.jsonl"
        return path.read_text() if path.exists() else ""

    def of_kind(self, kind):
        """Return the journal's records of one kind, in their order."""
        records = [json.loads(line) for line in self.journal.splitlines()]
        return [record for record in records if record["kind"] == kind]

    def ask(self, lengths=(2, 4, 6, 8), *, repeats=1, connect=connect_backend, options=None, **entry):
        """Ask and return the rows of the responses; `error` holds the UserError's line if there was one.

        `entry` are keys of the model's registry entry, `options` further arguments of `run_query`.
        """
        output = self.folder / "tested.parquet"
        write_rows(self.prompts, PROMPTS, [prompt_row(n) for n in lengths], plain=("prompt",))
        output.unlink(missing_ok=True)
        log = io.StringIO()
        self.error = None
        try:
            run_query(
                model(**entry),
                [sweep(lengths, repeats)],
                [str(self.prompts)],
                store=self.folder / "store",
                output=output,
                connect=connect,
                log=log,
                **(options or {}),
            )
        except UserError as error:
            self.error = str(error)
        self.log = log.getvalue()
        self.rows = list(read_rows(output)) if output.exists() else []
        return self.rows


@contextmanager
def heeding(number: int) -> Iterator[None]:
    """Heed a signal that whoever started the tests may have them ignore (nohup, a shell's background)."""
    before = signal.signal(number, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(number, before)
