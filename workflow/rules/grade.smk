# Grading: both graders over the stored text; the controls must be graded as what they are.


rule grade:
    """Grade every planned cell of one model by the rules of its task."""
    input:
        prompts=prompts_of_model,
        responses="results/responses/{model}.parquet",
        modules=code("grade.py"),
    output:
        "results/grades/{model}.parquet",
    log:
        "results/logs/grade/{model}.log",
    benchmark:
        "results/benchmarks/grade/{model}.tsv"
    conda:
        "../../envs/grade.yaml"
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        history="results/regrading/previous/{model}.parquet",
        changes="results/regrading/{model}.csv",
    script:
        "../scripts/grade.py"


rule check_controls:
    """The oracle reads its answer off the prompt: below 100 % a prompt or the grader is broken."""
    input:
        grades=of_models("results/grades", ORACLES),
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
