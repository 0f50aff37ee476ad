# Drawing what the store already has: the same steps on a copy of their own, below results/preview/. Nobody is asked,
# so a model that fails or still runs never hides the others.


rule preview_responses:
    """What the store has of one model's planned cells."""
    input:
        prompts=prompts_of_model,
        modules=shared(
            *PLANNING_MODULES,
            "backends/control",
            "prompts",
            "responses",
            "revisions",
            "servers/__init__",
            "servers/gguf",
            "servers/hub_cache",
            "servers/vllm_weights",
            "store/rows",
            "tables",
            "vertices",
        ),
    output:
        "results/preview/responses/{model}.parquet",
    log:
        "results/logs/preview/responses/{model}.log",
    benchmark:
        "results/benchmarks/preview/responses/{model}.tsv"
    conda:
        "../../envs/grade.yaml"
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
        modules=shared(*GRADING_MODULES),
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
        modules=shared(*HEATMAP_MODULES),
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
        modules=shared(*BARS_MODULES),
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
        modules=shared(*OUTCOMES_MODULES),
    output:
        png="results/preview/figures/{figure}.png",
        svg="results/preview/figures/{figure}.svg",
    log:
        "results/logs/preview/plot/{figure}.log",
    benchmark:
        "results/benchmarks/preview/plot/{figure}.tsv"
