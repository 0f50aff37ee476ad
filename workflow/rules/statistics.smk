# Statements with uncertainty: effective lengths, paired comparisons, errors, and what a plan can resolve.

STATISTICS = CONFIG["statistics"]


rule tabulate_lengths:
    """Curves as they are drawn, effective lengths with intervals and ties, areas under the curves."""
    input:
        grades=of_models("results/grades"),
        cells="results/cells.parquet",
        modules=code("tabulate_lengths.py"),
    output:
        curves="results/tables/curves.csv",
        effective_length="results/tables/effective_length.csv",
        base_sensitivity="results/tables/base_sensitivity.csv",
        areas="results/tables/area.csv",
    log:
        "results/logs/tabulate_lengths.log",
    benchmark:
        "results/benchmarks/tabulate_lengths.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        labels=LABELS,
        programs=PROGRAMS,
        controls=CONTROLS,
        settings=STATISTICS,
    script:
        "../scripts/tabulate_lengths.py"


rule tabulate_comparisons:
    """Paired comparisons, what of the paper was reproduced, the gap from retrieval to reasoning."""
    input:
        grades=of_models("results/grades"),
        cells="results/cells.parquet",
        modules=code("tabulate_comparisons.py"),
    output:
        comparisons="results/tables/comparisons.csv",
        reproduction="results/tables/reproduction.csv",
        retrieval_gap="results/tables/retrieval_gap.csv",
    log:
        "results/logs/tabulate_comparisons.log",
    benchmark:
        "results/benchmarks/tabulate_comparisons.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        labels=LABELS,
        programs=PROGRAMS,
        controls=CONTROLS,
        settings=STATISTICS,
    script:
        "../scripts/tabulate_comparisons.py"


rule tabulate_errors:
    """Repeats, line offsets of wrong answers, cells on which the graders disagree, token estimates."""
    input:
        grades=of_models("results/grades"),
        cells="results/cells.parquet",
        responses=of_models("results/responses"),
        prompts=sweeping.prompt_files(SWEEPS),
        modules=code("tabulate_errors.py"),
    output:
        repeats="results/tables/repeats.csv",
        line_offsets="results/tables/line_offsets.csv",
        grader_disagreements="results/tables/grader_disagreements.csv",
        token_estimates="results/tables/token_estimates.csv",
    log:
        "results/logs/tabulate_errors.log",
    benchmark:
        "results/benchmarks/tabulate_errors.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        labels=LABELS,
        programs=PROGRAMS,
        controls=CONTROLS,
    script:
        "../scripts/tabulate_errors.py"


rule tabulate_power:
    """The smallest differences that the planned questions can resolve."""
    input:
        modules=code("tabulate_power.py"),
    output:
        "results/tables/power.csv",
    log:
        "results/logs/tabulate_power.log",
    benchmark:
        "results/benchmarks/tabulate_power.tsv"
    conda:
        "../../envs/analyse.yaml"
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        sweeps=SWEEPS,
        models=[model for model in MODELS if model not in CONTROLS],
        programs=PROGRAMS,
    script:
        "../scripts/tabulate_power.py"
