"""What every query script does: plan, read the store, ask only what is missing, write the responses."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any, TextIO

from findorigin.backends.base import Backend, api_key, served_names
from findorigin.budget.caps import ROUNDING_USD, check_budget
from findorigin.budget.ledger import Budget
from findorigin.budget.prices import is_free
from findorigin.common.errors import UnavailableError, UserError
from findorigin.common.tables import RESPONSES, write_rows
from findorigin.engine.engine import Engine
from findorigin.engine.journal_writer import Notes
from findorigin.engine.progress import Progress
from findorigin.engine.redaction import Cleaner
from findorigin.engine.stopping import Stop, stop_on_signals
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from findorigin.planning.plan import (
    estimate,
    key_line,
    missing_questions,
    plan_cells,
    tokens_needed,
    unavailable_line,
    unpriced_line,
    window_line,
)
from findorigin.planning.questions import Planned, Question, read_questions
from findorigin.store.journal import Journal
from findorigin.store.responses import response_rows

Connect = Callable[[Mapping[str, Any], Question], AbstractAsyncContextManager[Backend]]
Identify = Callable[[Mapping[str, Any]], Identity]


def run_query(
    *,
    model: str,
    entry: Mapping[str, Any],
    sweeps: Sequence[Mapping[str, Any]],
    prompt_files: Sequence[str],
    store: str | Path,
    output: str | Path,
    connect: Connect,
    identify: Identify = lambda entry: NAMED_BY_ENTRY,
    budget: str | Path | None = None,
    limit_usd: float = 0.0,
    max_cost_usd: float | None = None,
    unavailable: str = "error",
    today: date | None = None,
    log: TextIO | None = None,
) -> None:
    """Have every planned cell of `model` answered and write them to `output` (RESPONSES).

    `entry` is the model's resolved registry entry, `store` the folder of journals, `connect` the backend's
    (called only if a cell is missing), `identify` tells what identifies a local model. `budget` is the file
    of allotments, made for `max_cost_usd` (None: not checked); `limit_usd` bounds what the model may cost in
    all, earlier runs included, where there is none. A model that the registry (as of `today`) or its vendor
    calls gone is an error, or with `unavailable` "skip" leaves its missing cells unavailable. Raises
    UserError, after everything that came back is in the store, where a planned cell has no final answer;
    `output` is then not written.
    """
    log = log or sys.stderr
    planned = plan_cells(model, entry, sweeps, prompt_files, identify(entry))
    with Journal.open(Path(store) / f"{model}.jsonl", served_names(entry)) as journal:
        for warning in journal.warnings:
            print(f"Warning: {warning}", file=log)
        missing = missing_questions(planned, journal)
        print(f"{model}: {len(planned):,} cells planned, {len(missing):,} questions missing", file=log)
        gone = unavailable_line(entry, today or date.today()) if missing else None
        if missing and not gone:
            check_ready(entry, missing)
            if budget is not None and not is_free(entry):
                limit_usd = check_budget(budget, model, journal.committed_usd(), store, max_cost_usd)
            check_limit(entry, missing, journal, limit_usd)
            try:
                gone = asyncio.run(ask(model, entry, planned, missing, journal, connect, limit_usd, log))
            except UnavailableError as error:
                gone = str(error)
        if gone:
            left = len(missing_questions(missing, journal))
            line = f"can't be asked any more: {gone}; {left:,} of {len(missing):,} answers are missing"
            if unavailable != "skip":
                raise UserError(f"{entry['label']} {line}")
            print(f"{model} {line} and stay unavailable", file=log)
        write_rows(output, RESPONSES, response_rows(planned, journal, gone))


def job_arguments(job: Any) -> dict[str, Any]:  # noqa: ANN401 (Snakemake's own object has no type to import)
    """Return what every query rule gives `run_query`, from the `snakemake` object of its script."""
    return {
        "model": job.wildcards.model,
        "entry": job.params.model_entry,
        "sweeps": job.params.sweeps,
        "prompt_files": job.input.prompts,
        "store": job.params.store,
        "output": job.output[0],
        "budget": job.input.get("budget") or None,
        # Not a param: another limit alone is no reason to run a finished job again.
        "max_cost_usd": job.config.get("max_cost_usd", 0),
        "unavailable": job.params.get("unavailable", "error"),
    }


def check_ready(entry: Mapping[str, Any], missing: Sequence[Planned]) -> None:
    """Raise UserError, before anything is sent, where key, window or prices would stop the questions."""
    for line in (key_line(entry), window_line(entry, missing), unpriced_line(entry, missing)):
        if line is not None:
            raise UserError(f"{entry['label']}: {line}")


def check_limit(
    entry: Mapping[str, Any], missing: Sequence[Planned], journal: Journal, limit_usd: float
) -> None:
    """Raise UserError, before anything is sent, where the missing answers may cost more than is left."""
    usd, spent = estimate(entry, missing).usd or 0.0, journal.committed_usd()
    if usd > 0 and spent + usd > limit_usd + ROUNDING_USD:
        raise UserError(
            f"{entry['label']}: {len(missing):,} missing answers may cost ${usd:.4f} and ${spent:.4f} "
            f"are spent, but this model may cost ${limit_usd:.4f} in all; raise max_cost_usd, or delete "
            "results/budget.json, and the limit is shared out again"
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
) -> str | None:
    """Ask the missing questions; raises UserError where any is still without a final answer.

    Returns why the model can't be asked any more, where its vendor says so, and None otherwise.
    """
    unanswered = journal.unanswered_intents()
    if unanswered:
        print(f"{model}: {unanswered} calls of earlier runs may have been paid without an answer", file=log)
    stop = Stop()
    terminal = sys.__stderr__ if sys.__stderr__ is not None and sys.__stderr__.isatty() else None
    stored = sum(journal.has_final(item.key) for item in planned)
    progress = Progress(model, stored=stored, missing=len(missing), log=log, terminal=terminal)
    longest = max(missing, key=tokens_needed)
    with stop_on_signals(stop):
        async with connected(connect, entry, next(read_questions([longest])), stop) as backend:
            engine = Engine(
                entry=entry,
                backend=backend,
                notes=Notes(journal, Cleaner(api_key(entry)), getattr(backend, "settings", None)),
                budget=Budget(limit_usd, journal.committed_usd()),
                progress=progress,
                stop=stop,
            )
            try:
                await engine.ask_all(read_questions(missing))
            finally:
                progress.close()
    left = missing_questions(missing, journal)
    if left and stop.unavailable:
        return stop.reason
    if left:
        raise UserError(incomplete(model, len(left), len(missing), stop.reason, engine.errors))
    return None


@asynccontextmanager
async def connected(
    connect: Connect, entry: Mapping[str, Any], longest: Question, stop: Stop
) -> AsyncIterator[Backend]:
    """Connect, unless the job is stopped first: a large model takes long to load. Raises UserError then."""
    patience = asyncio.timeout(None)

    def give_up() -> None:
        with suppress(RuntimeError):  # connected long ago
            patience.reschedule(0)

    stop.call(give_up)
    async with AsyncExitStack() as stack:
        try:
            async with patience:
                backend = await stack.enter_async_context(connect(entry, longest))
        except TimeoutError:
            if not patience.expired():
                raise
            raise UserError(f"{entry['label']}: {stop.reason} before anything was asked") from None
        yield backend


def incomplete(model: str, left: int, asked: int, stopped: str | None, errors: Mapping[str, int]) -> str:
    """Return the line that says how many answers are missing and why."""
    reason = stopped
    if reason is None and errors:
        message = max(errors, key=lambda text: errors[text])
        reason = f"most often: {message}"
    return f"{model}: {left:,} of {asked:,} answers are missing ({reason}); what came is stored, run again"
