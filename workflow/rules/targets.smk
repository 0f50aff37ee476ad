# Targets with names: what a person can ask for.


rule prompts:
    """Every planned prompt."""
    input:
        sweeping.prompt_files(SWEEPS),


rule responses:
    """Every planned cell answered."""
    input:
        of_models("results/responses"),


rule grades:
    """Every response graded, the controls checked."""
    input:
        of_models("results/grades"),
        "results/controls.txt",


rule tables:
    """All evidence in one table, and the tables of rates."""
    input:
        "results/cells.parquet",
        "results/run_config.yaml",
        rules.tabulate_cells.output,
        rules.tabulate_lengths.output,
        rules.tabulate_comparisons.output,
        rules.tabulate_errors.output,
        rules.tabulate_power.output,
        task_tables(),


rule figures:
    """Every picture."""
    input:
        pictures(),
        task_pictures(),


rule preview:
    """Tables and pictures of what the store already has; asks nobody."""
    input:
        rules.preview_tabulate_cells.output,
        rules.preview_tabulate_lengths.output,
        rules.preview_tabulate_comparisons.output,
        rules.preview_tabulate_errors.output,
        pictures("results/preview/figures"),
        task_pictures("results/preview/figures"),
