# The pictures: one rule per kind, one entry of the table of figures per picture.

HEATMAP_MODULES = (
    "__init__",
    "errors",
    "figures/__init__",
    "figures/heatmap",
    "figures/save",
    "figures/selection",
    "figures/series",
    "figures/style",
    "keys",
    "scriptlog",
    "tables",
)
BARS_MODULES = (
    "__init__",
    "errors",
    "figures/__init__",
    "figures/bars",
    "figures/save",
    "figures/selection",
    "figures/style",
    "keys",
    "published",
    "scriptlog",
    "tables",
)
OUTCOMES_MODULES = (
    "__init__",
    "errors",
    "figures/__init__",
    "figures/outcomes",
    "figures/save",
    "figures/series",
    "figures/style",
    "keys",
    "scriptlog",
    "tables",
)


rule plot_heatmap:
    """Right and wrong by model and length, or accuracy over puzzles."""
    input:
        cells="results/cells.parquet",
        modules=shared(*HEATMAP_MODULES),
    output:
        png=report(
            "results/figures/{figure}.png",
            category="Heat maps",
            caption="../report/heatmap.rst",
            labels={"figure": "{figure}"},
        ),
        svg="results/figures/{figure}.svg",
    log:
        "results/logs/plot/{figure}.log",
    benchmark:
        "results/benchmarks/plot/{figure}.tsv"
    wildcard_constraints:
        figure=one_of(figures_of("answers", "accuracy")),
    conda:
        "../../envs/plot.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        figure=lambda wildcards: FIGURES[wildcards.figure],
        controls=CONTROLS,
        planned=PLANNED,
    script:
        "../scripts/plot_heatmap.py"


rule plot_bars:
    """Percentage of correct answers, by model or by d."""
    input:
        cells="results/cells.parquet",
        rates=workflow.source_path("../../resources/published/rates.csv"),
        modules=shared(*BARS_MODULES),
    output:
        png=report(
            "results/figures/{figure}.png",
            category="Bars",
            caption="../report/bars.rst",
            labels={"figure": "{figure}"},
        ),
        svg="results/figures/{figure}.svg",
    log:
        "results/logs/plot/{figure}.log",
    benchmark:
        "results/benchmarks/plot/{figure}.tsv"
    wildcard_constraints:
        figure=one_of(figures_of("bars_by_model", "bars_by_d")),
    conda:
        "../../envs/plot.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        figure=lambda wildcards: FIGURES[wildcards.figure],
        controls=CONTROLS,
    script:
        "../scripts/plot_bars.py"


rule plot_outcomes:
    """What the answers were, by length."""
    input:
        cells="results/cells.parquet",
        modules=shared(*OUTCOMES_MODULES),
    output:
        png=report(
            "results/figures/{figure}.png",
            category="Outcomes",
            caption="../report/outcomes.rst",
            labels={"figure": "{figure}"},
        ),
        svg="results/figures/{figure}.svg",
    log:
        "results/logs/plot/{figure}.log",
    benchmark:
        "results/benchmarks/plot/{figure}.tsv"
    wildcard_constraints:
        figure=one_of(figures_of("outcomes")),
    conda:
        "../../envs/plot.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        figure=lambda wildcards: FIGURES[wildcards.figure],
        controls=CONTROLS,
        planned=PLANNED,
    script:
        "../scripts/plot_outcomes.py"
