"""The rules of the workflow as Snakemake itself reads them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from snakemake.api import SnakemakeApi
from snakemake.settings.types import OutputSettings, ResourceSettings

from shared_inputs import PROJECT


@cache
def workflow_rules() -> tuple:
    """Return every rule of the Snakefile, parsed with the default configuration."""
    with SnakemakeApi(OutputSettings(dryrun=True)) as api:
        parsed = api.workflow(
            resource_settings=ResourceSettings(cores=1),
            snakefile=PROJECT / "Snakefile",
            workdir=PROJECT,
        )
        return tuple(parsed._workflow.rules)


def scripted_rules() -> list:
    """Return the rules that run a script."""
    return [rule for rule in workflow_rules() if rule.script]


def script_of(rule: object) -> Path:
    """Return the file of a rule's script."""
    return PROJECT / "workflow" / "scripts" / Path(rule.script).name
