"""What a model's missing requests may cost, and what would stop them: window, price, a model that is gone."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from findorigin.budget.prices import estimated_usd, worst_usd
from findorigin.config.models import AnyModel
from findorigin.config.sweeps import Sweep
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from findorigin.planning.requests import PlannedRequest, missing_requests, plan_requests
from findorigin.store.reader import read_journal


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the missing requests of a model may take at most: None where a reply or a price has no bound.

    usd: every prompt by its n_tokens, every reply as long as it may be. needed_usd: what a limit must leave
    to answer them all, since a call in flight is counted at its worst until it is answered.
    """

    input_tokens: int
    output_tokens: int | None
    usd: float | None
    needed_usd: float | None


def estimate(model: AnyModel, missing: Sequence[PlannedRequest]) -> Estimate:
    """Return what answering the missing requests may take."""
    limits = [item.model.output_limit for item in missing]
    usd = needed = None
    if unpriced_line(model, missing) is None:
        costs = [estimated_usd(item.model, item.n_tokens) or 0.0 for item in missing]
        worst = [worst_usd(item.model, item.n_tokens) or 0.0 for item in missing]
        margins = (most - cost for most, cost in zip(worst, costs, strict=True))
        usd = sum(costs)
        needed = usd + sum(heapq.nlargest(model.max_in_flight, margins))
    output_tokens = None if None in limits else sum(limit or 0 for limit in limits)
    return Estimate(sum(item.n_tokens for item in missing), output_tokens, usd, needed)


def unavailable_line(model: AnyModel, today: date) -> str | None:
    """Return why the registry says that a model can't be asked any more; None where it can."""
    day = model.retired_on(today)
    return day and f"retired {'on' if len(day) == len('YYYY-MM-DD') else 'in'} {day}"


def unpriced_line(model: AnyModel, missing: Iterable[PlannedRequest]) -> str | None:
    """Return why the cost of a model's missing requests has no bound; None where it has."""
    if model.known_prices is None:
        return "its prices are unknown; give its entry `prices` before it is asked"
    if not model.is_free and any(item.model.output_limit is None for item in missing):
        return (
            "its parameters don't limit the reply's tokens, so its cost has no bound; "
            "add max_tokens or what its vendor calls it"
        )
    return None


def window_line(model: AnyModel, missing: Iterable[PlannedRequest]) -> str | None:
    """Return that the longest missing prompt and its reply don't fit the model; None where they do."""
    longest = max(missing, key=lambda item: item.tokens_needed)
    if model.room is None or longest.tokens_needed <= model.room[1]:
        return None
    name, tokens = model.room
    return (
        f"{longest.cell.id} and its reply need about {longest.tokens_needed:,} tokens, more than the model's "
        f"{name} of {tokens:,}; ask for shorter prompts"
    )


@dataclass(frozen=True)
class ModelPlan:
    """What is planned of one model and what the store has of it.

    missing counts cells, several of which may share a request. stored and estimate are None where the model's
    weights, and so its requests' keys, are unknown. unavailable says why it can't be asked any more, problems
    what would stop it (max_cost_usd apart). A model that is not asked needs nothing.
    """

    model: AnyModel
    planned: int
    stored: int | None
    estimate: Estimate | None
    committed_usd: float
    unavailable: str | None
    problems: tuple[str, ...]

    @property
    def missing(self) -> int | None:
        """How many planned cells have no final response; None where that is unknown."""
        return None if self.stored is None else self.planned - self.stored

    @property
    def needed_usd(self) -> float:
        """What a limit must leave for its missing cells; 0 where it is not asked, or can't be."""
        if self.unavailable or self.estimate is None:
            return 0.0
        return self.estimate.needed_usd or 0.0


def plan_model(
    model: AnyModel,
    sweeps: Iterable[Sweep],
    prompt_files: Sequence[str],
    store: str | Path,
    today: date,
    identity: Identity = NAMED_BY_ENTRY,
    key_line: str | None = None,
) -> ModelPlan:
    """Return the plan of one model; `key_line` says what is wrong with its key, if anything.

    Reads prompts and store, takes no lock.
    """
    planned = plan_requests(model, sweeps, prompt_files, identity)
    with read_journal(Path(store) / f"{model.slug}.jsonl", model.served_names) as journal:
        stored = sum(journal.has_final(item.key) for item in planned)
        missing = missing_requests(planned, journal)
        committed_usd = journal.committed_usd()
    unavailable = unavailable_line(model, today) if missing else None
    asked = missing and not unavailable
    lines = (key_line, window_line(model, missing), unpriced_line(model, missing)) if asked else ()
    return ModelPlan(
        model=model,
        planned=len(planned),
        stored=stored,
        estimate=estimate(model, missing),
        committed_usd=committed_usd,
        unavailable=unavailable,
        problems=tuple(line for line in lines if line),
    )
