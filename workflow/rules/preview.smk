# Drawing what the store already has: the same steps on a copy of their own, below results/preview/. Nobody is asked,
# so a model that fails or still runs never hides the others.


rule preview_responses:
    """What the store has of one model's planned cells."""
    input:
        prompts=prompts_of_model,
        modules=code("preview_responses.py"),
    output:
        "results/preview/responses/{model}.parquet",
    log:
        "results/logs/preview/responses/{model}.log",
    benchmark:
        "results/benchmarks/preview/responses/{model}.tsv"
    conda:
        "../../envs/plan.yaml"
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        model_entry=entry_of_model,
        sweeps=sweeps_of_model,
        store=CONFIG["store"],
        journal_size=journal_size,
    script:
        "../scripts/preview_responses.py"


use rule grade as preview_grade with:
    input:
        prompts=prompts_of_model,
        responses="results/preview/responses/{model}.parquet",
        modules=rules.grade.input.modules,
    output:
        "results/preview/grades/{model}.parquet",
    log:
        "results/logs/preview/grade/{model}.log",
    benchmark:
        "results/benchmarks/preview/grade/{model}.tsv"
    params:
        history=None,
        changes=None,


use rule collect as preview_collect with:
    input:
        grades=of_models("results/preview/grades"),
        responses=of_models("results/preview/responses"),
        prompts=sweeping.prompt_files(SWEEPS),
        published=published_outcomes(),
        modules=rules.collect.input.modules,
    output:
        "results/preview/cells.parquet",
    log:
        "results/logs/preview/collect.log",
    benchmark:
        "results/benchmarks/preview/collect.tsv"


use rule tabulate_cells as preview_tabulate_cells with:
    input:
        grades=of_models("results/preview/grades"),
        cells="results/preview/cells.parquet",
        modules=rules.tabulate_cells.input.modules,
    output:
        accuracy="results/preview/tables/accuracy.csv",
        accuracy_by_length="results/preview/tables/accuracy_by_length.csv",
        outcomes_by_length="results/preview/tables/outcomes_by_length.csv",
    log:
        "results/logs/preview/tabulate_cells.log",
    benchmark:
        "results/benchmarks/preview/tabulate_cells.tsv"


use rule plot_heatmap as preview_plot_heatmap with:
    input:
        cells="results/preview/cells.parquet",
        modules=rules.plot_heatmap.input.modules,
    output:
        png="results/preview/figures/{figure}.png",
        svg="results/preview/figures/{figure}.svg",
    log:
        "results/logs/preview/plot/{figure}.log",
    benchmark:
        "results/benchmarks/preview/plot/{figure}.tsv"


use rule plot_bars as preview_plot_bars with:
    input:
        cells="results/preview/cells.parquet",
        rates=rules.plot_bars.input.rates,
        modules=rules.plot_bars.input.modules,
    output:
        png="results/preview/figures/{figure}.png",
        svg="results/preview/figures/{figure}.svg",
    log:
        "results/logs/preview/plot/{figure}.log",
    benchmark:
        "results/benchmarks/preview/plot/{figure}.tsv"


use rule plot_outcomes as preview_plot_outcomes with:
    input:
        cells="results/preview/cells.parquet",
        modules=rules.plot_outcomes.input.modules,
    output:
        png="results/preview/figures/{figure}.png",
        svg="results/preview/figures/{figure}.svg",
    log:
        "results/logs/preview/plot/{figure}.log",
    benchmark:
        "results/benchmarks/preview/plot/{figure}.tsv"


use rule tabulate_task as preview_tabulate_task with:
    input:
        prompts=lambda wildcards: prompts_of_task(wildcards.task),
        responses=lambda wildcards: of_models("results/preview/responses", MODELS_OF_TASK[wildcards.task]),
        published=published_tasks(),
        modules=rules.tabulate_task.input.modules,
    output:
        replies="results/preview/tables/{task}_replies.csv",
        outcomes="results/preview/tables/{task}_outcomes.csv",
    log:
        "results/logs/preview/tabulate_task/{task}.log",
    benchmark:
        "results/benchmarks/preview/tabulate_task/{task}.tsv"


use rule plot_task as preview_plot_task with:
    input:
        outcomes="results/preview/tables/{task}_outcomes.csv",
        modules=rules.plot_task.input.modules,
    output:
        png="results/preview/figures/{task}.png",
        svg="results/preview/figures/{task}.svg",
    log:
        "results/logs/preview/plot/{task}.log",
    benchmark:
        "results/benchmarks/preview/plot/{task}.tsv"


use rule tabulate_lengths as preview_tabulate_lengths with:
    input:
        grades=of_models("results/preview/grades"),
        cells="results/preview/cells.parquet",
        modules=rules.tabulate_lengths.input.modules,
    output:
        curves="results/preview/tables/curves.csv",
        effective_length="results/preview/tables/effective_length.csv",
        base_sensitivity="results/preview/tables/base_sensitivity.csv",
        areas="results/preview/tables/area.csv",
    log:
        "results/logs/preview/tabulate_lengths.log",
    benchmark:
        "results/benchmarks/preview/tabulate_lengths.tsv"


use rule tabulate_comparisons as preview_tabulate_comparisons with:
    input:
        grades=of_models("results/preview/grades"),
        cells="results/preview/cells.parquet",
        modules=rules.tabulate_comparisons.input.modules,
    output:
        comparisons="results/preview/tables/comparisons.csv",
        reproduction="results/preview/tables/reproduction.csv",
        retrieval_gap="results/preview/tables/retrieval_gap.csv",
    log:
        "results/logs/preview/tabulate_comparisons.log",
    benchmark:
        "results/benchmarks/preview/tabulate_comparisons.tsv"


use rule tabulate_errors as preview_tabulate_errors with:
    input:
        grades=of_models("results/preview/grades"),
        cells="results/preview/cells.parquet",
        responses=of_models("results/preview/responses"),
        prompts=sweeping.prompt_files(SWEEPS),
        modules=rules.tabulate_errors.input.modules,
    output:
        repeats="results/preview/tables/repeats.csv",
        line_offsets="results/preview/tables/line_offsets.csv",
        grader_disagreements="results/preview/tables/grader_disagreements.csv",
        token_estimates="results/preview/tables/token_estimates.csv",
    log:
        "results/logs/preview/tabulate_errors.log",
    benchmark:
        "results/benchmarks/preview/tabulate_errors.tsv"


use rule plot_statistics as preview_plot_statistics with:
    input:
        tables=lambda wildcards: tables_of_figure(wildcards.figure, "results/preview/tables"),
        modules=rules.plot_statistics.input.modules,
    output:
        png="results/preview/figures/{figure}.png",
        svg="results/preview/figures/{figure}.svg",
    log:
        "results/logs/preview/plot/{figure}.log",
    benchmark:
        "results/benchmarks/preview/plot/{figure}.tsv"
