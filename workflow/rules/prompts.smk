# The benchmark's questions: one table per arrangement and d.


rule fetch_vertices:
    """The paper's own list of connections (puzzle 0), by its pinned address or from a local folder."""
    input:
        modules=shared("__init__", "errors", "scriptlog"),
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
        modules=shared(
            "__init__",
            "bounds",
            "errors",
            "keys",
            "layout",
            "prompts",
            "scriptlog",
            "sweeps",
            "tables",
            "tokens",
            "vertices",
        ),
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
