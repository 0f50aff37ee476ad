# Grading: every task's rules over the stored text; the controls must be graded as what they are. Each model's cells
# lie by evidence, so that what shows one model depends on that model alone.


rule grade:
    """Grade every planned cell of one measured model by the rules of its task."""
    input:
        prompts=prompts_of_model,
        makers=prompt_makers(),
        responses=lambda wildcards: when_answered(
            wildcards.run, [wildcards.model], f"{wildcards.run}/responses/{wildcards.model}.parquet"
        ),
        modules=code("grade.py"),
    output:
        grades="{run}/grades/{model}.parquet",
        cells="{run}/cells/measured/{model}.parquet",
    log:
        "{run}/logs/grade/{model}.log",
    benchmark:
        "{run}/benchmarks/grade/{model}.tsv"
    wildcard_constraints:
        model=one_of(SOURCES["measured"]),
    conda:
        "../../envs/grade.yaml"
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        evidence="measured",
        # Of the run itself: a preview changes no history.
        history=lambda wildcards: regrading(wildcards, "previous/{model}.parquet"),
        changes=lambda wildcards: regrading(wildcards, "{model}.csv"),
    script:
        "../scripts/grade.py"


def regrading(wildcards, name):
    """A file that tells what an edit of a grader changed; none for a preview."""
    return f"results/regrading/{name.format(model=wildcards.model)}" if wildcards.run == "results" else None


use rule grade as grade_simulated with:
    output:
        grades="{run}/grades/{model}.parquet",
        cells="{run}/cells/simulated/{model}.parquet",
    wildcard_constraints:
        model=one_of(SOURCES["simulated"]),
    params:
        evidence="simulated",
        history=lambda wildcards: regrading(wildcards, "previous/{model}.parquet"),
        changes=lambda wildcards: regrading(wildcards, "{model}.csv"),


PUBLISHING = {name: task.published_cells for name, task in TASKS.items() if task.published_cells}


rule publish_cells:
    """The paper's outcomes as cells."""
    input:
        published=[workflow.source_path(f"../../resources/published/{file}") for file in PUBLISHING.values()],
        modules=code("publish_cells.py"),
    output:
        "{run}/cells/published/paper.parquet",
    log:
        "{run}/logs/publish_cells.log",
    benchmark:
        "{run}/benchmarks/publish_cells.tsv"
    conda:
        "../../envs/grade.yaml"
    params:
        tasks=list(PUBLISHING),
        slugs=PUBLISHED_SLUGS,
    script:
        "../scripts/publish_cells.py"


ORACLES = [model for model in CONTROLS if MODELS[model].id == "oracle"]


rule check_controls:
    """The oracle reads its answer off the prompt: below 100 % a prompt or the grader is broken."""
    input:
        grades=lambda wildcards: when_answered(
            "results", ORACLES, [f"results/grades/{model}.parquet" for model in ORACLES]
        ),
        modules=code("check_controls.py"),
    output:
        "results/controls.txt",
    log:
        "results/logs/check_controls.log",
    benchmark:
        "results/benchmarks/check_controls.tsv"
    localrule: True
    conda:
        "../../envs/grade.yaml"
    script:
        "../scripts/check_controls.py"
