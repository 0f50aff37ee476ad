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
            "statistics/bootstrap",
            "statistics/evidence",
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
    params:
        labels=LABELS,
        settings=CONFIG["statistics"],
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
        "../../envs/grade.yaml"
    params:
        run_config=CONFIG,
    script:
        "../scripts/write_run_config.py"


rule summarise:
    """What was measured, what is published evidence, where the pictures are."""
    input:
        accuracy="results/tables/accuracy.csv",
        controls="results/controls.txt",
        modules=shared("__init__", "errors", "scriptlog"),
    output:
        "results/summary.txt",
    log:
        "results/logs/summarise.log",
    benchmark:
        "results/benchmarks/summarise.tsv"
    conda:
        "../../envs/analyse.yaml"
    params:
        unavailable={},
    script:
        "../scripts/summarise.py"
