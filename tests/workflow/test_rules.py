"""Every rule names what it depends on: its shared modules, its environment, its log."""

from __future__ import annotations

import pytest

from module_closure import shared_modules
from workflow_rules import script_of, scripted_rules

RULES = scripted_rules()


def listed_modules(rule):
    marker = "scripts/findorigin/"
    return {str(path).split(marker)[1].removesuffix(".py") for path in rule.input.modules}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_lists_exactly_the_shared_modules_that_its_script_imports(rule):
    assert listed_modules(rule) == shared_modules(script_of(rule))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_has_a_log_a_benchmark_and_an_environment(rule):
    assert rule.log
    # A benchmark is a product: a rule without output has none, or it would not run a second time.
    assert bool(rule.benchmark) == bool(rule.output)
    assert rule.conda_env
