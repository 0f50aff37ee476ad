"""The profiles name rules that exist; every job that may go to a cluster says what it needs there."""

from __future__ import annotations

import pytest
import yaml

from shared_inputs import PROJECT
from workflow_rules import scripted_rules

RULES = scripted_rules()
ON_THE_LOGIN_NODE = {
    "check_controls",
    "fetch_upstream",
    "plan",
    "plan_budget",
    "summarise",
    "write_run_config",
}
PROFILES = sorted((PROJECT / "profiles").glob("*/config.yaml"))


def profile(name):
    return yaml.safe_load((PROJECT / "profiles" / name / "config.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.parent.name)
def test_a_profile_sets_resources_of_rules_that_exist(path):
    named = set(profile(path.parent.name).get("set-resources", {}))
    assert named <= {rule.name for rule in RULES}


def test_only_rules_that_take_seconds_run_on_the_login_node():
    local = {rule.name for rule in RULES if rule.name in rule.workflow._localrules}
    assert local == ON_THE_LOGIN_NODE


@pytest.mark.parametrize("name", ["slurm", "kubernetes"])
def test_a_job_that_names_no_memory_or_time_gets_the_profiles(name):
    assert {"mem_mb", "runtime"} <= profile(name)["default-resources"].keys()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.name.startswith("query_")])
def test_a_model_has_a_day_or_what_its_entry_says(rule):
    assert {"mem_mb", "runtime"} <= rule.resources.keys()


def test_every_query_rule_is_told_before_slurm_ends_it():
    asking = {rule.name for rule in RULES if rule.name.startswith("query_")} - {"query_control"}
    told = {
        name
        for name, resources in profile("slurm")["set-resources"].items()
        if "--signal=TERM@" in resources.get("slurm_extra", "")
    }
    assert asking <= told


def test_the_default_profile_needs_no_plugin():
    assert "executor" not in profile("default")
