# The pictures: one rule per kind, one entry of the table of figures per picture.

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
        modules=code("plot_heatmap.py"),
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
        modules=code("plot_bars.py"),
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
        modules=code("plot_outcomes.py"),
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
        modules=code("plot_task.py"),
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
        modules=code("plot_statistics.py"),
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
