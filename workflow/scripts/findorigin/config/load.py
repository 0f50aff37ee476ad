"""Read and check a whole configuration before anything runs.

`load_and_check` is called while the workflow is parsed. Whatever a user can get wrong ends in one UserError
whose text is one line: the key, its value, what is allowed. Needs yaml and jsonschema, as Snakemake does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from findorigin.common.errors import UserError
from findorigin.common.yaml_files import read_yaml
from findorigin.config.model_checks import check_entry, check_published_as
from findorigin.config.models import Entry, merge, resolve
from findorigin.config.schema_checks import check, fill_defaults, plain, shown, suggestion
from findorigin.config.sweeps import TASK, Sweep, normalise_sweeps, normalise_task_sweeps, parts_of_sweep
from findorigin.config.task_sweeps import TaskEntry, task_entries
from findorigin.tasks.find_the_origin.bounds import check_prompt_key, n_lines_for_tokens


@dataclass(frozen=True)
class CheckedConfig:
    """A configuration that holds together.

    config: the configuration with every default filled in. registry: every model that could be asked, by
    slug, resolved. sweeps: the normalised sweeps, controls included. figures: the content of the file that
    `figures` names, an empty table if null. tasks: the tasks without d, by name.
    """

    config: dict[str, Any]
    registry: dict[str, Entry]
    sweeps: list[Sweep]
    figures: dict[str, Any]
    tasks: dict[str, TaskEntry]


def load_and_check(
    config: Mapping[str, Any],
    config_schema: Path,
    models_schema: Path,
    figures_schema: Path | None = None,
    config_files: Iterable[str | Path] = (),
) -> CheckedConfig:
    """Return the checked configuration, with its registry, sweeps and figures.

    config: as Snakemake merged it. The files that it names are read relative to the working directory.
    config_files: where it came from; read again to find keys given twice, which a merged mapping can't show.
    figures_schema: null leaves the table of figures unchecked.

    Raises UserError, in one line, for the first thing that is wrong.
    """
    for path in config_files:
        read_yaml(Path(path), "configfile")
    schema = read_yaml(config_schema, "config schema")
    given = plain(config)
    check(schema, given)
    full = fill_defaults(schema, given)
    registry = load_registry(Path(full["registry"]), full["models"], models_schema)
    _check_controls(full["controls"], registry)
    for index, sweep in enumerate(full[TASK]["sweeps"]):
        check_sweep(sweep, f"{TASK}.sweeps[{index}]", registry)
    tasks = task_entries(schema)
    for task in tasks:
        for index, sweep in enumerate(full[task]["sweeps"]):
            check_models(sweep, f"{task}.sweeps[{index}]", registry)
    if not any(full[task]["sweeps"] for task in (TASK, *tasks)):
        raise UserError(f"{TASK}.sweeps: is empty; at least one sweep is needed")
    _check_upstream_folder(full["upstream_folder"], tasks)
    _check_store(full["store"])
    figures = load_figures(full["figures"], figures_schema)
    controls = [slug for slug, entry in registry.items() if entry["backend"] == "control"]
    sweeps = [
        *normalise_sweeps(full[TASK], full["controls"]),
        *normalise_task_sweeps(full, tasks, controls, full["controls"]),
    ]
    return CheckedConfig(full, registry, sweeps, figures, tasks)


def load_registry(path: Path, inline: Mapping[str, Any], models_schema: Path) -> dict[str, Entry]:
    """Return the resolved entries of the registry file and of the configuration's `models`, by slug.

    Raises UserError, naming file and key, for an entry that breaks the schema or contradicts itself.
    """
    schema = read_yaml(models_schema, "models schema")
    content = plain(read_yaml(path, "registry"))
    check(schema, content, f"{path}: ")
    entries = merge(content["models"], inline)
    check(schema, {"models": entries})
    filled = fill_defaults(schema, {"models": entries})["models"]
    resolved = {slug: resolve(slug, entry) for slug, entry in filled.items()}
    for slug, entry in resolved.items():
        check_entry(entry, f"models.{slug}" if slug in inline else f"{path}: models.{slug}")
    check_published_as(resolved, "" if inline else f"{path}: ")
    return resolved


def check_sweep(sweep: Mapping[str, Any], where: str, registry: Mapping[str, Entry]) -> None:
    """Raise UserError if one sweep (defaults filled in) asks an unknown model or an impossible question."""
    check_models(sweep, where, registry)
    for part in parts_of_sweep(sweep, where):
        _check_bounds(part, where)


def check_models(sweep: Mapping[str, Any], where: str, registry: Mapping[str, Entry]) -> None:
    """Raise UserError if one sweep asks nobody, or a model that the registry doesn't have."""
    if not sweep["models"]:
        raise UserError(f"{where}.models: is empty; at least one model is needed")
    for slug in sweep["models"]:
        if slug not in registry:
            raise UserError(
                f"{where}.models: {shown(slug)} is not in the registry; {suggestion(slug, registry)}"
                f"allowed: {', '.join(sorted(registry))}"
            )


def load_figures(path: str | None, figures_schema: Path | None) -> dict[str, Any]:
    """Return the file of figures with its defaults filled in; an empty table where none are wanted."""
    if path is None:
        return {"figures": {}}
    content = plain(read_yaml(Path(path), "figures"))
    if figures_schema is None:
        return content
    schema = read_yaml(figures_schema, "figures schema")
    check(schema, content, f"{path}: ")
    return fill_defaults(schema, content)


def _check_bounds(part: Sweep, where: str) -> None:
    """Check the extreme prompts of a pure product: all others lie between them.

    The bounds move with hops and d in no simple way, so each is checked; more lines reach further, a greater
    depth reaches further up and a lesser one further down, and generated lists are all equally long.
    """
    for hops, d in product(part["hops"], part["d"]):
        depths = sorted({part["depth"][0], part["depth"][-1]})
        for depth, (n_lines, target) in product(depths, _extreme_lengths(part, hops, d, where)):
            key = {
                "task": TASK,
                "variant": None,
                "arrangement": part["arrangement"],
                "d": d,
                "hops": hops,
                "depth": depth,
                "puzzle": part["puzzles"][-1],
                "word_form": part["word_form"],
                "n_lines": n_lines,
                "target_tokens": target,
            }
            try:
                check_prompt_key(key)
            except UserError as error:
                raise UserError(f"{where}: {error}") from error


def _extreme_lengths(part: Sweep, hops: int, d: int, where: str) -> list[tuple[int, int | None]]:
    """Return the least and the greatest (n_lines, target_tokens); refuse targets closer than a line."""
    if part["target_tokens"] is None:
        return [(part["n_lines"][0], None), (part["n_lines"][-1], None)]
    targets: dict[int, int] = {}
    for target in part["target_tokens"]:
        n_lines = n_lines_for_tokens(target, d, hops, part["word_form"])
        if n_lines in targets:
            raise UserError(
                f"{where}.target_tokens: {targets[n_lines]} and {target} both give {n_lines} lines;"
                " targets must differ by at least a line"
            )
        targets[n_lines] = target
    return [(n_lines, targets[n_lines]) for n_lines in (min(targets), max(targets))]


def _check_controls(controls: list[str], registry: Mapping[str, Entry]) -> None:
    known = sorted(slug for slug, entry in registry.items() if entry["backend"] == "control")
    allowed = f"allowed: {', '.join(known)}"
    for slug in controls:
        if slug not in registry:
            raise UserError(
                f"controls: {shown(slug)} is not in the registry; {suggestion(slug, known)}{allowed}"
            )
        if registry[slug]["backend"] != "control":
            raise UserError(
                f"controls: {shown(slug)} is not a control, its backend is {registry[slug]['backend']};"
                f" {allowed}"
            )


def _check_upstream_folder(folder: str | None, tasks: Mapping[str, TaskEntry]) -> None:
    names = ["vertices.txt", *(task.source for task in tasks.values() if task.source)]
    places = [Path(name) for name in names] + [Path("long_prompts") / name for name in names]
    if folder is not None and not any((Path(folder) / place).is_file() for place in places):
        raise UserError(
            f"upstream_folder: {shown(folder)} has no file {', '.join(names)}; give a folder that has one, "
            f"or null"
        )


def _check_store(folder: str) -> None:
    if folder.startswith("~"):
        raise UserError(f"store: {shown(folder)} is not allowed; write the path out, nothing expands ~")
    if Path(os.path.normpath(folder)).parts[:1] == ("results",):
        raise UserError(
            f"store: {shown(folder)} is not allowed; results/ may be deleted at any time, the store may not"
        )
