"""Asking the local vendor through the project's own engine: prompts, an entry, a run, and what it left."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import generate_prompts
from findorigin.backends import anthropic_messages, gemini, openai_chat
from findorigin.common.errors import UserError
from findorigin.common.tables import read_rows
from findorigin.engine.run import run_query

from .server import LocalVendor

CONNECT = {
    "openai": openai_chat.connect,
    "anthropic": anthropic_messages.connect,
    "gemini": gemini.connect,
}
MODEL = "asked-model"
MODEL_ID = "model-1"
KEY_VARIABLE = "LOCAL_VENDOR_KEY"
LENGTHS = [2, 4, 8]
PUZZLES = list(range(1, 71))
WORDS = Path(__file__).resolve().parents[2] / "resources" / "words.txt"


def sweep(n_lines: Sequence[int], repeats: int = 1, puzzles: Sequence[int] = (1,)) -> dict[str, Any]:
    """Return a normalised sweep with one cell per length, puzzle and repeat."""
    return {
        "arrangement": "structured",
        "d": [1],
        "hops": [2],
        "depth": [50],
        "puzzles": sorted(puzzles),
        "word_form": "word",
        "n_lines": sorted(n_lines),
        "target_tokens": None,
        "repeats": repeats,
        "models": [MODEL],
    }


def write_prompts(path: Path) -> None:
    """Write the prompts of all LENGTHS and PUZZLES."""
    generate_prompts.main([sweep(LENGTHS, 1, PUZZLES)], "structured", 1, str(WORDS), None, str(path))


def entry(vendor: LocalVendor, backend: str, **changes: Any) -> dict[str, Any]:
    """Return a resolved registry entry of a model at the local vendor; it is impatient."""
    return {
        "label": "Asked Model",
        "published_as": None,
        "backend": backend,
        "id": MODEL_ID,
        "base_url": vendor.base_url(backend),
        "api_key_env": KEY_VARIABLE,
        "served_as": [],
        "system": "You are a helpful assistant.",
        "assistant_prefill": None,
        "parameters": {"temperature": 0, "max_tokens": 256},
        "prices": {"input": 0, "output": 0},
        "window": None,
        "retired": None,
        "max_in_flight": 4,
        "timeout_s": 5.0,
        "max_attempts": 3,
        "refusal_retries": None,
        "weights": None,
        "quantization": None,
        "kv_cache_dtype": None,
        "labels": {},
    } | changes


@dataclass
class Run:
    """What a run left: `rows` of the responses table (None: not written), its error line, log and journal."""

    rows: list[dict[str, Any]] | None
    error: str | None
    log: str
    journal: list[dict[str, Any]]

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        """Return the journal's records of one kind, in their order."""
        return [record for record in self.journal if record["kind"] == kind]


def run(
    folder: Path,
    prompts: Path,
    model_entry: Mapping[str, Any],
    *sweeps: Mapping[str, Any],
    limit_usd: float = 0.0,
    **options: Any,
) -> Run:
    """Ask the cells of `sweeps`; the store stays in `folder`, so that a second run finds it.

    `options` are further ones of `run_query`.
    """
    output = folder / "responses.parquet"
    output.unlink(missing_ok=True)
    log = io.StringIO()
    error = None
    try:
        run_query(
            model=MODEL,
            entry=model_entry,
            sweeps=sweeps,
            prompt_files=[str(prompts)],
            store=folder / "store",
            output=output,
            connect=CONNECT[model_entry["backend"]],
            limit_usd=limit_usd,
            log=log,
            **options,
        )
    except UserError as raised:
        error = str(raised)
    rows = list(read_rows(output)) if output.exists() else None
    journal = []
    with suppress(OSError):
        text = (folder / "store" / f"{MODEL}.jsonl").read_text(encoding="ascii")
        journal = [json.loads(line) for line in text.split("\n") if line]
    return Run(rows, error, log.getvalue(), journal)
