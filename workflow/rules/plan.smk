# Before anything is spent: what is missing, what it may cost, what would stop it; and who may spend how much.

PLANNING_MODULES = (
    "__init__",
    "backends/__init__",
    "backends/base",
    "bounds",
    "engine/__init__",
    "engine/pricing",
    "errors",
    "identity",
    "keys",
    "layout",
    "planning",
    "questions",
    "registry",
    "scriptlog",
    "store/__init__",
    "store/index",
    "store/reader",
    "store/records",
    "store/request_key",
    "store/system",
    "sweeps",
    "task_entry",
    "task_sweeps",
)


rule plan:
    """Show each model's missing cells, tokens and cost, and what would stop it. Always runs: no output."""
    input:
        prompts=sweeping.prompt_files(SWEEPS),
        modules=shared(
            *PLANNING_MODULES,
            "allotments",
            "backends/control",
            "backends/simulated",
            "csv_tables",
            "identities",
            "prompts",
            "servers/__init__",
            "servers/gguf",
            "servers/hub",
            "servers/vllm_weights",
            "vertices",
            "whole_files",
            *TASK_MODULES,
        ),
    log:
        "results/logs/plan.log",
    localrule: True
    conda:
        "../../envs/plan.yaml"
    params:
        models=planning_of(MODELS),
        store=CONFIG["store"],
        max_cost_usd=CONFIG["max_cost_usd"],
        unavailable=CONFIG["unavailable"],
        csv="results/tables/plan.csv",
    script:
        "../scripts/show_plan.py"


rule plan_budget:
    """Share max_cost_usd out among the paid models, each a fixed allotment, before any of them is asked."""
    input:
        prompts=sorted({path for model in PAID for path in sweeping.prompt_files(SWEEPS, model)}),
        modules=shared(*PLANNING_MODULES, "allotments"),
    output:
        "results/budget.json",
    log:
        "results/logs/plan_budget.log",
    benchmark:
        "results/benchmarks/plan_budget.tsv"
    localrule: True
    conda:
        "../../envs/grade.yaml"
    params:
        models=planning_of(PAID),
        store=CONFIG["store"],
        max_cost_usd=CONFIG["max_cost_usd"],
        unavailable=CONFIG["unavailable"],
    script:
        "../scripts/plan_budget.py"
