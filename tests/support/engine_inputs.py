"""Small prompts, registry entries and runs for the tests of the engine."""

from __future__ import annotations

import hashlib
import io
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from findorigin.backends import openai_chat
from findorigin.common.errors import UserError
from findorigin.common.tables import PROMPTS, read_rows, write_rows
from findorigin.common.tokens import count_tokens
from findorigin.engine.run import run_query
from findorigin.tasks.find_the_origin.prompts import build_prompt

ENTRY = {
    "label": "Test model",
    "backend": "openai",
    "id": "test-model",
    "base_url": None,
    "api_key_env": None,
    "served_as": [],
    "system": "You are a helpful assistant.",
    "assistant_prefill": None,
    "parameters": {"temperature": 0, "max_tokens": 256},
    "prices": None,
    "window": None,
    "max_in_flight": 4,
    "timeout_s": 5,
    "max_attempts": 3,
    "refusal_retries": None,
    "weights": None,
    "threads": 1,
    "context": 8192,
}


def chain_of(number):
    return f"origin{number}", f"middle{number}", f"destination{number}"


def prompt_row(n_lines):
    key = {
        "task": "find_the_origin",
        "variant": None,
        "arrangement": "structured",
        "d": 1,
        "hops": 2,
        "depth": 50,
        "puzzle": 1,
        "word_form": "word",
        "n_lines": n_lines,
    }
    prompt = build_prompt(key, chain_of)
    return {
        **key,
        "n_tokens": count_tokens(prompt.text),
        "prompt": prompt.text,
        "prompt_sha256": hashlib.sha256(prompt.text.encode()).hexdigest(),
        "origin": prompt.origin,
        "destination": prompt.destination,
    }


def sweep(lengths, repeats=1):
    return {
        "arrangement": "structured",
        "d": [1],
        "hops": [2],
        "depth": [50],
        "puzzles": [1],
        "word_form": "word",
        "n_lines": list(lengths),
        "target_tokens": None,
        "repeats": repeats,
        "models": ["tested"],
    }


@dataclass
class Run:
    """Where a run reads and writes, and what came of the last one."""

    folder: Path
    rows: list = field(default_factory=list)
    error: str | None = None
    log: str = ""

    @property
    def journal(self):
        path = self.folder / "store" / "tested.jsonl"
        return path.read_text() if path.exists() else ""

    def ask(self, lengths=(2, 4, 6, 8), *, repeats=1, connect=openai_chat.connect, limit_usd=0.0, **entry):
        """Ask and return the rows of the responses; `error` holds the UserError's line if there was one."""
        prompts, output = self.folder / "d1.parquet", self.folder / "tested.parquet"
        write_rows(prompts, PROMPTS, [prompt_row(n) for n in lengths], plain=("prompt",))
        output.unlink(missing_ok=True)
        log = io.StringIO()
        identity = {"identify": entry.pop("identify")} if "identify" in entry else {}
        self.error = None
        try:
            run_query(
                model="tested",
                entry={**ENTRY, **entry},
                sweeps=[sweep(lengths, repeats)],
                prompt_files=[str(prompts)],
                store=self.folder / "store",
                output=output,
                connect=connect,
                **identity,
                limit_usd=limit_usd,
                log=log,
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
