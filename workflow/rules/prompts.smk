# The benchmark's questions: one table per arrangement and d, and per variant of the tasks without d.


rule fetch_vertices:
    """The paper's own list of connections (puzzle 0), by its pinned address or from a local folder."""
    input:
        modules=code("fetch_upstream.py"),
    output:
        "resources/upstream/vertices.txt",
    log:
        "results/logs/fetch_vertices.log",
    benchmark:
        "results/benchmarks/fetch_vertices.tsv"
    localrule: True
    conda:
        "../../envs/prompts.yaml"
    params:
        upstream_folder=CONFIG["upstream_folder"],
        name="vertices.txt",
    script:
        "../scripts/fetch_upstream.py"


rule generate_prompts:
    """Every prompt of one arrangement and d, with its token count and digest."""
    input:
        words=workflow.source_path("../../resources/words.txt"),
        vertices=vertices_of_prompts,
        modules=code("generate_prompts.py"),
    output:
        "results/prompts/find_the_origin/{arrangement}/d{d}.parquet",
    log:
        "results/logs/generate_prompts/{arrangement}_d{d}.log",
    benchmark:
        "results/benchmarks/generate_prompts/{arrangement}_d{d}.tsv"
    conda:
        "../../envs/prompts.yaml"
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        sweeps=sweeps_of_prompt_file,
    script:
        "../scripts/generate_prompts.py"


# Without a local folder this prompt is made again from the module that it shows, instead of fetched.
FETCHED_TASKS = [task for task in TASKS if CONFIG["upstream_folder"] or task != "inefficient_code"]


rule fetch_long_prompt:
    """The paper's long prompt of a task, by its pinned address or from a local folder."""
    input:
        modules=code("fetch_upstream.py"),
    output:
        "resources/upstream/{task}_long.txt",
    log:
        "results/logs/fetch_long_prompt/{task}.log",
    benchmark:
        "results/benchmarks/fetch_long_prompt/{task}.tsv"
    wildcard_constraints:
        task=one_of(FETCHED_TASKS),
    localrule: True
    conda:
        "../../envs/prompts.yaml"
    params:
        upstream_folder=CONFIG["upstream_folder"],
        name="{task}_long.txt",
    script:
        "../scripts/fetch_upstream.py"


ruleorder: fetch_long_prompt > rebuild_inefficient_code


rule rebuild_inefficient_code:
    """The paper's long prompt of inefficient code, made from the wheel of scikit-learn 1.5.0."""
    input:
        modules=code("rebuild_inefficient_code.py"),
    output:
        "resources/upstream/inefficient_code_long.txt",
    log:
        "results/logs/rebuild_inefficient_code.log",
    benchmark:
        "results/benchmarks/rebuild_inefficient_code.tsv"
    localrule: True
    conda:
        "../../envs/prompts.yaml"
    script:
        "../scripts/rebuild_inefficient_code.py"


rule generate_task_prompts:
    """The prompts of one variant of a task without d: the paper's, or the project's own of one length."""
    input:
        source=source_of_prompts,
        modules=code("generate_task_prompts.py"),
    output:
        "results/prompts/{task}/{variant}.parquet",
    log:
        "results/logs/generate_prompts/{task}_{variant}.log",
    benchmark:
        "results/benchmarks/generate_prompts/{task}_{variant}.tsv"
    conda:
        "../../envs/prompts.yaml"
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        sweeps=sweeps_of_prompt_table,
    script:
        "../scripts/generate_task_prompts.py"
