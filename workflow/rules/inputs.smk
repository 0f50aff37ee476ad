# What the rules' inputs and params are: which files belong to what, and what they wait for.


TASK_OF_UPSTREAM = {task.upstream.name: name for name, task in TASKS.items() if task.upstream}
PAID = [model for model in ASKED if not MODELS[model].is_free]
PUBLISHING = {name: task.published_cells for name, task in TASKS.items() if task.published_cells}
ORACLES = [model for model in CONTROLS if MODELS[model].id == "oracle"]
PUBLISHED_TASKS = workflow.source_path("../../resources/published/tasks.csv") if SETTINGS.published else []
GROUP = {model: group for group, models in SOURCES.items() for model in models}
STATISTICS = SETTINGS.statistics.model_dump()


def upstream_of_table(wildcards):
    """The published text that a table's prompts are made from, where one is."""
    sweeps = sweeps_of_table(SWEEPS, wildcards.task, wildcards.table)
    return f"resources/upstream/{TASKS[wildcards.task].source}" if needs_source(sweeps) else []


def planning_of(models):
    """What planning needs to know of each model, as JSON."""
    return {
        model: {
            "model": MODELS[model].as_json(without=("published_as", "labels")),
            "sweeps": [sweep.as_json() for sweep in of_model(SWEEPS, model)],
            "prompt_files": prompt_tables(SWEEPS, model),
        }
        for model in models
    }


def backend_file(model):
    """The module that asks a model: it is found by its backend's name."""
    return f"{BACKEND_MODULES[MODELS[model].backend].replace('.', '/')}.py"


def journal_size(wildcards):
    """How much of a model the store holds: once it holds more, the preview is drawn again."""
    journal = Path(SETTINGS.store) / f"{wildcards.model}.jsonl"
    return journal.stat().st_size if journal.exists() else 0


def caps_of_model(wildcards):
    """The caps on what models may cost, for a model that costs something."""
    return [] if MODELS[wildcards.model].is_free else "results/budget.json"


def limit_of_model(wildcards):
    """The limit that the caps must have been made for. Another one runs paid models' jobs again, and asks nobody."""
    return None if MODELS[wildcards.model].is_free else SETTINGS.max_cost_usd


def vllm_memory_mb(wildcards):
    """Memory of the machine for one model: vLLM reads the weights through it, a share for each GPU."""
    return MODELS[wildcards.model].mem_mb or 24_000 * MODELS[wildcards.model].n_gpus


def vllm_minutes(wildcards):
    """Time for one model: an hour to load it, three seconds for each planned cell."""
    planned = len(planned_cells(SWEEPS, wildcards.model))
    return MODELS[wildcards.model].runtime_min or 60 + planned // 20


def regrading_history(wildcards):
    """The grades before, to tell what an edit of a grader changed; none for a preview."""
    return f"results/regrading/previous/{wildcards.model}.parquet" if wildcards.run == "results" else None


def regrading_changes(wildcards):
    """The table of what edits of a grader changed; none for a preview."""
    return f"results/regrading/{wildcards.model}.csv" if wildcards.run == "results" else None


def responses_of_model(wildcards):
    """The responses of one model, once it is done."""
    run, model = wildcards.run, wildcards.model
    return when_answered(run, [model], f"{run}/responses/{model}.parquet")


def grades_of_oracles(wildcards):
    """The grades of the controls that must be right."""
    return when_answered("results", ORACLES, [f"results/grades/{model}.parquet" for model in ORACLES])


def evidence_of(group):
    """The evidence of a group's cells."""
    return "simulated" if group == "controls" else group


def of_source(wildcards):
    """The cells of one source, once its model is done."""
    return cells_of(wildcards.group, wildcards.run, [wildcards.source])[0]


def of_group(group, run, paths, sources=None):
    """`paths`, once every model of a group, or of some sources of it, is done. The paper's wait for nobody."""
    waits_for = SOURCES[group] if sources is None else sources
    return when_answered(run, [] if group == "published" else waits_for, paths)


def of_run(run, paths):
    """`paths`, once every model is done."""
    return when_answered(run, ASKED, paths)


def cells_of(group, run, sources):
    """The cells of some sources of one group, once their models are done."""
    paths = [f"{run}/cells/{group}/{source}.parquet" for source in sources]
    return of_group(group, run, paths, sources)


def compared_cells(wildcards):
    """The cells of the sources that are compared: controls are not."""
    compared = [] if wildcards.group == "controls" else SOURCES[wildcards.group]
    return cells_of(wildcards.group, wildcards.run, compared)


def source_tables(wildcards):
    """The tables of every source of one group."""
    run, group = wildcards.run, wildcards.group
    folders = [f"{run}/statistics/{group}/{source}" for source in SOURCES[group]]
    return of_group(
        group, run, [f"{folder}/{table}.parquet" for folder in folders for table in SOURCE_TABLES]
    )


def labels_of_group(wildcards):
    """The labels of the models of one group, and of the published ones that measured ones are compared with."""
    evidence = evidence_of(wildcards.group)
    shown = SOURCES[wildcards.group] if evidence == "simulated" else LABELS[evidence]
    labels = {evidence: {model: LABELS[evidence][model] for model in shown}}
    return labels | ({"published": LABELS["published"]} if evidence == "measured" else {})


def published_beside(wildcards):
    """The published cells, for what was measured again."""
    beside = wildcards.group == "measured" and SETTINGS.published
    return f"{wildcards.run}/cells/published/paper.parquet" if beside else []


def published_prompts():
    """The tables of the published prompts of tasks with tables of their own."""
    published = [s for s in SWEEPS if s.task in OWN_TABLES and None in s.target_tokens]
    return prompt_tables(published)


def models_of_task(wildcards):
    """The models that are asked a task."""
    return models_of(SWEEPS, wildcards.task)


def cells_of_task(wildcards):
    """The cells of the models that are asked a task."""
    return [
        path for model in models_of_task(wildcards) for path in cells_of(GROUP[model], wildcards.run, [model])
    ]


def responses_of_task(wildcards):
    """The responses of the models that are asked a task."""
    run, models = wildcards.run, models_of_task(wildcards)
    return when_answered(run, models, [f"{run}/responses/{model}.parquet" for model in models])


def labels_of_task(wildcards):
    """The labels of the models that a task's tables name."""
    named = {*models_of_task(wildcards), *PUBLISHED_SLUGS.values()}
    return {model: MODELS[model].label for model in sorted(named)}


def tables_of(run):
    """Every table for people."""
    names = [*TABLES, *(f"{task}_{kind}" for task in OWN_TABLES for kind in ("outcomes", "replies"))]
    return [f"{run}/tables/{name}.csv" for name in (*names, *(["task_prompts"] if OWN_TABLES else []))]


def pictures_of(run):
    """Every picture of a run, as PNG and SVG."""
    return [f"{run}/figures/{name}.{form}" for name in PICTURES for form in ("png", "svg")]


def tables_drawn(job, run):
    """The tables that a job draws."""
    if job.evidence is None:
        return of_run(run, [f"{run}/tables/{task}_outcomes.csv" for task in job.tasks])
    folder = f"{run}/statistics/{job.evidence}"
    return of_group(job.evidence, run, [f"{folder}/{table}.parquet" for table in job.tables])


# Whose cells stand in the paper's pictures.
PAPER_SOURCES = {
    "published": SOURCES["published"],
    "measured": [model for model in SOURCES["measured"] if needs_source(of_model(SWEEPS, model))],
}


def sources_drawn(job):
    """Whose cells a job draws, by group: its own, or the paper's and those that were asked the same prompts."""
    if job.reads(PAPER_CELLS):
        return PAPER_SOURCES
    if not job.reads(CELLS):
        return {}
    return {group: SOURCES[group] for group in (job.evidence, *(["controls"] if job.reads_controls else []))}


def cells_drawn(job, run):
    """The cells that a job draws."""
    return [path for group, sources in sources_drawn(job).items() for path in cells_of(group, run, sources)]


def labels_drawn(job):
    """The labels of the models whose cells a job draws; tables have theirs."""
    labels = {}
    for group, sources in sources_drawn(job).items():
        known = LABELS[evidence_of(group)]
        shown = known if group == "published" and sources else sources
        labels.setdefault(evidence_of(group), {}).update({model: known[model] for model in shown})
    return labels


def group_tables(wildcards):
    """The tables of every group."""
    folders = [f"{wildcards.run}/statistics/{group}" for group in GROUPS]
    return of_run(wildcards.run, [f"{folder}/{table}.parquet" for folder in folders for table in TABLES])


def all_cells(wildcards):
    """The cells of every source."""
    return [path for group in GROUPS for path in cells_of(group, wildcards.run, SOURCES[group])]


def all_responses(wildcards):
    """The responses of every model."""
    return of_run("results", [f"results/responses/{model}.parquet" for model in ASKED])
