# From graded cells to statements: one table of all evidence, tables of rates, the closing summary.


rule collect:
    """Every cell with evidence, measured or published."""
    input:
        grades=of_models("results/grades"),
        responses=of_models("results/responses"),
        prompts=sweeping.prompt_files(SWEEPS),
        published=published_outcomes(),
        modules=shared("__init__", "errors", "keys", "published", "scriptlog", "tables"),
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
        slugs=PUBLISHED_SLUGS,
    script:
        "../scripts/collect.py"


rule tabulate_cells:
    """Accuracy and outcomes with counts, both denominators and intervals."""
    input:
        grades=of_models("results/grades"),
        cells="results/cells.parquet",
        modules=shared(
            "__init__",
            "errors",
            "keys",
            "scriptlog",
            "statistics/__init__",
            "statistics/accuracy",
            "statistics/intervals",
        ),
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
    script:
        "../scripts/tabulate_cells.py"


rule write_run_config:
    """The configuration of this run, defaults filled in."""
    input:
        modules=shared("__init__", "errors", "scriptlog"),
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
    """What was measured, what is published evidence, where the pictures are."""
    input:
        accuracy="results/tables/accuracy.csv",
        controls="results/controls.txt",
        responses=of_models("results/responses"),
        modules=shared("__init__", "errors", "keys", "scriptlog", "tables"),
    output:
        "results/summary.txt",
    log:
        "results/logs/summarise.log",
    benchmark:
        "results/benchmarks/summarise.tsv"
    localrule: True
    conda:
        "../../envs/analyse.yaml"
    script:
        "../scripts/summarise.py"
