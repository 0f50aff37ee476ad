# Asking: one job a model, one rule a backend. The store decides which cells are asked; these rules only decide
# whether a model's job runs.


rule query_openai:
    """Ask one model of OpenAI, or behind any endpoint that speaks its chat completions."""
    input:
        prompts=prompts_of_model,
        makers=prompt_makers(),
        budget=caps_of_model,
        modules=lambda wildcards: code("query.py", backend_file(wildcards.model)),
    output:
        "results/responses/{model}.parquet",
    log:
        "results/logs/query/{model}.log",
    benchmark:
        "results/benchmarks/query/{model}.tsv"
    wildcard_constraints:
        model=one_of(asked_of("openai")),
    conda:
        "../../envs/openai.yaml"
    resources:
        mem_mb=2000,
        runtime=1440,
    params:
        model=lambda wildcards: MODELS[wildcards.model].as_queried(),
        sweeps=sweeps_of_model,
        store=SETTINGS.store,
        unavailable=SETTINGS.unavailable,
        max_cost_usd=limit_of_model,
    script:
        "../scripts/query.py"


use rule query_openai as query_anthropic with:
    wildcard_constraints:
        model=one_of(asked_of("anthropic")),
    conda:
        "../../envs/anthropic.yaml"


use rule query_openai as query_gemini with:
    wildcard_constraints:
        model=one_of(asked_of("gemini")),
    conda:
        "../../envs/gemini.yaml"


use rule query_openai as query_control with:
    wildcard_constraints:
        model=one_of(asked_of("control")),
    conda:
        "../../envs/control.yaml"


use rule query_openai as query_llama_cpp with:
    wildcard_constraints:
        model=one_of(asked_of("llama_cpp")),
    conda:
        "../../envs/llama_cpp.yaml"
    threads: lambda wildcards: MODELS[wildcards.model].threads
    resources:
        mem_mb=4000,
        runtime=1440,


# FP8 Llamas, and any other model of the hub, on GPUs.
use rule query_openai as query_vllm with:
    log:
        "results/logs/query/{model}.log",
        server="results/logs/query/{model}.vllm.log",
    wildcard_constraints:
        model=one_of(asked_of("vllm")),
    conda:
        "../../envs/vllm.yaml"
    resources:
        gpu=lambda wildcards: MODELS[wildcards.model].n_gpus,
        gpu_model=lambda wildcards: MODELS[wildcards.model].gpu_model or "",
        mem_mb=vllm_memory_mb,
        runtime=vllm_minutes,
    params:
        model=lambda wildcards: MODELS[wildcards.model].as_queried(),
        sweeps=sweeps_of_model,
        store=SETTINGS.store,
        unavailable=SETTINGS.unavailable,
        max_cost_usd=limit_of_model,
        python=SETTINGS.vllm_python,


# A checkpoint, so that what depends on a model's answers is decided after they are in: see `when_answered`.
checkpoint answered:
    """Mark a model's job as done."""
    input:
        "results/responses/{model}.parquet",
    output:
        touch("results/answered/{model}"),
    localrule: True


rule preview_responses:
    """What the store has of one model's planned cells; asks nobody."""
    input:
        prompts=prompts_of_model,
        makers=prompt_makers(),
        modules=lambda wildcards: code("preview_responses.py", backend_file(wildcards.model)),
    output:
        "results/preview/responses/{model}.parquet",
    log:
        "results/preview/logs/responses/{model}.log",
    benchmark:
        "results/preview/benchmarks/responses/{model}.tsv"
    conda:
        "../../envs/plan.yaml"
    params:
        model=lambda wildcards: MODELS[wildcards.model].as_queried(),
        sweeps=sweeps_of_model,
        store=SETTINGS.store,
        journal_size=journal_size,
    script:
        "../scripts/preview_responses.py"
