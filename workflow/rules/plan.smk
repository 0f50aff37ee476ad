# Before anything is spent: what is missing, what it may cost, what would stop it; and who may spend how much.


rule plan:
    """Show each model's missing cells, tokens and cost, and what would stop it. Always runs: no output."""
    input:
        prompts=sweeping.prompt_files(SWEEPS),
        modules=code("show_plan.py"),
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
        modules=code("plan_budget.py"),
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
