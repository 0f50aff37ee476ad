"""What a task is: everything that the rest of the workflow asks of one, and what is common to all.

A task is a folder below tasks/. Its `task.py` describes it (light: it is read while the workflow is parsed);
`prompts.py`, `grading.py` and `controls.py` make its prompts, grade replies and answer for the controls. A
task may also have `published.py` (reads the paper's outcomes), `simulated.py` (a program that errs by a known
rule) and `upstream.py` (makes the upstream file).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag, create_model

from findorigin.common.cells import AxisValue, PromptKey
from findorigin.config.base import LIST, NUMBERS, ONE, Count, Names, Section, numbers
from findorigin.config.sweeps import Axes, Sweep

Detail = str | int | bool | None


class TaskParameters(Section):
    """How a task is sampled; what is left out is the registry's."""

    temperature: Annotated[float | None, Field(ge=0)] = None
    """Temperature; not sent to a model whose registry entry sends none."""
    max_tokens: Annotated[int | None, Field(ge=1)] = None
    """Most tokens of a reply, under the name that the model's registry entry has for it. Thinking counts
    against it."""

    def given(self) -> dict[str, float]:
        """Return the parameters that are given."""
        return {name: value for name, value in self if value is not None}


class SweepSettings(Section):
    """The keys that every sweep has; a task adds those of its axes."""

    repeats: Count = 1
    """How many independent samples of each prompt."""
    parameters: TaskParameters = TaskParameters()
    """Settings that take the place of the task's own for the models of this sweep."""
    models: Annotated[Names, Field(min_length=1)]
    """Slugs of the models to ask. At least one."""


class TaskSettings(Section):
    """A task's section of the configuration."""

    parameters: TaskParameters = TaskParameters()
    """How the task is sampled, for every model that is asked it. The registry's own value holds where nothing
    is given here."""
    sweeps: list[SweepSettings] = []
    """The planned questions: each sweep is the product of its lists. A cell that several sweeps ask for is
    asked once."""


@dataclass(frozen=True)
class Axis:
    """A column that tells the task's prompts apart, and the key of a sweep that lists its values.

    name: the column. key: the key in a sweep (the name where it is left out). default: what a sweep has that
    doesn't give it. choices: the texts that are allowed; None for whole numbers from `minimum` to `maximum`.
    """

    name: str
    description: str
    default: Any = None
    key: str = ""
    choices: tuple[str, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False
    single: bool = False

    @property
    def kind(self) -> type[str] | type[int]:
        """The type of its values."""
        return int if self.choices is None else str

    def annotation(self) -> Any:  # noqa: ANN401
        """Return the type of its key in a sweep: a list once validated, of a `single` one a text."""
        if self.choices is None:
            accepted = numbers(self.minimum, self.maximum)
        elif self.single:
            accepted = Literal[self.choices]
        else:
            accepted = _choices(self.choices)
        allowed = NUMBERS if self.choices is None else None if self.single else _any_of(self.choices)
        extra: dict[str, Any] | None = {"x-allowed": allowed} if allowed else None
        described = Field(description=self.description, json_schema_extra=extra)
        return Annotated[accepted | None if self.optional else accepted, described]


def _any_of(choices: tuple[str, ...]) -> str:
    return f"{', '.join(choices)} or a list of {'both' if len(choices) == 2 else 'these'}"


def _choices(choices: tuple[str, ...]) -> Any:  # noqa: ANN401
    """Return the type of one of the choices or a list of them, each once."""
    one: Any = Literal[choices]

    def listed(value: str | list[str]) -> list[str]:
        return [value] if isinstance(value, str) else sorted(set(value), key=choices.index)

    return Annotated[
        Annotated[one, Tag(ONE)] | Annotated[list[one], Field(min_length=1), Tag(LIST)],
        Discriminator(lambda value: LIST if isinstance(value, list) else ONE),
        AfterValidator(listed),
    ]


TARGET_TOKENS = Axis(
    "target_tokens",
    "Lengths in tokens (cl100k_base) instead of lines; the number of lines is worked out once for all "
    "puzzles.",
    minimum=1,
    optional=True,
)


@dataclass(frozen=True, slots=True)
class PlannedPrompt:
    """A prompt that is asked for: its key, and the length in tokens that it was asked by, if any."""

    key: PromptKey
    target_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A span of a prompt's text that the answer depends on, in characters; `name` says what stands there."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's text, its answer (None where a grader's rule says what is right) and its marks."""

    text: str
    answer: str | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Upstream:
    """A file of the paper's author that published prompts are made from: input data, never committed.

    name: its name in a local folder. address: where it lies for good. sha256: of its bytes (hexadecimal).
    is_made: whether the task's `upstream.py` makes it, so that nobody fetches it.
    """

    name: str
    address: str
    sha256: str
    is_made: bool = False


@dataclass(frozen=True, slots=True)
class Sources:
    """What prompts are made from: the project's word list, the task's upstream file, a counter of tokens."""

    words: Path
    upstream: Path | None
    count_tokens: Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Grade:
    """What a reply was worth, by rule.

    outcome: one of the task's. correct: whether that is success. answer: what was read as the answer.
    correct_paper: the paper's own judgement; None where that is `correct`. needs_review: the wording leaves
    it open, a person should look. details: the task's own columns.
    """

    outcome: str
    correct: bool
    answer: str | None = None
    correct_paper: bool | None = None
    mentions_origin: bool | None = None
    line_offset: int | None = None
    needs_review: bool = False
    details: Mapping[str, Detail] = field(default_factory=dict)


class Task:
    """A task as the rest of the workflow sees it; a folder's `task.py` has one as TASK.

    outcomes: from the best to the worst, `no_answer` last. successes: those that count as correct. details:
    the names of a grade's details. table_axes: those that decide in which table a prompt lies. upstream: the
    file that published prompts are made from. published_cells: the file of resources/published that
    `published.py` reads. begins_answer: whether a model's `assistant_prefill` is a form of this task's
    answer.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    sentence: ClassVar[str]
    axes: ClassVar[tuple[Axis, ...]]
    outcomes: ClassVar[tuple[str, ...]]
    successes: ClassVar[frozenset[str]]
    details: ClassVar[tuple[str, ...]] = ()
    parameters: ClassVar[TaskParameters] = TaskParameters()
    target_tokens: ClassVar[Axis] = TARGET_TOKENS
    table_axes: ClassVar[tuple[str, ...]] = ()
    upstream: ClassVar[Upstream | None] = None
    published_cells: ClassVar[str | None] = None
    begins_answer: ClassVar[bool] = False

    @property
    def source(self) -> str | None:
        """The name of the upstream file, if any."""
        return self.upstream.name if self.upstream else None

    def chance(self, key: PromptKey) -> float:
        """Return the share of right answers that guessing gets on prompts of this key."""
        return 0.0

    def settings(self) -> type[TaskSettings]:
        """Return the type of the task's section of the configuration, made from its axes."""
        fields: dict[str, Any] = {
            axis.key or axis.name: (axis.annotation(), Field(default=axis.default, validate_default=True))
            for axis in (*self.axes, self.target_tokens)
        }
        title = "".join(part.capitalize() for part in self.name.split("_"))
        sweep: Any = create_model(
            f"{title}Sweep", __base__=SweepSettings, __doc__=f"A sweep of {self.name}.", **fields
        )
        inherited = TaskSettings.model_fields
        sweeps = Annotated[list[sweep], Field(description=inherited["sweeps"].description)]
        parameters = Annotated[TaskParameters, Field(description=inherited["parameters"].description)]
        return create_model(
            f"{title}Settings",
            __base__=TaskSettings,
            __doc__=self.sentence,
            parameters=(parameters, self.parameters),
            sweeps=(sweeps, []),
        )

    def normalise(
        self, settings: TaskSettings, controls: Collection[str], added: Collection[str]
    ) -> Iterator[Sweep]:
        """Yield the pure products that the sweeps of the task's section stand for.

        `controls` are the slugs of all controls, `added` those that run beside the models of every sweep. A
        control is nobody to set parameters for: it gets none, so that no setting of a model asks a control
        again. Raises UserError, naming the key, for a contradiction or a prompt that can't be made.
        """
        for index, sweep in enumerate(settings.sweeps):
            where = f"{self.name}.sweeps[{index}]"
            parameters = {
                **self.parameters.given(),
                **settings.parameters.given(),
                **sweep.parameters.given(),
            }
            asked = sorted(set(sweep.models) - set(controls))
            checking = sorted({*sweep.models, *added} & set(controls))
            for axes, target_tokens in self.parts(sweep, where):
                part = Sweep(self.name, axes, target_tokens, sweep.repeats)
                self.check(part, where)
                for models, sent in ((asked, parameters), (checking, {})):
                    if models:
                        yield Sweep(
                            self.name,
                            axes,
                            target_tokens,
                            sweep.repeats,
                            dict(sorted(sent.items())),
                            tuple(models),
                        )

    def parts(self, sweep: SweepSettings, where: str) -> Iterator[tuple[Axes, tuple[int | None, ...]]]:
        """Yield the products (axes, target_tokens) of one sweep of the configuration; by default one."""
        given = self.values(sweep)
        axes = {axis.name: given[axis.key or axis.name] for axis in self.axes}
        yield axes, given[self.target_tokens.name]

    def values(self, sweep: SweepSettings) -> dict[str, tuple[Any, ...]]:
        """Return the values that a sweep lists, by its keys for the axes; (None,) where it lists none."""
        keys = (axis.key or axis.name for axis in (*self.axes, self.target_tokens))
        given = {key: getattr(sweep, key) for key in keys}
        return {key: tuple(value) if isinstance(value, list) else (value,) for key, value in given.items()}

    def check(self, sweep: Sweep, where: str) -> None:
        """Raise UserError, naming the key below `where`, if a prompt of the sweep can't be made."""

    def prompts(self, sweep: Sweep) -> Iterator[PlannedPrompt]:
        """Yield the prompts that a sweep asks for: all combinations of its axes."""
        names = sorted(sweep.axes)
        for target in sweep.target_tokens:
            for values in product(*(sweep.axes[name] for name in names)):
                yield PlannedPrompt(self.key(dict(zip(names, values, strict=True)), target), target)

    def key(self, axes: Mapping[str, AxisValue | None], target_tokens: int | None) -> PromptKey:
        """Return the key of the prompt with these values. A length asked for in tokens is part of it."""
        return PromptKey.from_axes(self.name, axes)

    def table(self, key: PromptKey) -> str:
        """Return the table that holds a prompt, as a path below the task's folder of prompts."""
        return "/".join(str(key.axis(name)) for name in self.table_axes) or "prompts"

    def needs_source(self, key: PromptKey) -> bool:
        """Return whether a prompt is made from the task's upstream file."""
        return False
