# What the rules' inputs and params are: which files belong to what, and what they wait for.


TASK_OF_UPSTREAM = {task.upstream.name: name for name, task in TASKS.items() if task.upstream}


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


PAID = [model for model in ASKED if not MODELS[model].is_free]


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


PUBLISHING = {name: task.published_cells for name, task in TASKS.items() if task.published_cells}


ORACLES = [model for model in CONTROLS if MODELS[model].id == "oracle"]


def of_source(wildcards):
    """The cells of one source, once its model is done."""
    models = [] if wildcards.evidence == "published" else [wildcards.source]
    return when_answered(
        wildcards.run, models, f"{wildcards.run}/cells/{wildcards.evidence}/{wildcards.source}.parquet"
    )


def of_evidence(evidence, run, paths):
    """`paths`, once every model of an evidence is done."""
    return when_answered(run, [] if evidence == "published" else SOURCES[evidence], paths)


def of_run(run, paths):
    """`paths`, once every model is done."""
    return when_answered(run, ASKED, paths)


def cells_of(evidence, run, sources=None):
    """The cells of some sources of one evidence (None: of all), once their models are done."""
    sources = SOURCES[evidence] if sources is None else sources
    paths = [f"{run}/cells/{evidence}/{source}.parquet" for source in sources]
    return when_answered(run, [] if evidence == "published" else sources, paths)


def compared_cells(wildcards):
    """The cells of the sources that are compared: controls are not."""
    compared = [source for source in SOURCES[wildcards.evidence] if source not in CONTROLS]
    return cells_of(wildcards.evidence, wildcards.run, compared)


def source_tables(wildcards):
    """The tables of every source of one evidence."""
    run, evidence = wildcards.run, wildcards.evidence
    paths = [
        f"{run}/statistics/{evidence}/{source}/{table}.parquet"
        for source in SOURCES[evidence]
        for table in SOURCE_TABLES
    ]
    return of_evidence(evidence, run, paths)


def labels_of_evidence(wildcards):
    """The labels of the models of one evidence, and of the published ones that measured ones are compared with."""
    beside = ("published",) if wildcards.evidence == "measured" else ()
    return {evidence: LABELS[evidence] for evidence in (wildcards.evidence, *beside)}


def published_beside(wildcards):
    """The published cells, for what was measured again."""
    beside = wildcards.evidence == "measured" and SETTINGS.published
    return f"{wildcards.run}/cells/published/paper.parquet" if beside else []


PUBLISHED_TASKS = workflow.source_path("../../resources/published/tasks.csv") if SETTINGS.published else []
EVIDENCE = {model: evidence for evidence, models in SOURCES.items() for model in models}


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
        path
        for model in models_of_task(wildcards)
        for path in cells_of(EVIDENCE[model], wildcards.run, [model])
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
    return of_evidence(
        job.evidence, run, [f"{run}/statistics/{job.evidence}/{table}.parquet" for table in job.tables]
    )


def sources_drawn(job):
    """Whose cells a job draws, by evidence: of its own, or the paper's and those that were asked the same prompts."""
    if job.reads(PAPER_CELLS):
        return PAPER_SOURCES
    if not job.reads(CELLS):
        return {}
    controls = [model for model in CONTROLS if job.reads_controls]
    own = [model for model in SOURCES[job.evidence] if model not in CONTROLS]
    drawn = {evidence: own if evidence == job.evidence else [] for evidence in EVIDENCES}
    return drawn | {"simulated": [*drawn.get("simulated", []), *controls]}


def cells_drawn(job, run):
    """The cells that a job draws."""
    return [
        path for evidence, sources in sources_drawn(job).items() for path in cells_of(evidence, run, sources)
    ]


def labels_drawn(job):
    """The labels of the models whose cells a job draws; tables have theirs."""
    drawn = {evidence: sources for evidence, sources in sources_drawn(job).items() if sources}
    return {
        evidence: {
            model: label
            for model, label in LABELS[evidence].items()
            if sources == ["paper"] or model in sources
        }
        for evidence, sources in drawn.items()
    }


# Whose cells stand in the paper's pictures.
PAPER_SOURCES = {
    "published": SOURCES["published"],
    "measured": [model for model in SOURCES["measured"] if needs_source(of_model(SWEEPS, model))],
}


STATISTICS = SETTINGS.statistics.model_dump()


def evidence_tables(wildcards):
    """The tables of every evidence."""
    folders = [f"{wildcards.run}/statistics/{evidence}" for evidence in EVIDENCES]
    return of_run(wildcards.run, [f"{folder}/{table}.parquet" for folder in folders for table in TABLES])


def all_cells(wildcards):
    """The cells of every source."""
    return [path for evidence in EVIDENCES for path in cells_of(evidence, wildcards.run)]


def all_responses(wildcards):
    """The responses of every model."""
    return of_run("results", [f"results/responses/{model}.parquet" for model in ASKED])
