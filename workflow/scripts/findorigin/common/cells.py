"""The key of a cell: what names one planned question, and its readable id; statuses and outcomes.

An axis is a column that tells a task's prompts apart. The shared axes are columns of every table, null for a
task that doesn't have them; an axis that only some task names follows them (`PromptKey.further`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Literal, TypedDict, cast, get_args

AxisValue = str | int
Status = Literal[
    "ok", "truncated", "empty", "refused", "context_overflow", "error", "unavailable", "wrong_model"
]
# What came back, where it settles a cell. A cell of any other status is still missing.
FINAL_STATUSES: tuple[Status, ...] = ("ok", "truncated", "empty", "refused", "context_overflow")
# Final replies that hold an answer, or may: the others count as no answer.
GRADED_STATUSES: tuple[Status, ...] = ("ok", "truncated")
STATUSES: tuple[Status, ...] = get_args(Status)

NO_ANSWER = "no_answer"
# What an answer names, in a task whose prompts list vertices.
OUTCOMES = ("correct", "middle", "destination", "neighbour", "invented", NO_ANSWER)

Evidence = Literal["measured", "simulated", "published"]
EVIDENCES: tuple[Evidence, ...] = get_args(Evidence)

SHARED_AXES = ("variant", "arrangement", "d", "hops", "depth", "puzzle", "word_form", "n_lines")
PROMPT_KEY = ("task", *SHARED_AXES)
CELL_KEY = ("model", *PROMPT_KEY, "repeat")
TEXT_KEYS = frozenset({"model", "task", "variant", "arrangement", "word_form"})
# Every table is sorted by these, so that one arrangement, d and length lie together in the file.
SORT_ORDER = (
    *("model", "task", "variant", "arrangement", "d", "n_lines"),
    *("hops", "depth", "word_form", "puzzle", "repeat"),
)

SortKey = tuple[tuple[bool, AxisValue], ...]


class CellRow(TypedDict):
    """The columns of CELL_KEY as a row of a table has them."""

    model: str
    task: str
    variant: str | None
    arrangement: str | None
    d: int | None
    hops: int | None
    depth: int | None
    puzzle: int | None
    word_form: str | None
    n_lines: int | None
    repeat: int


@dataclass(frozen=True, slots=True)
class PromptKey:
    """What names one prompt: its task and the values of its axes, None for an axis that it does not have.

    `further` are axes of the task's own (name, value), by name.
    """

    task: str
    variant: str | None = None
    arrangement: str | None = None
    d: int | None = None
    hops: int | None = None
    depth: int | None = None
    puzzle: int | None = None
    word_form: str | None = None
    n_lines: int | None = None
    further: tuple[tuple[str, AxisValue], ...] = ()

    @classmethod
    def from_axes(cls, task: str, axes: Mapping[str, AxisValue | None]) -> PromptKey:
        """Return the key of a task with these values of its axes, whichever of them are shared."""
        shared = {name: value for name, value in axes.items() if name in SHARED_AXES}
        own = {name: value for name, value in axes.items() if name not in SHARED_AXES and value is not None}
        return cls(task, **cast("dict[str, None]", shared), further=tuple(sorted(own.items())))

    @classmethod
    def from_row(cls, row: Mapping[str, object], further: Iterable[str] = ()) -> PromptKey:
        """Return the key that a row of a table has; `further` names the axes beyond the shared ones."""
        axes = cast("Mapping[str, AxisValue | None]", row)
        return cls.from_axes(str(row["task"]), {name: axes[name] for name in (*SHARED_AXES, *further)})

    def axis(self, name: str) -> AxisValue | None:
        """Return the value of an axis, None where the key doesn't have it."""
        if name in SHARED_AXES:
            return cast("AxisValue | None", getattr(self, name))
        return dict(self.further).get(name)

    def row(self) -> dict[str, AxisValue | None]:
        """Return the columns of the key."""
        return {name: getattr(self, name) for name in PROMPT_KEY} | dict(self.further)

    def sort_key(self) -> SortKey:
        """Return what sorts keys by SORT_ORDER, nulls first, and then by their further axes."""
        return (*sort_value(self.row()), *((True, value) for _, value in self.further))


@dataclass(frozen=True, slots=True)
class Cell:
    """One planned question: a model, a prompt, and which independent sample of it (`repeat`, from 1)."""

    model: str
    prompt: PromptKey
    repeat: int

    @property
    def id(self) -> str:
        """The readable, unique id of the cell.

        Example: ``smollm2-135m/find_the_origin/structured/d15/hops2/depth50/word1/lines64/repeat1``.
        """
        key = self.prompt
        parts = [self.model, key.task, key.variant, key.arrangement]
        named = {"d": key.d, "hops": key.hops, "depth": key.depth}
        parts += [f"{name}{value}" for name, value in named.items() if value is not None]
        if key.puzzle is not None:
            parts.append(f"{key.word_form or 'puzzle'}{key.puzzle}")
        parts += [f"{name}-{value}" for name, value in key.further]
        if key.n_lines is not None:
            parts.append(f"lines{key.n_lines}")
        parts.append(f"repeat{self.repeat}")
        return "/".join(part for part in parts if part is not None)

    @classmethod
    def from_row(cls, row: Mapping[str, object], further: Iterable[str] = ()) -> Cell:
        """Return the cell of a row; `further` names the axes beyond the shared ones."""
        return cls(str(row["model"]), PromptKey.from_row(row, further), cast("int", row["repeat"]))

    def row(self) -> dict[str, AxisValue | None]:
        """Return the columns of the cell's key."""
        return {"model": self.model, **self.prompt.row(), "repeat": self.repeat}

    def sort_key(self) -> SortKey:
        """Return what sorts cells by SORT_ORDER, nulls first, and then by their further axes."""
        return (*sort_value(self.row()), *((True, value) for _, value in self.prompt.further))


def sort_value(key: Mapping[str, object]) -> SortKey:
    """Return what sorts rows of cells or prompts by SORT_ORDER, nulls first."""
    known = [name for name in SORT_ORDER if name in key]
    values = [cast("AxisValue | None", key[name]) for name in known]
    return tuple((value is not None, value if value is not None else 0) for value in values)


assert tuple(field.name for field in fields(PromptKey)) == (*PROMPT_KEY, "further")
