"""Read and check a whole configuration before anything runs.

`load` is called while the workflow is parsed. Whatever a user can get wrong ends in one UserError whose text
is one line: the key, its value, what is allowed.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

from pydantic import BaseModel, Field, ValidationError, create_model

from findorigin.common.errors import UserError
from findorigin.common.yaml_files import read_yaml
from findorigin.config.base import Section
from findorigin.config.messages import one_line, plain, shown, suggestion
from findorigin.config.models import AnyModel
from findorigin.config.registry import load_registry
from findorigin.config.settings import Settings
from findorigin.config.sweeps import Sweep, distinct


class TaskPart(Protocol):
    """What the configuration asks of a task (`tasks.base.Task`): its section, and what its sweeps mean."""

    @property
    def source(self) -> str | None:
        """The upstream file that its published prompts are made from."""
        ...

    def settings(self) -> type[Any]:
        """Return the type of its section."""
        ...

    def normalise(self, settings: Any, controls: Collection[str], added: Collection[str]) -> Iterable[Sweep]:  # noqa: ANN401
        """Yield its normalised sweeps."""
        ...


@dataclass(frozen=True)
class Configuration:
    """A configuration that holds together.

    settings: the keys beside the tasks'. models: every model that could be asked, by slug. sweeps: the
    normalised sweeps, controls included. figures: the pictures, by name. given: the whole configuration as
    plain JSON, defaults filled in.
    """

    settings: Settings
    models: dict[str, AnyModel]
    sweeps: list[Sweep]
    figures: dict[str, BaseModel]
    given: dict[str, Any]


def configuration_type(tasks: Mapping[str, TaskPart]) -> type[Settings]:
    """Return the type of the whole configuration: the settings and a section for each task."""
    kinds = {name: task.settings() for name, task in tasks.items()}
    sections: dict[str, Any] = {
        name: (Annotated[kind, Field(description=kind.__doc__)], kind()) for name, kind in kinds.items()
    }
    return create_model(
        "Configuration",
        __base__=Settings,
        __doc__="Configuration of find-the-origin: what to ask, of whom, and for how much.",
        **sections,
    )


def load(
    given: Mapping[str, Any],
    tasks: Mapping[str, TaskPart],
    pictures: type[BaseModel],
    files: Iterable[str | Path] = (),
) -> Configuration:
    """Return the checked configuration.

    given: as Snakemake merged it; the files that it names are read relative to the working directory.
    pictures: the type of the table of figures, whose field `figures` maps names to pictures. files: where the
    configuration came from; read again to find keys given twice, which a merged mapping can't show.

    Raises UserError, in one line, for the first thing that is wrong.
    """
    for path in files:
        read_yaml(Path(path), "configfile")
    whole = configuration_type(tasks)
    settings = _validated(whole, plain(given))
    models = load_registry(Path(settings.registry), settings.models)
    _check_controls(settings.controls, models)
    sweeps = _sweeps(settings, tasks, models)
    _check_upstream_folder(
        settings.upstream_folder, [task.upstream.name for task in tasks.values() if task.upstream]
    )
    _check_store(settings.store)
    return Configuration(
        settings, models, sweeps, load_figures(settings.figures, pictures), settings.model_dump(mode="json")
    )


def load_figures(path: str | None, pictures: type[BaseModel]) -> dict[str, BaseModel]:
    """Return the pictures of a file of figures, by name; none where none are wanted."""
    if path is None:
        return {}
    content = _validated(pictures, plain(read_yaml(Path(path), "figures")), f"{path}: ")
    return dict(content.figures)


def _validated(kind: type[Any], value: object, prefix: str = "") -> Any:  # noqa: ANN401
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise UserError(one_line(error, kind, prefix)) from None


def _sweeps(settings: Section, tasks: Mapping[str, TaskPart], models: Mapping[str, AnyModel]) -> list[Sweep]:
    controls = [slug for slug, model in models.items() if model.backend == "control"]
    added: list[str] = settings.controls  # type: ignore[attr-defined]
    sweeps: list[Sweep] = []
    for name, task in tasks.items():
        section = getattr(settings, name)
        for index, sweep in enumerate(section.sweeps):
            _check_models(sweep.models, f"{name}.sweeps[{index}].models", models)
        sweeps += task.normalise(section, controls, added)
    if not sweeps:
        keys = ", ".join(f"{name}.sweeps" for name in tasks)
        raise UserError(f"{keys}: are all empty; at least one sweep is needed")
    _check_one_setting(sweeps)
    return distinct(sweeps)


def _check_models(slugs: Iterable[str], where: str, models: Mapping[str, AnyModel]) -> None:
    for slug in slugs:
        if slug not in models:
            raise UserError(
                f"{where}: {shown(slug)} is not in the registry; {suggestion(slug, models)}"
                f"allowed: {', '.join(sorted(models))}"
            )


def _check_one_setting(sweeps: Iterable[Sweep]) -> None:
    """Raise UserError if one model is asked the same task with different settings."""
    known: dict[tuple[str, str], Mapping[str, float]] = {}
    for sweep in sweeps:
        for model in sweep.models:
            parameters = known.setdefault((sweep.task, model), sweep.parameters)
            if parameters != sweep.parameters:
                raise UserError(
                    f"{sweep.task}.sweeps: model '{model}' has parameters {parameters} in one and "
                    f"{sweep.parameters} in another; a model has one setting for a task, so give it a second "
                    "entry in the registry to compare settings"
                )


def _check_controls(controls: list[str], models: Mapping[str, AnyModel]) -> None:
    known = sorted(slug for slug, model in models.items() if model.backend == "control")
    allowed = f"allowed: {', '.join(known)}"
    for slug in controls:
        if slug not in models:
            raise UserError(
                f"controls: {shown(slug)} is not in the registry; {suggestion(slug, known)}{allowed}"
            )
        if models[slug].backend != "control":
            raise UserError(
                f"controls: {shown(slug)} is not a control, its backend is {models[slug].backend}; {allowed}"
            )


def _check_upstream_folder(folder: str | None, names: list[str]) -> None:
    places = [Path(name) for name in names] + [Path("long_prompts") / name for name in names]
    if folder is not None and not any((Path(folder) / place).is_file() for place in places):
        raise UserError(
            f"upstream_folder: {shown(folder)} has no file {', '.join(names)}; give a folder that has one, "
            "or null"
        )


def _check_store(folder: str) -> None:
    if folder.startswith("~"):
        raise UserError(f"store: {shown(folder)} is not allowed; write the path out, nothing expands ~")
    if Path(os.path.normpath(folder)).parts[:1] == ("results",):
        raise UserError(
            f"store: {shown(folder)} is not allowed; results/ may be deleted at any time, the store may not"
        )
