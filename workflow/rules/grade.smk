# Grading: every task's rules over the stored text; the controls must be graded as what they are. Each model's cells
# lie by evidence, so that what shows one model depends on that model alone.


rule grade:
    """Grade every planned cell of one measured model by the rules of its task."""
    input:
        prompts=prompts_of_model,
        makers=prompt_makers(),
        responses=responses_of_model,
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
    params:
        evidence="measured",
        sweeps=sweeps_of_model,
        history=regrading_history,
        changes=regrading_changes,
    script:
        "../scripts/grade.py"


use rule grade as grade_simulated with:
    output:
        grades="{run}/grades/{model}.parquet",
        cells="{run}/cells/simulated/{model}.parquet",
    wildcard_constraints:
        model=one_of(SOURCES["simulated"]),
    params:
        evidence="simulated",
        sweeps=sweeps_of_model,
        history=regrading_history,
        changes=regrading_changes,


use rule grade as grade_control with:
    output:
        grades="{run}/grades/{model}.parquet",
        cells="{run}/cells/controls/{model}.parquet",
    wildcard_constraints:
        model=one_of(SOURCES["controls"]),
    params:
        evidence="simulated",
        sweeps=sweeps_of_model,
        history=regrading_history,
        changes=regrading_changes,


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


rule check_controls:
    """The oracle reads its answer off the prompt: below 100 % a prompt or the grader is broken."""
    input:
        grades=grades_of_oracles,
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
