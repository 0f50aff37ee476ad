"""From planned cells to requests: the key of each, where its prompt lies, the prompts as they are needed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

import pyarrow.parquet as pq

from findorigin.common.cells import PROMPT_KEY, Cell, PromptKey
from findorigin.common.errors import UserError
from findorigin.config.models import AnyModel
from findorigin.config.sweeps import Sweep
from findorigin.planning.cells import planned_cells
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from findorigin.planning.request_key import key_fields, request_key
from findorigin.tasks.catalog import FURTHER_AXES, TASKS


@dataclass(frozen=True, slots=True)
class PromptLocation:
    """Where a prompt lies (file, row group, row), its length in cl100k_base tokens, its digest."""

    path: str
    group: int
    row: int
    n_tokens: int
    prompt_sha256: str


@dataclass(frozen=True, slots=True)
class PlannedRequest:
    """A planned cell, the key of its request, where its prompt lies, and the model as this task asks it."""

    cell: Cell
    key: str
    location: PromptLocation
    model: AnyModel

    @property
    def n_tokens(self) -> int:
        """The length of its prompt."""
        return self.location.n_tokens

    @property
    def tokens_needed(self) -> int:
        """The tokens of its prompt and of its longest reply (0 where that has no limit)."""
        return self.n_tokens + (self.model.output_limit or 0)


@dataclass(frozen=True, slots=True)
class PromptRequest(PlannedRequest):
    """A planned request with its prompt at hand."""

    prompt: str


class Answers(Protocol):
    """What tells which requests have their final response (a journal of the store)."""

    def has_final(self, key: str) -> bool:
        """Whether a final response of `key` is there."""
        ...


def plan_requests(
    model: AnyModel, sweeps: Iterable[Sweep], prompt_files: Sequence[str], identity: Identity = NAMED_BY_ENTRY
) -> list[PlannedRequest]:
    """Return the planned requests of `model`, in the order of their cells.

    `identity` tells a local model from others of its name. Raises UserError for a cell without a prompt.
    """
    own = list(sweeps)
    asked = {
        sweep.task: model.as_asked(sweep.parameters, begins_answer=TASKS[sweep.task].begins_answer)
        for sweep in own
    }
    cells = planned_cells(own, model.slug)
    locations = locate_prompts(prompt_files, (cell.prompt for cell in cells))
    planned = []
    for cell in cells:
        location, as_asked = locations[cell.prompt], asked[cell.prompt.task]
        fields = key_fields(as_asked, location.prompt_sha256, cell.repeat, identity)
        planned.append(PlannedRequest(cell, request_key(fields), location, as_asked))
    return planned


def missing_requests(planned: Iterable[PlannedRequest], stored: Answers) -> list[PlannedRequest]:
    """Return the planned requests without a final response, each once though several cells share it."""
    return list({item.key: item for item in planned if not stored.has_final(item.key)}.values())


def locate_prompts(paths: Sequence[str], keys: Iterable[PromptKey]) -> dict[PromptKey, PromptLocation]:
    """Return where the prompts of `keys` lie; the prompts themselves stay on disk.

    Raises UserError naming the first key whose prompt is in none of the files.
    """
    wanted = set(keys)
    found: dict[PromptKey, PromptLocation] = {}
    columns = [*PROMPT_KEY, *FURTHER_AXES, "n_tokens", "prompt_sha256"]
    for path in paths:
        with pq.ParquetFile(path) as table:
            for group in range(table.num_row_groups):
                for row, values in enumerate(table.read_row_group(group, columns=columns).to_pylist()):
                    key = PromptKey.from_row(values, FURTHER_AXES)
                    if key in wanted:
                        told = values["n_tokens"], values["prompt_sha256"]
                        found[key] = PromptLocation(path, group, row, *told)
    lost = sorted(wanted - found.keys(), key=PromptKey.sort_key)
    if lost:
        raise UserError(f"the prompt of {Cell('…', lost[0], 1).id} is in none of {len(paths)} prompt files")
    return found


def read_prompts(planned: Sequence[PlannedRequest]) -> Iterator[PromptRequest]:
    """Yield the requests with their prompts, the shortest prompt first, then in the order of the files.

    One row group of prompts is held at a time, whatever the number of requests. Raises UserError for a prompt
    that is not whole.
    """
    first = min(planned, key=lambda item: (item.n_tokens, item.key), default=None)

    def order(item: PlannedRequest) -> tuple[bool, str, int, int, int]:
        place = item.location
        return item is not first, place.path, place.group, place.row, item.cell.repeat

    for (_, path), in_file in groupby(sorted(planned, key=order), key=lambda item: order(item)[:2]):
        with pq.ParquetFile(path) as table:
            for group, in_group in groupby(in_file, key=lambda item: item.location.group):
                rows = table.read_row_group(group, columns=["prompt", "marks"]).to_pylist()
                for item in in_group:
                    prompt, marks = rows[item.location.row]["prompt"], rows[item.location.row]["marks"]
                    if hashlib.sha256(prompt.encode()).hexdigest() != item.location.prompt_sha256:
                        raise _broken(item, "is not the one its prompt_sha256 names")
                    if any(not 0 <= mark["start"] < mark["end"] <= len(prompt) for mark in marks or ()):
                        raise _broken(item, "ends before what its answer depends on (marks)")
                    yield PromptRequest(item.cell, item.key, item.location, item.model, prompt)


def _broken(item: PlannedRequest, why: str) -> UserError:
    return UserError(f"the prompt of {item.cell.id} {why}; generate it again")
