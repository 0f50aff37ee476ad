"""What is planned of one model: its cells and their keys, what the store lacks, what that may cost."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from findorigin.backends.base import api_key, output_limit, served_names
from findorigin.budget.prices import LOCAL_BACKENDS, estimated_usd, is_free, prices_of, worst_usd
from findorigin.common.cells import cell_id, prompt_key, sort_value
from findorigin.common.errors import UserError
from findorigin.config.models import is_retired
from findorigin.config.sweeps import planned_cells
from findorigin.config.task_sweeps import parameters_by_task
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from findorigin.planning.questions import Planned, index_prompts
from findorigin.planning.request_key import key_fields, request_key
from findorigin.planning.task_entry import entries_by_task
from findorigin.store.reader import JournalReader, read_journal


def plan_cells(
    model: str,
    entry: Mapping[str, Any],
    sweeps: Iterable[Mapping[str, Any]],
    prompt_files: Sequence[str],
    identity: Identity = NAMED_BY_ENTRY,
) -> list[Planned]:
    """Return the planned cells of `model`, sorted, with their requests' keys and their prompts' places.

    `identity` tells a local model from others of its name. Raises UserError for a cell without a
    prompt and for parameters that can't be sent.
    """
    cells = sorted(planned_cells(sweeps, model), key=sort_value)
    entries = entries_by_task(entry, parameters_by_task(sweeps))
    places = index_prompts(prompt_files, cells)
    planned = []
    for cell in cells:
        place, asked = places[prompt_key(cell)], entries[cell["task"]]
        fields = key_fields(
            asked,
            place.prompt_sha256,
            cell["repeat"],
            sent_parameters(asked),
            identity.chat_template_sha256,
            identity.revision,
        )
        planned.append(Planned(cell, request_key(fields), place, asked))
    return planned


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


def missing_questions(planned: Sequence[Planned], stored: JournalReader) -> list[Planned]:
    """Return the planned cells without a final response in the store, one for each request."""
    return list({item.key: item for item in planned if not stored.has_final(item.key)}.values())


@dataclass(frozen=True)
class Estimate:
    """What the missing questions of a model may take at most: None where a reply or a price has no bound.

    usd: every prompt by its n_tokens, every reply as long as it may be. needed_usd: what a limit must leave
    to answer them all, since a call in flight is counted at its worst until it is answered.
    """

    input_tokens: int
    output_tokens: int | None
    usd: float | None
    needed_usd: float | None


def estimate(entry: Mapping[str, Any], missing: Sequence[Planned]) -> Estimate:
    """Return what answering the missing questions may take."""
    replies = [output_limit(item.entry["parameters"]) for item in missing]
    usd = needed = None
    if unpriced_line(entry, missing) is None:
        costs = [estimated_usd(item.entry, item.place.n_tokens) or 0.0 for item in missing]
        worst = [worst_usd(item.entry, item.place.n_tokens) or 0.0 for item in missing]
        margins = (most - cost for most, cost in zip(worst, costs, strict=True))
        usd = sum(costs)
        needed = usd + sum(heapq.nlargest(entry["max_in_flight"], margins))
    output_tokens = None if None in replies else sum(reply or 0 for reply in replies)
    return Estimate(sum(item.place.n_tokens for item in missing), output_tokens, usd, needed)


def unavailable_line(entry: Mapping[str, Any], today: date) -> str | None:
    """Return why the registry says that a model can't be asked any more; None where it can.

    Weights that are here don't retire.
    """
    if entry["backend"] in LOCAL_BACKENDS or not entry.get("retired") or not is_retired(entry, today):
        return None
    return f"retired {'on' if len(entry['retired']) == len('YYYY-MM-DD') else 'in'} {entry['retired']}"


def unpriced_line(entry: Mapping[str, Any], missing: Sequence[Planned]) -> str | None:
    """Return why the cost of a model's missing questions has no bound; None where it has."""
    if prices_of(entry) is None:
        return "its prices are unknown; give its entry `prices` before it is asked"
    if not is_free(entry) and any(output_limit(item.entry["parameters"]) is None for item in missing):
        return (
            "its parameters don't limit the reply's tokens, so its cost has no bound; "
            "add max_tokens or what its vendor calls it"
        )
    return None


def tokens_needed(item: Planned) -> int:
    """Return the tokens of a question's prompt and of its longest reply (0 where that has no limit)."""
    return item.place.n_tokens + (output_limit(item.entry["parameters"]) or 0)


def window_line(entry: Mapping[str, Any], missing: Sequence[Planned]) -> str | None:
    """Return that the longest missing prompt and its reply don't fit the window; None where they do."""
    bounds = {name: entry[name] for name in ("window", "max_model_len") if entry.get(name) is not None}
    longest = max(missing, key=tokens_needed)
    needed = tokens_needed(longest)
    name = min(bounds, key=lambda name: bounds[name], default=None)
    if name is None or needed <= bounds[name]:
        return None
    return (
        f"{cell_id(longest.cell)} and its reply need about {needed:,} tokens, more than the model's {name} "
        f"of {bounds[name]:,}; ask for shorter prompts"
    )


def key_line(entry: Mapping[str, Any]) -> str | None:
    """Return why the key that the entry names can't be used; None where it can, or where it names none."""
    try:
        api_key(entry)
    except UserError as error:
        return str(error).removeprefix(f"{entry['label']}: ")
    return None


@dataclass(frozen=True)
class ModelPlan:
    """What is planned of one model and what the store has of it.

    missing counts cells, several of which may share a request. stored and estimate are None where the model's
    weights, and so its requests' keys, are unknown. unavailable says why it can't be asked any more, problems
    what would stop it (max_cost_usd apart). A model that is not asked needs nothing.
    """

    model: str
    entry: Mapping[str, Any]
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
    model: str,
    entry: Mapping[str, Any],
    sweeps: Iterable[Mapping[str, Any]],
    prompt_files: Sequence[str],
    store: str | Path,
    today: date,
    identity: Identity = NAMED_BY_ENTRY,
) -> ModelPlan:
    """Return the plan of one model. Reads prompts and store, takes no lock, needs no key."""
    planned = plan_cells(model, entry, sweeps, prompt_files, identity)
    with read_journal(Path(store) / f"{model}.jsonl", served_names(entry)) as journal:
        stored = sum(journal.has_final(item.key) for item in planned)
        missing = missing_questions(planned, journal)
        committed_usd = journal.committed_usd()
    unavailable = unavailable_line(entry, today) if missing else None
    lines = (key_line(entry), window_line(entry, missing), unpriced_line(entry, missing)) if missing else ()
    return ModelPlan(
        model=model,
        entry=entry,
        planned=len(planned),
        stored=stored,
        estimate=estimate(entry, missing),
        committed_usd=committed_usd,
        unavailable=unavailable,
        problems=() if unavailable else tuple(line for line in lines if line),
    )
