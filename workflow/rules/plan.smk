# Before anything is spent: what is missing, what it may cost, what would stop it; and who may spend how much.


rule plan:
    """Show each model's missing cells, tokens and cost, and what would stop it. Always runs: no output."""
    input:
        prompts=prompt_tables(SWEEPS),
    log:
        "results/logs/plan.log",
    localrule: True
    conda:
        "../../envs/plan.yaml"
    params:
        models=planning_of(ASKED),
        store=SETTINGS.store,
        max_cost_usd=SETTINGS.max_cost_usd,
        unavailable=SETTINGS.unavailable,
        csv="results/tables/plan.csv",
    script:
        "../scripts/show_plan.py"


rule plan_budget:
    """Share max_cost_usd out among the paid models, a cap for each, before any of them is asked."""
    input:
        prompts=sorted({path for model in PAID for path in prompt_tables(SWEEPS, model)}),
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
        store=SETTINGS.store,
        max_cost_usd=SETTINGS.max_cost_usd,
        unavailable=SETTINGS.unavailable,
    script:
        "../scripts/plan_budget.py"
