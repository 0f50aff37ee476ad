# The pictures: one rule for each kind and evidence draws all of its pictures in one job.


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
        params:
            kind=job.kind.name,
            figures=job.as_json(),
            controls=CONTROLS,
            labels=labels_drawn(job),
        script:
            "../scripts/plot.py"
