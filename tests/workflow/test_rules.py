"""Every rule names what it depends on: its shared modules, its environment, its log."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from module_closure import SCRIPTS, modules_of, own_modules, script_of
from workflow_rules import scripted_rules

RULES = scripted_rules()
for_each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
LOADED = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps([m.__file__ for n, m in sys.modules.items() if n.split(".")[0] == "findorigin"]))
"""


@for_each_rule
def test_what_a_rules_script_loads_is_among_its_inputs(rule):
    if rule.name == "plan":  # without output it always runs
        return
    by_name = [str(path.relative_to(SCRIPTS).with_suffix("")).replace("/", ".") for path in own_modules(rule)]
    command = [sys.executable, "-c", LOADED, script_of(rule).stem, *by_name]
    done = subprocess.run(command, cwd=SCRIPTS, capture_output=True, text=True, check=True)
    assert set(json.loads(done.stdout)) <= {str(path) for path in modules_of(rule)}


@for_each_rule
def test_a_rule_has_a_log_a_benchmark_and_an_environment(rule):
    assert rule.log
    # A benchmark is a product: a rule without output has none, or it would not run a second time.
    assert bool(rule.benchmark) == bool(rule.output)
    assert rule.conda_env


@for_each_rule
def test_the_inputs_that_a_script_reads_by_name_are_inputs_of_its_rule(rule):
    """`input.get` of a name that no rule gives is None, and nothing says so."""
    text = script_of(rule).read_text(encoding="utf-8")
    read = set(re.findall(r"snakemake\.input\.get\(\"(\w+)\"", text))
    assert read <= {name for name, _ in rule.input._allitems()}
