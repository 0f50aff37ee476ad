# Reads and checks the configuration once; tells the rules which files belong to what.

import re
import sys
import time
from functools import cache
from pathlib import Path

from snakemake.exceptions import WorkflowError

# A closing summary older than this is another run's.
STARTED = time.time()

SCRIPTS = Path(workflow.current_basedir.get_path_or_uri(secret_free=False)).parent / "scripts"
sys.path.insert(0, str(SCRIPTS))

from findorigin.backends.connections import MODULES as BACKEND_MODULES
from findorigin.common.errors import UserError
from findorigin.common.imports import closure
from findorigin.config.load import load
from findorigin.config.sweeps import models_of, of_model
from findorigin.figures.kinds import CELLS, PAPER_CELLS, RATES, Pictures, jobs, task_pictures
from findorigin.planning.cells import needs_source, planned_cells, prompt_tables, sweeps_of_table
from findorigin.statistics.tables import SOURCE_TABLES, TABLES
from findorigin.tasks.catalog import TASKS

try:
    CONFIGURATION = load(config, TASKS, Pictures, workflow.configfiles)
except UserError as error:
    raise WorkflowError(str(error))

SETTINGS, MODELS, SWEEPS = CONFIGURATION.settings, CONFIGURATION.models, CONFIGURATION.sweeps
ASKED = models_of(SWEEPS)
CONTROLS = sorted(SETTINGS.controls)
# Whose cells are tabulated together. Programs of this project are simulated evidence, never measured; controls are
# apart, since nobody is compared with them. The paper's outcomes are one source.
PROGRAMS = [model for model in ASKED if MODELS[model].backend == "control"]
SOURCES = {
    "measured": [model for model in ASKED if model not in PROGRAMS],
    "published": ["paper"] if SETTINGS.published else [],
    "controls": [model for model in PROGRAMS if model in CONTROLS],
    "simulated": [model for model in PROGRAMS if model not in CONTROLS],
}
GROUPS = [group for group, sources in SOURCES.items() if sources]
PUBLISHED_SLUGS = {model.published_as: slug for slug, model in sorted(MODELS.items()) if model.published_as}
# Tasks whose prompts list lines are tabulated together; each other task that is asked has tables of its own.
OWN_TABLES = [
    name
    for name, task in TASKS.items()
    if models_of(SWEEPS, name) and "n_lines" not in {axis.name for axis in task.axes}
]
PICTURES = {**CONFIGURATION.figures, **task_pictures({name: TASKS[name].title for name in OWN_TABLES})}
LABELS = {
    "measured": {model: MODELS[model].label for model in SOURCES["measured"]},
    "simulated": {model: MODELS[model].label for model in PROGRAMS},
    "published": {slug: name for name, slug in sorted(PUBLISHED_SLUGS.items())},
}


@cache
def code(script, *modules):
    """The modules that a script imports, directly or not, and those that it finds by name: inputs of its rule."""
    found = closure(SCRIPTS / "findorigin", [SCRIPTS / name for name in (script, *modules)])
    return [workflow.source_path(f"../scripts/{path.relative_to(SCRIPTS)}") for path in found]


def one_of(names):
    """A wildcard constraint that takes exactly these names."""
    return "|".join(re.escape(name) for name in sorted(names)) or "(?!)"


def asked_of(backend):
    """The models that a backend reaches and this run asks."""
    return [model for model in ASKED if MODELS[model].backend == backend]


@cache
def tables_asked(model):
    """The tables with the prompts of one model, as wildcards of their rule."""
    return [
        dict(
            zip(
                ("task", "table"),
                path.removeprefix("results/prompts/").removesuffix(".parquet").split("/", 1),
            )
        )
        for path in prompt_tables(SWEEPS, model)
    ]


def when_answered(run, models, paths):
    """`paths`, once the prompts of `models` are made and their jobs are done.

    What runs is decided again then: a table that came out as it was runs nothing below it, and nothing is made
    from answers that are about to change.
    """
    for model in models:
        for table in tables_asked(model):
            checkpoints.generate_prompts.get(**table)
        if run == "results":
            checkpoints.answered.get(model=model)
    return paths


def prompts_of_model(wildcards):
    """The prompts of one model.

    Ancient: a table is shared, and another model's new length is no news for this one. What could change an old
    prompt is an input of the rules by itself (`prompt_makers`).
    """
    return [ancient(path) for path in prompt_tables(SWEEPS, wildcards.model)]


def prompt_makers():
    """What prompts are made by and from."""
    return [*code("generate_prompts.py"), workflow.source_path("../../resources/words.txt")]


def sweeps_of_model(wildcards):
    """What one model is asked, as JSON."""
    return [sweep.as_json() for sweep in of_model(SWEEPS, wildcards.model)]


wildcard_constraints:
    run="results|results/preview",
    model=one_of(ASKED),
    group=one_of(SOURCES),
    source=one_of([*ASKED, "paper"]),
    task=one_of(TASKS),
