"""What a model's job does: plan, read the store, ask only what is missing, write the responses.

Whether the job runs is Snakemake's decision, which cells are asked is the store's. Another `max_cost_usd`
runs the jobs of all models that aren't free again, since it is a parameter of theirs: where nothing is
missing they ask nobody, need no key and look at no cap.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from datetime import date
from pathlib import Path
from typing import TextIO

from findorigin.backends.base import Backend, api_key
from findorigin.budget.caps import cap_of
from findorigin.budget.estimate import unavailable_line
from findorigin.budget.ledger import Ledger
from findorigin.common.errors import UnavailableError, UserError
from findorigin.common.tables import write_rows
from findorigin.config.models import AnyModel
from findorigin.config.sweeps import Sweep
from findorigin.engine.engine import Engine
from findorigin.engine.journal_writer import JournalWriter
from findorigin.engine.progress import Progress
from findorigin.engine.ready import check_limit, check_ready
from findorigin.engine.redaction import Redactor
from findorigin.engine.stopping import Stop, stop_on_signals
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from findorigin.planning.requests import (
    PlannedRequest,
    PromptRequest,
    missing_requests,
    plan_requests,
    read_prompts,
)
from findorigin.store.journal import Journal
from findorigin.store.rows import response_rows
from findorigin.tasks.columns import RESPONSES

Connect = Callable[[AnyModel, PromptRequest], AbstractAsyncContextManager[Backend]]


def run_query(
    model: AnyModel,
    sweeps: Sequence[Sweep],
    prompt_files: Sequence[str],
    *,
    store: str | Path,
    output: str | Path,
    connect: Connect,
    identity: Identity = NAMED_BY_ENTRY,
    caps: str | Path | None = None,
    max_cost_usd: float = 0.0,
    unavailable: str = "error",
    today: date | None = None,
    log: TextIO | None = None,
) -> None:
    """Have every planned cell of `model` answered and write them to `output` (RESPONSES).

    `store` is the folder of journals, `connect` the backend's (called only if a cell is missing), `identity`
    tells a local model from others of its name. A model that isn't free may cost in all, earlier runs
    included, what the file of `caps` says, which must be made for `max_cost_usd`; without a file, that
    itself. A model that the registry (as of `today`) or its vendor calls gone is an error, or with
    `unavailable` "skip" leaves its missing cells unavailable. Raises UserError, after everything that came
    back is in the store, where a planned cell has no final answer; `output` is then not written.
    """
    log = log or sys.stderr
    planned = plan_requests(model, sweeps, prompt_files, identity)
    with Journal.open(Path(store) / f"{model.slug}.jsonl", model.served_names) as journal:
        for warning in journal.warnings:
            print(f"Warning: {warning}", file=log)
        missing = missing_requests(planned, journal)
        print(f"{model.slug}: {len(planned):,} cells planned, {len(missing):,} questions missing", file=log)
        gone = unavailable_line(model, today or date.today()) if missing else None
        if missing and not gone:
            check_ready(model, missing)
            spent_usd, limit_usd = journal.committed_usd(), max_cost_usd
            if caps is not None and not model.is_free:
                limit_usd = cap_of(caps, model.slug, spent_usd, store, max_cost_usd)
            check_limit(model, missing, spent_usd, limit_usd)
            try:
                gone = asyncio.run(ask(model, planned, missing, journal, connect, limit_usd, log))
            except UnavailableError as error:
                gone = str(error)
        if gone:
            left = len(missing_requests(missing, journal))
            answers = f"{left:,} of {len(missing):,} answers are missing"
            line = f"{model.slug} can't be asked any more: {gone}; {answers}"
            if unavailable != "skip":
                raise UserError(line)
            print(f"{line} and stay unavailable", file=log)
        cells = ((item.cell, item.key) for item in planned)
        write_rows(output, RESPONSES, response_rows(cells, journal, gone))


async def ask(
    model: AnyModel,
    planned: Sequence[PlannedRequest],
    missing: Sequence[PlannedRequest],
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
        print(
            f"{model.slug}: {unanswered} calls of earlier runs may have been paid without an answer", file=log
        )
    stop = Stop()
    terminal = sys.__stderr__ if sys.__stderr__ is not None and sys.__stderr__.isatty() else None
    stored = sum(journal.has_final(item.key) for item in planned)
    longest = next(read_prompts([max(missing, key=lambda item: item.tokens_needed)]))
    with stop_on_signals(stop):
        async with connected(connect, model, longest, stop) as backend:
            progress = Progress(model.slug, stored=stored, missing=len(missing), log=log, terminal=terminal)
            engine = Engine(
                model=model,
                backend=backend,
                journal=JournalWriter(journal, Redactor(api_key(model)), backend.settings),
                ledger=Ledger(limit_usd, journal.committed_usd()),
                progress=progress,
                stop=stop,
            )
            try:
                await engine.ask_all(read_prompts(missing))
            finally:
                progress.close()
    left = missing_requests(missing, journal)
    if left and stop.unavailable:
        return stop.reason
    if left:
        raise UserError(incomplete(model.slug, len(left), len(missing), stop.reason, engine.errors))
    return None


@asynccontextmanager
async def connected(
    connect: Connect, model: AnyModel, longest: PromptRequest, stop: Stop
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
                backend = await stack.enter_async_context(connect(model, longest))
        except TimeoutError:
            if not patience.expired():
                raise
            raise UserError(f"{model.slug}: {stop.reason} before anything was asked") from None
        yield backend


def incomplete(model: str, left: int, asked: int, stopped: str | None, errors: Mapping[str, int]) -> str:
    """Return the line that says how many answers are missing and why."""
    reason = stopped
    if reason is None and errors:
        message = max(errors, key=lambda text: errors[text])
        reason = f"most often: {message}"
    return f"{model}: {left:,} of {asked:,} answers are missing ({reason}); what came is stored, run again"
