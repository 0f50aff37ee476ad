"""From planned cells to questions: where each prompt lies, and the prompts read as they are needed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pyarrow.parquet as pq

from findorigin.common.cells import PROMPT_KEY, cell_id, prompt_key
from findorigin.common.errors import UserError

PROMPT_COLUMNS = ("prompt", "prompt_sha256", "origin", "destination")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a prompt lies (file, row group, row) and what can be known of it without reading it."""

    path: str
    group: int
    row: int
    n_tokens: int
    prompt_sha256: str


@dataclass(frozen=True, slots=True)
class Planned:
    """A planned cell, the key of its request, the place of its prompt and the model's entry for its task."""

    cell: Mapping[str, Any]
    key: str
    place: Place
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A planned cell with its prompt at hand; `entry` is the model's registry entry as this task asks it."""

    cell: Mapping[str, Any]
    cell_id: str
    key: str
    n_tokens: int
    prompt: str
    prompt_sha256: str
    entry: Mapping[str, Any]


def index_prompts(paths: Sequence[str], cells: Iterable[Mapping[str, Any]]) -> dict[tuple, Place]:
    """Return where the prompts of `cells` lie, by `prompt_key`; the prompts themselves stay on disk.

    Raises UserError naming the first cell whose prompt is in none of the files.
    """
    wanted = {prompt_key(cell): cell for cell in cells}
    places = {}
    for path in paths:
        for group, row, values in _rows(path, (*PROMPT_KEY, "n_tokens", "prompt_sha256")):
            key = prompt_key(values)
            if key in wanted:
                places[key] = Place(path, group, row, values["n_tokens"], values["prompt_sha256"])
    for key, cell in wanted.items():
        if key not in places:
            raise UserError(f"the prompt of {cell_id(cell)} is in none of {len(paths)} prompt files")
    return places


def _rows(path: str, columns: Sequence[str]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    with pq.ParquetFile(path) as table:
        for group in range(table.num_row_groups):
            for row, values in enumerate(table.read_row_group(group, columns=list(columns)).to_pylist()):
                yield group, row, values


def read_questions(planned: Sequence[Planned]) -> Iterator[Question]:
    """Yield the questions, the one with the shortest prompt first, then in the order of the files.

    One row group of prompts is held at a time, whatever the number of questions.
    """
    if not planned:
        return
    first = min(planned, key=lambda item: (item.place.n_tokens, item.key))
    yield from _questions([first])
    rest = [item for item in planned if item is not first]
    rest.sort(key=lambda item: (item.place.path, item.place.group, item.place.row, item.cell["repeat"]))
    yield from _questions(rest)


def _questions(planned: Sequence[Planned]) -> Iterator[Question]:
    for path, in_file in groupby(planned, key=lambda item: item.place.path):
        with pq.ParquetFile(path) as table:
            for group, in_group in groupby(in_file, key=lambda item: item.place.group):
                prompts = table.read_row_group(group, columns=list(PROMPT_COLUMNS)).to_pylist()
                for item in in_group:
                    yield _question(item, prompts[item.place.row])


def _question(planned: Planned, row: Mapping[str, Any]) -> Question:
    check_prompt(row, cell_id(planned.cell))
    return Question(
        cell=planned.cell,
        cell_id=cell_id(planned.cell),
        key=planned.key,
        n_tokens=planned.place.n_tokens,
        prompt=row["prompt"],
        prompt_sha256=row["prompt_sha256"],
        entry=planned.entry,
    )


def check_prompt(row: Mapping[str, Any], name: str) -> None:
    """Raise UserError unless a prompt is whole: its digest, and both lines of the target chain's ends.

    `row` has prompt, prompt_sha256, origin and destination (null for tasks without a chain).
    """
    prompt = row["prompt"]
    if hashlib.sha256(prompt.encode()).hexdigest() != row["prompt_sha256"]:
        raise UserError(f"the prompt of {name} is not the one its prompt_sha256 names; generate it again")
    if row["origin"] is None:
        return
    if f'\n"{row["origin"]}" is connected to "' not in prompt:
        raise UserError(f"the prompt of {name} has no line that begins at its origin {row['origin']!r}")
    if f'" is connected to "{row["destination"]}"\n' not in prompt:
        raise UserError(
            f"the prompt of {name} has no line that ends at its destination {row['destination']!r}"
        )
