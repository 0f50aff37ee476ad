"""The rules of the workflow as Snakemake itself reads them."""

from __future__ import annotations

import sys
from functools import cache

from snakemake.api import SnakemakeApi
from snakemake.settings.types import OutputSettings, ResourceSettings

import findorigin  # noqa: F401 (the package itself, before parsing finds Snakemake's copy)
from shared_inputs import PROJECT


@cache
def workflow_rules() -> tuple:
    """Return every rule of the Snakefile, parsed with the default configuration.

    Parsing puts Snakemake's cache of the shared modules on the path; other tests must not import from there.
    """
    path = list(sys.path)
    with SnakemakeApi(OutputSettings(dryrun=True)) as api:
        parsed = api.workflow(
            resource_settings=ResourceSettings(cores=1),
            snakefile=PROJECT / "Snakefile",
            workdir=PROJECT,
        )
        rules = tuple(parsed._workflow.rules)
    sys.path[:] = path
    return rules


def scripted_rules() -> list:
    """Return the rules that run a script."""
    return [rule for rule in workflow_rules() if rule.script]
