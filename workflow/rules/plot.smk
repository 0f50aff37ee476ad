# The pictures: one rule for each kind and evidence draws all of its pictures in one job.


def pictures_of(run):
    """Every picture of a run, as PNG and SVG."""
    return [f"{run}/figures/{name}.{form}" for name in PICTURES for form in ("png", "svg")]


def tables_drawn(job, run):
    """The tables that a job draws."""
    if job.evidence is None:
        return of_run(run, [f"{run}/tables/{task}_outcomes.csv" for task in job.tasks])
    return of_evidence(
        job.evidence, run, [f"{run}/statistics/{job.evidence}/{table}.parquet" for table in job.tables]
    )


def cells_drawn(job, run):
    """The cells that a job draws: of its evidence, or the paper's and those that were asked the same prompts."""
    if job.reads(PAPER_CELLS):
        return [
            path for evidence, sources in PAPER_SOURCES.items() for path in cells_of(evidence, run, sources)
        ]
    if not job.reads(CELLS):
        return []
    beside = [model for model in CONTROLS if job.reads_controls and model not in SOURCES[job.evidence]]
    programs = [model for model in SOURCES[job.evidence] if job.reads_controls or model not in CONTROLS]
    return [*cells_of(job.evidence, run, programs), *cells_of("simulated", run, beside)]


# Whose cells stand in the paper's pictures.
PAPER_SOURCES = {
    "published": SOURCES["published"],
    "measured": [model for model in SOURCES["measured"] if needs_source(of_model(SWEEPS, model))],
}


for job in jobs(PICTURES):

    rule:
        name:
            f"plot_{job.name}"
        input:
            tables=lambda wildcards, job=job: tables_drawn(job, wildcards.run),
            cells=lambda wildcards, job=job: cells_drawn(job, wildcards.run),
            rates=workflow.source_path("../../resources/published/rates.csv") if job.reads(RATES) else [],
            modules=code("plot.py", f"{job.kind.module.replace('.', '/')}.py"),
        output:
            png=report(
                [f"{{run}}/figures/{name}.png" for name in job.figures],
                category=job.kind.category,
                caption=f"../report/{job.kind.caption}",
            ),
            svg=[f"{{run}}/figures/{name}.svg" for name in job.figures],
        log:
            f"{{run}}/logs/plot/{job.name}.log",
        benchmark:
            f"{{run}}/benchmarks/plot/{job.name}.tsv"
        conda:
            "../../envs/plot.yaml"
        resources:
            mem_mb=2000,
            runtime=30,
        params:
            kind=job.kind.name,
            figures=job.as_json(),
            controls=CONTROLS,
            labels=LABELS,
        script:
            "../scripts/plot.py"
