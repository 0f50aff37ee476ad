# From graded cells to statements: one table of all evidence, tables of rates, the closing summary.


rule collect:
    """Every cell with evidence, measured or published."""
    input:
        grades=of_models("results/grades"),
        responses=of_models("results/responses"),
        prompts=sweeping.prompt_files(SWEEPS),
        published=published_outcomes(),
        modules=code("collect.py"),
    output:
        "results/cells.parquet",
    log:
        "results/logs/collect.log",
    benchmark:
        "results/benchmarks/collect.tsv"
    conda:
        "../../envs/grade.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        labels=LABELS,
        programs=PROGRAMS,
        slugs=PUBLISHED_SLUGS,
    script:
        "../scripts/collect.py"


rule tabulate_cells:
    """Accuracy and outcomes with counts, both denominators and intervals."""
    input:
        grades=of_models("results/grades"),
        cells="results/cells.parquet",
        modules=code("tabulate_cells.py"),
    output:
        accuracy="results/tables/accuracy.csv",
        accuracy_by_length="results/tables/accuracy_by_length.csv",
        outcomes_by_length="results/tables/outcomes_by_length.csv",
    log:
        "results/logs/tabulate_cells.log",
    benchmark:
        "results/benchmarks/tabulate_cells.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        labels=LABELS,
        programs=PROGRAMS,
        settings=CONFIG["statistics"],
    script:
        "../scripts/tabulate_cells.py"


rule write_run_config:
    """The configuration of this run, defaults filled in."""
    input:
        modules=code("write_run_config.py"),
    output:
        "results/run_config.yaml",
    log:
        "results/logs/write_run_config.log",
    benchmark:
        "results/benchmarks/write_run_config.tsv"
    localrule: True
    conda:
        "../../envs/run_config.yaml"
    params:
        run_config=CONFIG,
    script:
        "../scripts/write_run_config.py"


rule summarise:
    """What was measured, simulated and published, and where the pictures are."""
    input:
        accuracy="results/tables/accuracy.csv",
        reproduction="results/tables/reproduction.csv",
        checked="results/controls.txt",
        responses=of_models("results/responses"),
        modules=code("summarise.py"),
    output:
        "results/summary.txt",
    log:
        "results/logs/summarise.log",
    benchmark:
        "results/benchmarks/summarise.tsv"
    localrule: True
    conda:
        "../../envs/analyse.yaml"
    params:
        control_models=CONTROLS,
        draws_pictures=bool(FIGURES or ASKED_TASKS),
    script:
        "../scripts/summarise.py"


rule tabulate_task:
    """Each reply to one task without d beside its grade, and the shares of the outcomes."""
    input:
        prompts=lambda wildcards: prompts_of_task(wildcards.task),
        responses=lambda wildcards: of_models("results/responses", MODELS_OF_TASK[wildcards.task]),
        published=published_tasks(),
        modules=code("tabulate_task.py"),
    output:
        replies="results/tables/{task}_replies.csv",
        outcomes="results/tables/{task}_outcomes.csv",
    log:
        "results/logs/tabulate_task/{task}.log",
    benchmark:
        "results/benchmarks/tabulate_task/{task}.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        labels={slug: entry["label"] for slug, entry in sorted(REGISTRY.items())},
        programs=PROGRAMS,
        slugs=PUBLISHED_SLUGS,
    script:
        "../scripts/tabulate_task.py"


rule tabulate_task_prompts:
    """The published prompts' token counts, the paper's and this project's side by side."""
    input:
        published=workflow.source_path("../../resources/published/task_prompts.csv"),
        prompts=[
            path
            for task in TASKS
            for path in prompts_of_task(task)
            if not Path(path).stem.startswith(GENERATED)
        ],
        modules=code("tabulate_task_prompts.py"),
    output:
        "results/tables/task_prompts.csv",
    log:
        "results/logs/tabulate_task_prompts.log",
    benchmark:
        "results/benchmarks/tabulate_task_prompts.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    script:
        "../scripts/tabulate_task_prompts.py"
