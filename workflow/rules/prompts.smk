# The benchmark's questions: tables of prompts, and the published texts that some are made from.


rule fetch_upstream:
    """The published text that a task's published prompts are made from."""
    input:
        modules=code("fetch_upstream.py"),
    output:
        "resources/upstream/{upstream}",
    log:
        "results/logs/fetch_upstream/{upstream}.log",
    benchmark:
        "results/benchmarks/fetch_upstream/{upstream}.tsv"
    wildcard_constraints:
        upstream=one_of(TASK_OF_UPSTREAM),
    localrule: True
    conda:
        "../../envs/prompts.yaml"
    params:
        upstream_folder=SETTINGS.upstream_folder,
        task=lambda wildcards: TASK_OF_UPSTREAM[wildcards.upstream],
    script:
        "../scripts/fetch_upstream.py"


# A checkpoint, so that what asks for these prompts is decided after they are made.
checkpoint generate_prompts:
    """The prompts of one table of a task, with their token counts and digests."""
    input:
        words=workflow.source_path("../../resources/words.txt"),
        upstream=upstream_of_table,
        modules=code("generate_prompts.py"),
    output:
        "results/prompts/{task}/{table}.parquet",
    log:
        "results/logs/generate_prompts/{task}/{table}.log",
    benchmark:
        "results/benchmarks/generate_prompts/{task}/{table}.tsv"
    conda:
        "../../envs/prompts.yaml"
    params:
        sweeps=lambda wildcards: [
            sweep.as_json() for sweep in sweeps_of_table(SWEEPS, wildcards.task, wildcards.table)
        ],
    script:
        "../scripts/generate_prompts.py"
