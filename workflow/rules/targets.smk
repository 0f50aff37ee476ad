# Targets with names: what a person can ask for.


rule prompts:
    """Every planned prompt."""
    input:
        prompt_tables(SWEEPS),


rule responses:
    """Every planned cell answered."""
    input:
        [f"results/responses/{model}.parquet" for model in ASKED],
        [f"results/answered/{model}" for model in ASKED],


rule grades:
    """Every response graded, the controls checked."""
    input:
        lambda wildcards: of_run("results", [f"results/grades/{model}.parquet" for model in ASKED]),
        "results/controls.txt",


rule tables:
    """All evidence in one table, and the tables of rates."""
    input:
        "results/cells.parquet",
        "results/run_config.yaml",
        tables_of("results"),


rule figures:
    """Every picture."""
    input:
        pictures_of("results"),


rule preview:
    """Tables and pictures of what the store already has; asks nobody."""
    input:
        tables_of("results/preview"),
        pictures_of("results/preview"),
