# Reads and checks the configuration once; tells the rules which files belong to what.

import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from snakemake.exceptions import WorkflowError

# A closing summary older than this is another run's.
STARTED = time.time()


PACKAGE = Path(workflow.current_basedir.get_path_or_uri(secret_free=False)).parent / "scripts/findorigin"
sys.path.insert(0, str(PACKAGE.parent))

from findorigin.budget.prices import is_free
from findorigin.common.errors import UserError
from findorigin.common.imports import closure
from findorigin.config import sweeps as sweeping
from findorigin.config.load import load_and_check
from findorigin.config.task_sweeps import GENERATED


def code(script):
    """The modules that a script imports, directly or not: inputs of its rule, so that an edit runs it again."""
    modules = closure(PACKAGE, [PACKAGE.parent / script])
    return [workflow.source_path(f"../scripts/{module.relative_to(PACKAGE.parent)}") for module in modules]


try:
    CHECKED = load_and_check(
        config,
        config_schema=Path(workflow.source_path("../schemas/config.schema.yaml")),
        models_schema=Path(workflow.source_path("../schemas/models.schema.yaml")),
        figures_schema=Path(workflow.source_path("../schemas/figures.schema.yaml")),
        config_files=workflow.configfiles,
    )
except UserError as error:
    raise WorkflowError(str(error))

CONFIG, REGISTRY, SWEEPS, FIGURES = (
    CHECKED.config,
    CHECKED.registry,
    CHECKED.sweeps,
    CHECKED.figures["figures"],
)
TASKS = CHECKED.tasks
MODELS = sweeping.planned_models(SWEEPS)
CONTROLS = sorted(CONFIG["controls"])
# Programs of this project: what they answer is simulated evidence, never measured.
PROGRAMS = [model for model in MODELS if REGISTRY[model]["backend"] == "control"]
ORACLES = [model for model in CONTROLS if REGISTRY[model]["id"] == "oracle"]
PAID = [model for model in MODELS if not is_free(REGISTRY[model])]
LABELS = {model: REGISTRY[model]["label"] for model in MODELS}
PUBLISHED_SLUGS = {
    entry["published_as"]: model for model, entry in sorted(REGISTRY.items()) if entry["published_as"]
}


# The tasks without d that this run asks somebody, and whom.
MODELS_OF_TASK = {
    task: sweeping.planned_models(sweep for sweep in SWEEPS if sweep.get("task") == task) for task in TASKS
}
ASKED_TASKS = [task for task in TASKS if MODELS_OF_TASK[task]]


def one_of(names):
    """A wildcard constraint that takes exactly these names."""
    return "|".join(re.escape(name) for name in sorted(names)) or "(?!)"


def models_of(backend):
    """The planned models that a backend reaches."""
    return [model for model in MODELS if REGISTRY[model]["backend"] == backend]


def of_models(folder, models=MODELS):
    """One table of `folder` for each planned model."""
    return [f"{folder}/{model}.parquet" for model in models]


def figures_of(*kinds):
    """The names of the figures of these kinds."""
    return [name for name, figure in FIGURES.items() if figure["kind"] in kinds]


def tables_of_figure(figure, folder):
    """The tables that a picture of statistics shows."""
    return [f"{folder}/{table}.csv" for table in TABLES[FIGURES[figure]["kind"]]]


def pictures(folder="results/figures"):
    """Every picture of the run, as PNG and SVG."""
    return [f"{folder}/{name}.{form}" for name in FIGURES for form in ("png", "svg")]


def task_pictures(folder="results/figures"):
    """The picture of each task without d that is asked: it has no entry in the table of figures."""
    return [f"{folder}/{task}.{form}" for task in ASKED_TASKS for form in ("png", "svg")]


def task_tables():
    """The tables of each task without d that is asked."""
    tables = [f"results/tables/{task}_{kind}.csv" for task in ASKED_TASKS for kind in ("outcomes", "replies")]
    return [*tables, "results/tables/task_prompts.csv"] if ASKED_TASKS else []


def prompts_of_task(task):
    """The prompt tables of one task."""
    return sweeping.prompt_files([sweep for sweep in SWEEPS if sweep.get("task") == task])


def published_tasks():
    """The paper's outcomes of its other tests, where they count as evidence."""
    return workflow.source_path("../../resources/published/tasks.csv") if CONFIG["published"] else []


def published_outcomes():
    """The paper's outcomes, where they count as evidence."""
    return workflow.source_path("../../resources/published/cells.csv") if CONFIG["published"] else []


def sweeps_of_prompt_file(wildcards):
    """What one prompt file must hold: it changes with the questions, not with who is asked."""
    return sweeping.sweeps_of_prompts(SWEEPS, wildcards.arrangement, int(wildcards.d))


def vertices_of_prompts(wildcards):
    """The paper's list of connections, where puzzle 0 is asked for."""
    used = sweeping.uses_puzzle_0(sweeps_of_prompt_file(wildcards))
    return "resources/upstream/vertices.txt" if used else []


def sweeps_of_prompt_table(wildcards):
    """What one table of prompts of a task without d must hold."""
    return sweeping.sweeps_of_prompt_table(SWEEPS, wildcards.task, wildcards.variant)


def source_of_prompts(wildcards):
    """The upstream file that a task's published variants are made from; generated ones need none."""
    source = TASKS[wildcards.task].source
    generated = wildcards.variant.startswith(GENERATED)
    return [] if generated or source is None else f"resources/upstream/{source}"


def sweeps_of_model(wildcards):
    """What one model is asked."""
    return sweeping.sweeps_of_model(SWEEPS, wildcards.model)


def entry_of_model(wildcards):
    """The model's registry entry, keys sorted, since the order of a parameter counts as a change."""
    return dict(sorted(REGISTRY[wildcards.model].items()))


def threads_of_model(wildcards):
    """The CPU threads that a local model's server is given."""
    return REGISTRY[wildcards.model]["threads"]


def budget_of_model(wildcards):
    """The allotments, for a model that costs something.

    Not as `ancient`: where such an input is made again, Snakemake overlooks that a job's own parameters changed.
    """
    return "results/budget.json" if wildcards.model in PAID else []


def planning_of(models):
    """What planning needs to know of each model."""
    wanted = {model: SimpleNamespace(model=model) for model in models}
    return {
        model: {
            "entry": entry_of_model(wildcards),
            "sweeps": sweeps_of_model(wildcards),
            "prompt_files": prompts_of_model(wildcards),
        }
        for model, wildcards in wanted.items()
    }


def gpus_of_model(wildcards):
    """GPUs that one copy of a model takes."""
    entry = REGISTRY[wildcards.model]
    return entry["tensor_parallel_size"] * entry["pipeline_parallel_size"]


def cluster_memory_mb(wildcards):
    """Memory of the machine for one model: vLLM reads the weights through it, a share for each GPU."""
    return REGISTRY[wildcards.model]["mem_mb"] or 24_000 * gpus_of_model(wildcards)


def cluster_minutes(wildcards):
    """Time for one model: an hour to load it, three seconds for each planned cell."""
    planned = len(sweeping.planned_cells(SWEEPS, wildcards.model))
    return REGISTRY[wildcards.model]["runtime_min"] or 60 + planned // 20


def prompts_of_model(wildcards):
    """The prompt files with what one model is asked."""
    return sweeping.prompt_files(SWEEPS, wildcards.model)


def journal_size(wildcards):
    """How much of a model the store holds: once it holds more, the preview is drawn again."""
    journal = Path(CONFIG["store"]) / f"{wildcards.model}.jsonl"
    return journal.stat().st_size if journal.exists() else 0


wildcard_constraints:
    model=one_of(MODELS),
    arrangement="structured|shuffled",
    d="-?[0-9]+",
    figure=one_of(FIGURES),
    task=one_of(TASKS),
    variant="[a-z0-9_]+(-[0-9]+)?",
