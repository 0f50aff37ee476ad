from snakemake.utils import min_version

min_version("9.0")


configfile: "config/config.yaml"


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/inputs.smk"
include: "workflow/rules/prompts.smk"
include: "workflow/rules/plan.smk"
include: "workflow/rules/query.smk"
include: "workflow/rules/grade.smk"
include: "workflow/rules/analyse.smk"
include: "workflow/rules/plot.smk"
include: "workflow/rules/targets.smk"


rule all:
    default_target: True
    input:
        rules.prompts.input,
        rules.responses.input,
        rules.grades.input,
        rules.tables.input,
        rules.figures.input,
        "results/summary.txt",


onerror:
    print(
        "Why a job failed stands in its log in results/logs/; what a cluster refused shows with --quiet host."
    )
    print(
        "What the store has so far, as tables and figures in results/preview/: snakemake --cores 2 preview"
    )


onsuccess:
    summary = Path("results/summary.txt")
    if summary.exists() and summary.stat().st_mtime >= STARTED:
        print(summary.read_text(encoding="utf-8"))
