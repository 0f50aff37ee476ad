"""The kinds of pictures: how each is set, which module draws it, what it is drawn from.

A new kind is a class of settings and an entry of KINDS here, and the module that draws it, with a function
``draw(figure, data)`` that returns a matplotlib figure. Importing this module is cheap: it is read while the
workflow is parsed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from findorigin.common.cells import Evidence
from findorigin.config.base import Section, each_once, refuse

# What a kind reads beside tables of statistics: the cells of its evidence, the paper's cells (published, and
# of measured models that were asked the paper's puzzle), the published heights of bars, tasks' outcomes.
CELLS, PAPER_CELLS, RATES, TASK_OUTCOMES = "cells", "paper_cells", "rates", "task_outcomes"


def _not_zero(value: int) -> int:
    if value == 0:
        raise refuse("0 is not allowed; allowed: any other whole number")
    return value


Names = Annotated[list[str], AfterValidator(each_once)]


class Lengths(Section):
    """Numbers of lines asked for, stop inclusive."""

    start: Annotated[int, Field(ge=1, description="Fewest lines.")]
    stop: Annotated[int, Field(ge=1, description="Most lines.")]
    step: Annotated[int, Field(ge=1, description="Lines between two lengths.")]

    def numbers(self) -> list[int]:
        """Return the numbers of lines."""
        return list(range(self.start, self.stop + 1, self.step))


class Distance(Section):
    """A distance with its lengths."""

    d: Annotated[
        int, AfterValidator(_not_zero), Field(description="Signed line distance of the target chain.")
    ]
    n_lines: Annotated[Lengths, Field(description="Its numbers of lines.")]


class Picture(Section):
    """What every picture has."""

    kind: str
    title: Annotated[str, Field(min_length=1, description="Title of the picture.")]


class PaperPicture(Picture):
    """A picture as the paper has it."""

    paper_figure: Annotated[
        int | None,
        Field(ge=1, le=11, description="Number of the figure in the paper (null: it has no such figure)."),
    ] = None
    arrangement: Annotated[
        Literal["structured", "shuffled"], Field(description="Order of the distractors.")
    ] = "structured"


class PaperRows(PaperPicture):
    """A picture with a row or bar for each model, at one distance."""

    grid: Annotated[
        list[Distance], Field(min_length=1, max_length=1, description="The distance with its lengths.")
    ]
    ties: Annotated[
        Names, Field(description="Labels of equal accuracy in the paper's order; other ties go by label.")
    ] = []


YMax = Annotated[
    int,
    Field(ge=10, le=100, description="Where the y axis ends, in percent; it goes on where a bar is higher."),
]


class Answers(PaperRows):
    """Right and wrong by model and length, on the paper's cells."""

    kind: Literal["answers"]
    palette: Annotated[
        Literal["paper", "safe"],
        Field(description="Colours of right and wrong. paper is green and red; safe is blue and orange."),
    ] = "paper"
    tick_step: Annotated[int, Field(ge=1, description="Columns from one label to the next.")] = 3


class BarsByModel(PaperRows):
    """The rows of answers as percentages."""

    kind: Literal["bars_by_model"]
    y_max: YMax = 100


class BarsByD(PaperPicture):
    """One model's percentage at each distance."""

    kind: Literal["bars_by_d"]
    paper_figure: Annotated[int, Field(ge=1, le=11, description="Number of the figure in the paper.")]
    published_as: Annotated[str, Field(description="The model's label in the paper's heat maps.")]
    grid: Annotated[
        list[Distance],
        Field(min_length=1, description="The distances with their lengths, in the order drawn."),
    ]
    y_max: YMax = 100


class RunPicture(Picture):
    """A picture of the models of a run that have the same evidence."""

    models: Annotated[
        list[str] | None, Field(description="Slugs of the models drawn; null draws every model.")
    ] = None
    without: Annotated[Names, Field(description="Slugs of models that are not drawn.")] = []
    evidence: Annotated[
        Evidence,
        Field(
            description="Whose cells: of models, of programs or the paper's; never several in one picture."
        ),
    ] = "measured"

    def draws(self, model: str) -> bool:
        """Return whether the settings leave a model in."""
        return model not in self.without and (self.models is None or model in self.models)


class SeriesPicture(RunPicture):
    """A picture of answers counted by series and length; published ones have pictures of their own."""

    evidence: Annotated[
        Literal["measured", "simulated"],
        Field(description="Whose cells: of models or of programs, never of both in one picture."),
    ] = "measured"
    with_controls: Annotated[bool, Field(description="Whether controls are drawn as well.")] = False


class DistancesPicture(RunPicture):
    """A picture of a table of statistics that may be restricted to some distances."""

    distances: Annotated[list[int] | None, Field(description="Distances drawn; null draws all.")] = None


class Accuracy(SeriesPicture):
    """Whatever was asked, series by length."""

    kind: Literal["accuracy"]
    correct_column: Annotated[
        Literal["correct", "correct_paper"],
        Field(description="The grade that decides. The paper's own figures always use correct_paper."),
    ] = "correct"


class Outcomes(SeriesPicture):
    """What those answers were, by length."""

    kind: Literal["outcomes"]


class Curves(DistancesPicture):
    """Accuracy by length with ribbons."""

    kind: Literal["curves"]


class Retrieval(RunPicture):
    """One hop beside more."""

    kind: Literal["retrieval"]


class Ranking(DistancesPicture):
    """Effective lengths with ties."""

    kind: Literal["ranking"]
    measure: Annotated[
        Literal["L85", "absolute", "L50"], Field(description="Effective length that is ranked.")
    ] = "L85"


class Asymmetry(RunPicture):
    """Accuracy at d less accuracy at -d."""

    kind: Literal["asymmetry"]


class Offsets(DistancesPicture):
    """Where wrongly named vertices stand."""

    kind: Literal["offsets"]


class Depths(DistancesPicture):
    """Depth by length."""

    kind: Literal["depths"]


class TaskOutcomes(Picture):
    """What the replies to one task were, by length. Every task without d has one, unasked."""

    kind: Literal["task_outcomes"]
    task: Annotated[str, Field(description="The task.")]


@dataclass(frozen=True)
class Kind:
    """A kind of picture.

    `module` has the function that draws it. `reads` names tables of statistics, or CELLS, PAPER_CELLS, RATES,
    TASK_OUTCOMES. `category` is its place in the report, `caption` its text there. `is_chosen` says whether a
    table of figures may ask for it.
    """

    settings: type[Picture]
    reads: tuple[str, ...]
    category: str
    is_chosen: bool = True

    @property
    def name(self) -> str:
        """The kind's name in a table of figures: the only value of its key `kind`."""
        return str(self.settings.model_fields["kind"].annotation.__args__[0])  # type: ignore[union-attr]

    @property
    def module(self) -> str:
        """The dotted name of the module that draws it."""
        return f"findorigin.figures.{self.name}"

    @property
    def caption(self) -> str:
        """The file of its caption, in workflow/report/."""
        return f"{self.name}.rst"


KINDS = {
    kind.name: kind
    for kind in (
        Kind(Answers, (PAPER_CELLS,), "Heat maps"),
        Kind(BarsByModel, (PAPER_CELLS,), "Bars"),
        Kind(BarsByD, (PAPER_CELLS, RATES), "Bars"),
        Kind(Accuracy, (CELLS,), "Heat maps"),
        Kind(Outcomes, (CELLS,), "Outcomes"),
        Kind(Curves, ("curves",), "Statistics"),
        Kind(Retrieval, ("curves", "retrieval_gap"), "Statistics"),
        Kind(Ranking, ("effective_length",), "Statistics"),
        Kind(Asymmetry, ("comparisons",), "Statistics"),
        Kind(Offsets, ("line_offsets",), "Statistics"),
        Kind(Depths, ("curves",), "Statistics"),
        Kind(TaskOutcomes, (TASK_OUTCOMES,), "Other tasks", is_chosen=False),
    )
}
_Chosen: Any = reduce(or_, (kind.settings for kind in KINDS.values() if kind.is_chosen))


class Pictures(Section):
    """The pictures of a run."""

    figures: Annotated[
        dict[
            Annotated[str, Field(pattern=r"^[a-z0-9_-]+$")], Annotated[_Chosen, Field(discriminator="kind")]
        ],
        Field(description="One entry a picture, by the name of its files under results/figures/."),
    ] = {}


@dataclass(frozen=True)
class Job:
    """The pictures that one job draws, by name: all those of one kind and evidence.

    `evidence` is None for kinds that show several in one picture.
    """

    kind: Kind
    evidence: Evidence | None
    figures: dict[str, Picture] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """A name for the job: ``curves_measured``, ``answers``."""
        return self.kind.name if self.evidence is None else f"{self.kind.name}_{self.evidence}"

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables of statistics that are read, those of this evidence."""
        special = (CELLS, PAPER_CELLS, RATES, TASK_OUTCOMES)
        return tuple(name for name in self.kind.reads if name not in special)

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks whose tables of outcomes are read."""
        return tuple(figure.task for figure in self.figures.values() if isinstance(figure, TaskOutcomes))

    @property
    def reads_controls(self) -> bool:
        """Whether the cells of the controls are read, beside those of the evidence."""
        return any(isinstance(one, SeriesPicture) and one.with_controls for one in self.figures.values())

    def reads(self, what: str) -> bool:
        """Return whether CELLS, PAPER_CELLS, RATES or TASK_OUTCOMES are read."""
        return what in self.kind.reads

    def as_json(self) -> dict[str, dict[str, Any]]:
        """Return the settings of its pictures as plain JSON, by name: the param `figures` of the rule."""
        return {name: figure.model_dump(mode="json") for name, figure in self.figures.items()}


def jobs(figures: Mapping[str, Picture]) -> list[Job]:
    """Return the jobs that draw some pictures, in the order of their first ones."""
    found: dict[tuple[str, Evidence | None], Job] = {}
    for name, figure in figures.items():
        evidence = figure.evidence if isinstance(figure, RunPicture) else None
        job = found.setdefault((figure.kind, evidence), Job(KINDS[figure.kind], evidence))
        job.figures[name] = figure
    return list(found.values())


def task_pictures(titles: Mapping[str, str]) -> dict[str, Picture]:
    """Return the pictures of tasks without d, by the tasks' names; `titles` are the tasks'."""
    return {
        task: TaskOutcomes(
            kind="task_outcomes", task=task, title=f"{title}: what the replies were, by length"
        )
        for task, title in titles.items()
    }
