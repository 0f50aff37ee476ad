# The pictures: one rule per kind, one entry of the table of figures per picture.

HEATMAP_MODULES = (
    "__init__",
    "bounds",
    "errors",
    "figures/__init__",
    "figures/heatmap",
    "figures/save",
    "figures/selection",
    "figures/series",
    "figures/style",
    "keys",
    "layout",
    "scriptlog",
    "sweeps",
    "tables",
    "task_sweeps",
    "whole_files",
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
    "whole_files",
)
OUTCOMES_MODULES = (
    "__init__",
    "bounds",
    "errors",
    "figures/__init__",
    "figures/outcomes",
    "figures/save",
    "figures/series",
    "figures/style",
    "keys",
    "layout",
    "scriptlog",
    "sweeps",
    "tables",
    "task_sweeps",
    "whole_files",
)
STATISTICS_MODULES = (
    "__init__",
    "errors",
    "figures/__init__",
    "figures/depths",
    "figures/differences",
    "figures/lines",
    "figures/offsets",
    "figures/ranking",
    "figures/save",
    "figures/style",
    "figures/table_rows",
    "scriptlog",
)
# The tables that a kind of picture is drawn from.
TABLES = {
    "curves": ["curves"],
    "retrieval": ["curves", "retrieval_gap"],
    "ranking": ["effective_length"],
    "asymmetry": ["comparisons"],
    "offsets": ["line_offsets"],
    "depths": ["curves"],
}


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
        programs=PROGRAMS,
        sweeps=SWEEPS,
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
        programs=PROGRAMS,
        sweeps=SWEEPS,
    script:
        "../scripts/plot_outcomes.py"


rule plot_task:
    """What the replies to one task without d were, by length."""
    input:
        outcomes="results/tables/{task}_outcomes.csv",
        modules=shared(
            "__init__",
            "errors",
            "figures/__init__",
            "figures/save",
            "figures/style",
            "figures/tasks",
            "scriptlog",
        ),
    output:
        png=report(
            "results/figures/{task}.png",
            category="Other tasks",
            caption="../report/task.rst",
            labels={"figure": "{task}"},
        ),
        svg="results/figures/{task}.svg",
    log:
        "results/logs/plot/{task}.log",
    benchmark:
        "results/benchmarks/plot/{task}.tsv"
    conda:
        "../../envs/plot.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        title=lambda wildcards: TASKS[wildcards.task].title,
        controls=CONTROLS,
    script:
        "../scripts/plot_task.py"


rule plot_statistics:
    """Curves, rankings, differences: the tables of statistics as pictures."""
    input:
        tables=lambda wildcards: tables_of_figure(wildcards.figure, "results/tables"),
        modules=shared(*STATISTICS_MODULES),
    output:
        png=report(
            "results/figures/{figure}.png",
            category="Statistics",
            caption="../report/statistics.rst",
            labels={"figure": "{figure}"},
        ),
        svg="results/figures/{figure}.svg",
    log:
        "results/logs/plot/{figure}.log",
    benchmark:
        "results/benchmarks/plot/{figure}.tsv"
    wildcard_constraints:
        figure=one_of(figures_of(*TABLES)),
    conda:
        "../../envs/plot.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        figure=lambda wildcards: FIGURES[wildcards.figure],
        controls=CONTROLS,
    script:
        "../scripts/plot_statistics.py"
