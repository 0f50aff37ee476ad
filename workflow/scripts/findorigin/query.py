"""What every query script does: plan, read the store, ask only what is missing, write the responses."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TextIO

from findorigin.backends.base import Backend, api_key, output_limit
from findorigin.engine.budget import Budget
from findorigin.engine.cleaning import Cleaner
from findorigin.engine.engine import Engine
from findorigin.engine.notes import Notes
from findorigin.engine.pricing import estimated_usd, prices_of
from findorigin.engine.progress import Progress
from findorigin.engine.stopping import Stop, stop_on_signals
from findorigin.errors import UserError
from findorigin.keys import cell_id, prompt_key, sort_value
from findorigin.questions import Planned, Question, index_prompts, read_questions
from findorigin.store.journal import Journal
from findorigin.store.records import well_formed
from findorigin.store.request_key import key_fields, request_key
from findorigin.sweeps import planned_cells
from findorigin.tables import RESPONSES, write_rows
from findorigin.task_entry import entries_by_task
from findorigin.task_sweeps import parameters_by_task

Connect = Callable[[Mapping[str, Any], Question], AbstractAsyncContextManager[Backend]]
Revision = Callable[[Mapping[str, Any]], str | None]

RECORD_COLUMNS = (
    "status",
    "text",
    "finish_reason",
    "served_model",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "answer_temperature",
    "refusal_retries",
    "latency_s",
    "attempts",
    "usd",
)


def run_query(
    *,
    model: str,
    entry: Mapping[str, Any],
    sweeps: Sequence[Mapping[str, Any]],
    prompt_files: Sequence[str],
    store: str | Path,
    output: str | Path,
    connect: Connect,
    revision: Revision = lambda entry: None,
    limit_usd: float = 0.0,
    log: TextIO | None = None,
) -> None:
    """Have every planned cell of `model` answered and write them to `output` (RESPONSES).

    `entry` is the model's resolved registry entry, `store` the folder of journals, `connect` the backend's
    (called only if a cell is missing), `revision` what identifies the model's weights. `limit_usd` bounds
    what the model may cost in all, earlier runs included. Raises UserError, after everything that came back
    is in the store, where a planned cell has no final answer; `output` is then not written.
    """
    log = log or sys.stderr
    cells = sorted(planned_cells(sweeps, model), key=sort_value)
    entries = entries_by_task(entry, parameters_by_task(sweeps))
    places = index_prompts(prompt_files, cells)
    weights = revision(entry)
    planned = []
    for cell in cells:
        place, asked = places[prompt_key(cell)], entries[cell["task"]]
        fields = key_fields(
            asked, place.prompt_sha256, cell["repeat"], sent_parameters(asked), revision=weights
        )
        planned.append(Planned(cell, request_key(fields), place, asked))
    with Journal.open(Path(store) / f"{model}.jsonl") as journal:
        for warning in journal.warnings:
            print(f"Warning: {warning}", file=log)
        missing = missing_questions(planned, journal)
        print(f"{model}: {len(planned):,} cells planned, {len(missing):,} questions missing", file=log)
        if missing:
            check_fit(entry, missing, limit_usd, journal)
            asyncio.run(ask(model, entry, planned, missing, journal, connect, limit_usd, log))
        write_rows(output, RESPONSES, response_rows(planned, journal))


def sent_parameters(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that are sent: those of the registry that aren't null.

    Raises UserError for temperature and top_p together, which vendors reject or warn against.
    """
    sent = {name: value for name, value in entry["parameters"].items() if value is not None}
    if {"temperature", "top_p"} <= set(sent):
        raise UserError(
            f"{entry['label']}: parameters has both temperature and top_p; set one of them to null"
        )
    return sent


def missing_questions(planned: Sequence[Planned], journal: Journal) -> list[Planned]:
    """Return the planned cells without a final response in the store, one for each request."""
    return list({item.key: item for item in planned if not journal.has_final(item.key)}.values())


def tokens_needed(item: Planned) -> int:
    """Return the tokens of a question's prompt and of its longest reply (0 where that has no limit)."""
    return item.place.n_tokens + (output_limit(item.entry["parameters"]) or 0)


def check_fit(
    entry: Mapping[str, Any], missing: Sequence[Planned], limit_usd: float, journal: Journal
) -> None:
    """Raise UserError, before anything is sent, where the missing questions don't fit window or budget."""
    longest = max(missing, key=tokens_needed)
    needed = tokens_needed(longest)
    if entry["window"] is not None and needed > entry["window"]:
        raise UserError(
            f"{entry['label']}: {cell_id(longest.cell)} and its reply need about {needed:,} tokens, more "
            f"than the model's window of {entry['window']:,}; ask for shorter prompts"
        )
    if prices_of(entry) is None:
        raise UserError(
            f"{entry['label']}: its prices are unknown; add them to the registry before it is asked"
        )
    estimates = [estimated_usd(item.entry, item.place.n_tokens) for item in missing]
    if None in estimates:
        raise UserError(
            f"{entry['label']}: its parameters don't limit the reply's tokens, so its cost has no bound; "
            "add max_tokens or what its vendor calls it"
        )
    estimate = sum(estimates)
    spent = journal.spent_usd() + journal.unanswered_usd()
    if estimate > 0 and spent + estimate > limit_usd:
        raise UserError(
            f"{entry['label']}: {len(missing):,} missing answers may cost ${estimate:.4f} and ${spent:.4f} "
            f"are spent, but this model may cost ${limit_usd:.4f} in all; raise max_cost_usd"
        )


async def ask(
    model: str,
    entry: Mapping[str, Any],
    planned: Sequence[Planned],
    missing: Sequence[Planned],
    journal: Journal,
    connect: Connect,
    limit_usd: float,
    log: TextIO,
) -> None:
    """Ask the missing questions; raises UserError where any is still without a final answer."""
    unanswered = journal.unanswered_intents()
    if unanswered:
        print(f"{model}: {unanswered} calls of earlier runs may have been paid without an answer", file=log)
    stop = Stop()
    terminal = sys.__stderr__ if sys.__stderr__ is not None and sys.__stderr__.isatty() else None
    stored = sum(journal.has_final(item.key) for item in planned)
    progress = Progress(model, stored=stored, missing=len(missing), log=log, terminal=terminal)
    longest = max(missing, key=tokens_needed)
    with stop_on_signals(stop):
        async with connect(entry, next(read_questions([longest]))) as backend:
            engine = Engine(
                entry=entry,
                backend=backend,
                notes=Notes(journal, Cleaner(api_key(entry))),
                budget=Budget(limit_usd, journal.spent_usd() + journal.unanswered_usd()),
                progress=progress,
                stop=stop,
            )
            try:
                await engine.ask_all(read_questions(missing))
            finally:
                progress.close()
    left = missing_questions(missing, journal)
    if left:
        raise UserError(incomplete(model, len(left), len(missing), stop.reason, engine.errors))


def incomplete(model: str, left: int, asked: int, stopped: str | None, errors: Mapping[str, int]) -> str:
    """Return the line that says how many answers are missing and why."""
    reason = stopped
    if reason is None and errors:
        message = max(errors, key=lambda text: errors[text])
        reason = f"most often: {message}"
    return f"{model}: {left:,} of {asked:,} answers are missing ({reason}); what came is stored, run again"


def response_rows(planned: Sequence[Planned], journal: Journal) -> Iterator[dict[str, Any]]:
    """Yield a row of RESPONSES for each planned cell, read from the store one at a time."""
    for item in planned:
        row = {**item.cell, "cell_id": cell_id(item.cell)}
        record = journal.final(item.key)
        if record is not None:
            row |= {name: record[name] for name in RECORD_COLUMNS}
            row["text"] = well_formed(record["text"])
            row["request_sha256"] = item.key
            row["answered_at"] = record["at"]
        yield row
