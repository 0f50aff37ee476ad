"""Write what follows from the code into the documentation: JSON schemas and tables of keys.

    python tools/make_docs.py            # what `make docs` runs
    python tools/make_docs.py --check    # exit status 1 and the names of files that are not up to date

Writes workflow/schemas/*.schema.json, for editors and the workflow catalog, and what stands in
config/README.md and docs/tasks.md between `<!-- make docs: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "workflow" / "scripts"))

from pydantic import BaseModel, Field, create_model  # noqa: E402

from findorigin.config.base import Range  # noqa: E402
from findorigin.config.load import configuration_type  # noqa: E402
from findorigin.config.models import BACKENDS, AnyModel, Model  # noqa: E402
from findorigin.config.registry import SLUG, Registry  # noqa: E402
from findorigin.figures.kinds import KINDS, Pictures  # noqa: E402
from findorigin.tasks.base import Axis, SweepSettings, Task, TaskParameters, TaskSettings  # noqa: E402
from findorigin.tasks.catalog import TASKS  # noqa: E402

Schema = dict[str, Any]
SCHEMAS = "workflow/schemas"
PART = re.compile(r"(<!-- make docs: ([a-z_ ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
# Keys that pydantic adds and nobody reads: titles made from names, OpenAPI's discriminator, our own hints.
UNREAD = ("title", "discriminator", "x-allowed")


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` name those that are not as they would be written."""
    stale = {name: text for name, text in made(TASKS).items() if _read(name) != text}
    if arguments == ["--check"]:
        for name in stale:
            print(f"{name} is not up to date; run `make docs`")
        return int(bool(stale))
    for name, text in stale.items():
        (PROJECT / name).write_text(text, encoding="utf-8")
        print(f"wrote {name}")
    return 0


def made(tasks: Mapping[str, Task]) -> dict[str, str]:
    """Return every file as it should be, by its name below the project."""
    documents = schemas(tasks)
    files = {
        f"{SCHEMAS}/{name}.schema.json": json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        for name, schema in documents.items()
    }
    parts = {**readme_parts(tasks, documents), "every task": "\n".join(map(_task_page, tasks.values()))}
    for page in ("config/README.md", "docs/tasks.md"):
        files[page] = PART.sub(lambda part: f"{part[1]}\n{parts[part[2]]}\n{part[3]}", _read(page))
    return files


def _read(name: str) -> str:
    path = PROJECT / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


# The JSON schemas.


def schemas(tasks: Mapping[str, Task]) -> dict[str, Schema]:
    """Return the schemas by their names."""
    return {"config": config_schema(tasks), "models": models_schema(), "figures": figures_schema()}


def config_schema(tasks: Mapping[str, Task]) -> Schema:
    """Return the schema of a whole configuration."""
    schema = _schema(configuration_type(tasks), "Configuration of find-the-origin")
    # An entry laid over the registry's has some of a model's keys, of whichever backend.
    keys = {key for kind in BACKENDS.values() for key in kind.model_fields} - {"slug"}
    entry = {"type": "object", "propertyNames": {"enum": sorted(keys)}}
    schema["properties"]["models"]["additionalProperties"] = entry
    return schema


def models_schema() -> Schema:
    """Return the schema of the registry: an entry has the keys of its backend."""
    slug = Annotated[str, Field(pattern=f"^{SLUG.pattern}$")]
    entry = Annotated[AnyModel, Field(discriminator="backend")]
    description = Registry.model_fields["models"].description
    entries = Annotated[dict[slug, entry], Field(description=description)]
    whole = create_model("Registry", __base__=Registry, __doc__=Registry.__doc__, models=(entries, ...))
    return _schema(whole, "Model registry of find-the-origin")


def figures_schema() -> Schema:
    """Return the schema of a table of figures."""
    return _schema(Pictures, "Table of figures of find-the-origin")


def _schema(kind: type[BaseModel], title: str) -> Schema:
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Made by `make docs` from workflow/scripts/findorigin; edits are overwritten.",
        "title": title,
    }
    return head | {key: _readable(value) for key, value in kind.model_json_schema().items() if key != "title"}


def _readable(node: Any) -> Any:  # noqa: ANN401
    """Return a part of a schema without what nobody reads; numbers are whole where they can be.

    A key of a free mapping that does not follow its pattern is refused.
    """
    if isinstance(node, dict):
        closed = {"additionalProperties": False} if "patternProperties" in node else {}
        # A property may be called title: its value is a schema, not a text.
        return {
            key: _readable(value)
            for key, value in node.items()
            if key not in UNREAD or (key == "title" and not isinstance(value, str))
        } | closed
    if isinstance(node, list):
        return [_readable(item) for item in node]
    if isinstance(node, str):
        return " ".join(node.split())  # a description of several lines
    return int(node) if isinstance(node, float) and node.is_integer() else node


# The tables of keys in config/README.md.


def readme_parts(tasks: Mapping[str, Task], documents: Mapping[str, Schema]) -> dict[str, str]:
    """Return the tables of config/README.md, by their names in its markers."""
    config, models, figures = documents["config"], documents["models"], documents["figures"]
    model = _readable(Model.model_json_schema())
    return {
        "configuration": _table(config, config),
        "statistics": _table(config["$defs"]["StatisticsSettings"], config),
        "a task": _table_of(TaskSettings),
        "a sweep": _table_of(SweepSettings),
        "parameters": _table_of(TaskParameters),
        "a range": _table_of(Range),
        "tasks": "\n".join(_task_section(task, config) for task in tasks.values()),
        "registry": _table(models, models),
        "a model": _table(_with_backend(model), model),
        "backends": "\n".join(_backend_sections(model, models)),
        **{
            name: _table(models["$defs"][kind], models)
            for name, kind in (
                ("prices", "Prices"),
                ("long_context", "LongContext"),
                ("refusal_retries", "RefusalRetries"),
            )
        },
        "kinds": _kinds(figures),
        "figures": _figure_keys(figures),
        "a distance": _table(figures["$defs"]["Distance"], figures),
    }


def _table(described: Schema, root: Schema, only: Iterable[str] | None = None) -> str:
    """Return the table of an object's keys, or of `only` some; `root` has the $defs that it refers to."""
    rows = [
        f"| `{name}` | {_default(name, described, root)} | {_said(key, root)} |"
        for name, key in described["properties"].items()
        if only is None or name in only
    ]
    return "\n".join(["| key | default | description |", "|---|---|---|", *rows]) + "\n"


def _table_of(kind: type[BaseModel]) -> str:
    schema = _readable(kind.model_json_schema())
    return _table(schema, schema)


def _said(key: Schema, root: Schema) -> str:
    """Return a key's description; one that is also that of the object it holds stands there alone."""
    return str(key.get("description") or _definition(key, root)["description"]).strip()


def _default(name: str, described: Schema, root: Schema) -> str:
    if name in described.get("required", ()):
        return "required"
    key = described["properties"][name]
    default = key.get("default")
    if "$ref" in key and isinstance(default, dict):
        # Of a section, what differs from its own keys' defaults.
        own = _definition(key, root)["properties"]
        default = {name: value for name, value in default.items() if value != own[name].get("default")}
    return f"`{json.dumps(default, ensure_ascii=False)}`"


def _definition(key: Schema, root: Schema) -> Schema:
    definition: Schema = root["$defs"][key["$ref"].rsplit("/", 1)[1]]
    return definition


def _task_section(task: Task, config: Schema) -> str:
    """Return what is said of a task's sweeps: the keys of its axes."""
    section = _definition(config["properties"][task.name], config)
    sweep = _definition(section["properties"]["sweeps"]["items"], config)
    own = [name for name in sweep["properties"] if name not in SweepSettings.model_fields]
    return f"#### {task.name}\n\n{task.sentence}\n\n{_table(sweep, config, own)}"


def _with_backend(model: Schema) -> Schema:
    names = ", ".join(f"`{name}`" for name in BACKENDS)
    backend = {"description": f"How it is reached: {names}. Each has keys of its own, below."}
    return {"properties": {"backend": backend, **model["properties"]}, "required": ["backend"]}


def _backend_sections(model: Schema, models: Schema) -> Iterator[str]:
    """Yield the keys that backends have of their own, or with another default; the same ones once."""
    common = model["properties"]
    sections: dict[str, list[str]] = {}
    for name, kind in BACKENDS.items():
        described = models["$defs"][kind.__name__]
        own = {key: value for key, value in described["properties"].items() if common.get(key) != value}
        table = _table(described, models, own.keys() - {"backend"})
        weights = own.get("weights")
        if weights is not None:
            table += f"\n`weights` has these keys:\n\n{_table(_definition(weights, models), models)}"
        sections.setdefault(table, []).append(name)
    for table, names in sections.items():
        said = "\n".join(f"- `{name}`: {inspect.getdoc(BACKENDS[name])}" for name in names)
        yield f"#### {', '.join(names)}\n\n{said}\n\n{table}"


def _kinds(figures: Schema) -> str:
    rows = []
    for name, kind in KINDS.items():
        if kind.is_chosen:
            described = figures["$defs"][kind.settings.__name__]
            keys = ", ".join(f"`{key}`" for key in described["properties"] if key not in ("kind", "title"))
            rows.append(f"| `{name}` | {inspect.getdoc(kind.settings)} | {keys} |")
    return (
        "\n".join(["| kind | what is drawn | keys beside `kind` and `title` |", "|---|---|---|", *rows])
        + "\n"
    )


def _figure_keys(figures: Schema) -> str:
    """Return the keys of all kinds; one that means different things has a row for each."""
    kinds_of: dict[tuple[str, str], list[str]] = {}
    for name, kind in KINDS.items():
        if kind.is_chosen:
            described = figures["$defs"][kind.settings.__name__]
            for key, value in described["properties"].items():
                if key not in ("kind", "title"):
                    default = _default(key, described, figures)
                    kinds_of.setdefault((key, f"{default} | {_said(value, figures)}"), []).append(name)
    rows = [
        f"| `{key}` | {', '.join(f'`{kind}`' for kind in kinds)} | {rest} |"
        for (key, rest), kinds in sorted(kinds_of.items(), key=lambda item: item[0][0])
    ]
    return "\n".join(["| key | kinds | default | description |", "|---|---|---|---|", *rows]) + "\n"


# What docs/tasks.md says of each task.


def _task_page(task: Task) -> str:
    outcomes = (f"`{name}`" + (" (success)" if name in task.successes else "") for name in task.outcomes)
    rows = []
    for axis in (*task.axes, task.target_tokens):
        default = json.dumps(axis.default)
        names = f"| `{axis.name}` | `{axis.key or axis.name}` |"
        rows.append(f"{names} `{default}` | {_allowed(axis)} | {axis.description} |")
    upstream = task.upstream
    lines = [
        f"### {task.title}: `{task.name}`",
        "",
        f"{inspect.getdoc(type(task))}",
        "",
        f"- Outcomes, from best to worst: {', '.join(outcomes)}.",
        f"- Chance: {_chance(task)}.",
        f"- Sampling: {_sampling(task.parameters)}.",
        *([f"- The published prompts are made from `{upstream.name}`."] if upstream else []),
        "",
        "| axis | key in a sweep | default | allowed | description |",
        "|---|---|---|---|---|",
        *rows,
    ]
    return "\n".join(lines) + "\n"


def _allowed(axis: Axis) -> str:
    if axis.choices is not None:
        return ", ".join(f"`{choice}`" for choice in axis.choices)
    bounds = [("from", axis.minimum), ("to", axis.maximum)]
    return " ".join(["whole numbers", *(f"{word} {bound}" for word, bound in bounds if bound is not None)])


def _chance(task: Task) -> str:
    if type(task).chance is Task.chance:
        return "0"
    said = (inspect.getdoc(type(task).chance) or "").splitlines()[0]
    return said.removeprefix("Return ").removesuffix(".")


def _sampling(parameters: TaskParameters) -> str:
    given = parameters.given()
    if not given:
        return "as each model's registry entry says"
    return (
        ", ".join(f"{name} {value:,g}" for name, value in given.items())
        + ", unless the configuration says otherwise"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
