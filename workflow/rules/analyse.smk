# From cells to statements. Each source has tables of its own; those of one group (an evidence, or the controls) are joined, since models are
# compared within it; people read them together, as CSV.


rule tabulate_source:
    """The tables of one model, or of the paper's models."""
    input:
        cells=of_source,
        modules=code("tabulate_source.py"),
    output:
        **{table: f"{{run}}/statistics/{{group}}/{{source}}/{table}.parquet" for table in SOURCE_TABLES},
    log:
        "{run}/logs/tabulate_source/{group}/{source}.log",
    benchmark:
        "{run}/benchmarks/tabulate_source/{group}/{source}.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        is_control=lambda wildcards: wildcards.source in CONTROLS,
        settings=STATISTICS,
    script:
        "../scripts/tabulate_source.py"


rule tabulate_evidence:
    """The tables of one group, its models side by side: ranks, comparisons, areas."""
    input:
        cells=compared_cells,
        statistics=source_tables,
        published=published_beside,
        modules=code("tabulate_evidence.py"),
    output:
        **{table: f"{{run}}/statistics/{{group}}/{table}.parquet" for table in TABLES},
    log:
        "{run}/logs/tabulate_evidence/{group}.log",
    benchmark:
        "{run}/benchmarks/tabulate_evidence/{group}.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        evidence=lambda wildcards: evidence_of(wildcards.group),
        labels=labels_of_group,
        settings=STATISTICS,
    script:
        "../scripts/tabulate_evidence.py"


rule write_tables:
    """The tables for people: the evidences together, as CSV."""
    input:
        statistics=group_tables,
        modules=code("write_tables.py"),
    output:
        **{table: f"{{run}}/tables/{table}.csv" for table in TABLES},
    log:
        "{run}/logs/write_tables.log",
    benchmark:
        "{run}/benchmarks/write_tables.tsv"
    conda:
        "../../envs/analyse.yaml"
    script:
        "../scripts/write_tables.py"


rule collect_cells:
    """Every cell with evidence, in one table for people."""
    input:
        cells=all_cells,
        modules=code("collect_cells.py"),
    output:
        "{run}/cells.parquet",
    log:
        "{run}/logs/collect_cells.log",
    benchmark:
        "{run}/benchmarks/collect_cells.tsv"
    conda:
        "../../envs/grade.yaml"
    params:
        labels=LABELS,
    script:
        "../scripts/collect_cells.py"


rule tabulate_task:
    """Each reply to a task beside its grade, and the shares of the outcomes."""
    input:
        cells=cells_of_task,
        responses=responses_of_task,
        published=PUBLISHED_TASKS,
        modules=code("tabulate_task.py"),
    output:
        replies="{run}/tables/{task}_replies.csv",
        outcomes="{run}/tables/{task}_outcomes.csv",
    log:
        "{run}/logs/tabulate_task/{task}.log",
    benchmark:
        "{run}/benchmarks/tabulate_task/{task}.tsv"
    conda:
        "../../envs/analyse.yaml"
    params:
        labels=labels_of_task,
        slugs=PUBLISHED_SLUGS,
    script:
        "../scripts/tabulate_task.py"


rule tabulate_task_prompts:
    """The published prompts' token counts, the paper's and this project's side by side."""
    input:
        published=workflow.source_path("../../resources/published/task_prompts.csv"),
        prompts=published_prompts(),
        modules=code("tabulate_task_prompts.py"),
    output:
        "{run}/tables/task_prompts.csv",
    log:
        "{run}/logs/tabulate_task_prompts.log",
    benchmark:
        "{run}/benchmarks/tabulate_task_prompts.tsv"
    conda:
        "../../envs/grade.yaml"
    script:
        "../scripts/tabulate_task_prompts.py"


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
        run_config=CONFIGURATION.given,
    script:
        "../scripts/write_run_config.py"


rule summarise:
    """What was measured, simulated and published, and where the pictures are."""
    input:
        accuracy="results/tables/accuracy.csv",
        reproduction="results/tables/reproduction.csv",
        checked="results/controls.txt",
        responses=all_responses,
        modules=code("summarise.py"),
    output:
        "results/summary.txt",
    log:
        "results/logs/summarise.log",
    benchmark:
        "results/benchmarks/summarise.tsv"
    localrule: True
    conda:
        "../../envs/grade.yaml"
    params:
        control_models=CONTROLS,
        draws_pictures=bool(PICTURES),
    script:
        "../scripts/summarise.py"
