# Asking: one job per model, one rule per backend. The store decides which cells are asked; these rules only
# decide whether a model's job runs.


rule query_openai:
    """Ask one model of OpenAI, or behind any endpoint that speaks its chat completions."""
    input:
        prompts=prompts_of_model,
        budget=budget_of_model,
        modules=code("query_openai.py"),
    output:
        "results/responses/{model}.parquet",
    log:
        "results/logs/query/{model}.log",
    benchmark:
        "results/benchmarks/query/{model}.tsv"
    wildcard_constraints:
        model=one_of(models_of("openai")),
    conda:
        "../../envs/openai.yaml"
    resources:
        mem_mb=2000,
        runtime=1440,
    params:
        model_entry=entry_of_model,
        sweeps=sweeps_of_model,
        store=CONFIG["store"],
        unavailable=CONFIG["unavailable"],
    script:
        "../scripts/query_openai.py"


rule query_anthropic:
    """Ask one model of Anthropic."""
    input:
        prompts=prompts_of_model,
        budget=budget_of_model,
        modules=code("query_anthropic.py"),
    output:
        "results/responses/{model}.parquet",
    log:
        "results/logs/query/{model}.log",
    benchmark:
        "results/benchmarks/query/{model}.tsv"
    wildcard_constraints:
        model=one_of(models_of("anthropic")),
    conda:
        "../../envs/anthropic.yaml"
    resources:
        mem_mb=2000,
        runtime=1440,
    params:
        model_entry=entry_of_model,
        sweeps=sweeps_of_model,
        store=CONFIG["store"],
        unavailable=CONFIG["unavailable"],
    script:
        "../scripts/query_anthropic.py"


rule query_gemini:
    """Ask one model of Google."""
    input:
        prompts=prompts_of_model,
        budget=budget_of_model,
        modules=code("query_gemini.py"),
    output:
        "results/responses/{model}.parquet",
    log:
        "results/logs/query/{model}.log",
    benchmark:
        "results/benchmarks/query/{model}.tsv"
    wildcard_constraints:
        model=one_of(models_of("gemini")),
    conda:
        "../../envs/gemini.yaml"
    resources:
        mem_mb=2000,
        runtime=1440,
    params:
        model_entry=entry_of_model,
        sweeps=sweeps_of_model,
        store=CONFIG["store"],
        unavailable=CONFIG["unavailable"],
    script:
        "../scripts/query_gemini.py"


rule query_llama_cpp:
    """Ask one local model through a llama.cpp server that the job starts, on loopback, and ends."""
    input:
        prompts=prompts_of_model,
        modules=code("query_llama_cpp.py"),
    output:
        "results/responses/{model}.parquet",
    log:
        "results/logs/query/{model}.log",
    benchmark:
        "results/benchmarks/query/{model}.tsv"
    wildcard_constraints:
        model=one_of(models_of("llama_cpp")),
    conda:
        "../../envs/llama_cpp.yaml"
    threads: threads_of_model
    resources:
        mem_mb=4000,
        runtime=1440,
    params:
        model_entry=entry_of_model,
        sweeps=sweeps_of_model,
        store=CONFIG["store"],
    script:
        "../scripts/query_llama_cpp.py"


rule query_vllm:
    """Ask one model through a vLLM server that the job starts on its GPUs, on loopback, and ends."""
    input:
        prompts=prompts_of_model,
        modules=code("query_vllm.py"),
    output:
        "results/responses/{model}.parquet",
    log:
        "results/logs/query/{model}.log",
        server="results/logs/query/{model}.vllm.log",
    benchmark:
        "results/benchmarks/query/{model}.tsv"
    wildcard_constraints:
        model=one_of(models_of("vllm")),
    conda:
        "../../envs/vllm.yaml"
    resources:
        gpu=gpus_of_model,
        gpu_model=lambda wildcards: REGISTRY[wildcards.model]["gpu_model"] or "",
        mem_mb=cluster_memory_mb,
        runtime=cluster_minutes,
    params:
        model_entry=entry_of_model,
        sweeps=sweeps_of_model,
        store=CONFIG["store"],
        python=CONFIG["vllm_python"],
    script:
        "../scripts/query_vllm.py"


rule query_control:
    """Have a control answer: the oracle reads the answer off the prompt, guess misses it, refuser refuses."""
    input:
        prompts=prompts_of_model,
        modules=code("query_control.py"),
    output:
        "results/responses/{model}.parquet",
    log:
        "results/logs/query/{model}.log",
    benchmark:
        "results/benchmarks/query/{model}.tsv"
    wildcard_constraints:
        model=one_of(models_of("control")),
    conda:
        "../../envs/control.yaml"
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        model_entry=entry_of_model,
        sweeps=sweeps_of_model,
        store=CONFIG["store"],
    script:
        "../scripts/query_control.py"
