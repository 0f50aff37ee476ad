"""What the ready configurations cost: docs/today.md says what the registry's prices say."""

from __future__ import annotations

import re

import pytest
from cost_table import PLAIN_TOKENS, THINKING_TOKENS, cost_of_model, costs_of_config, table_rows

from engine_inputs import model, sweep
from shared_inputs import PROJECT

DOCS = (PROJECT / "docs" / "today.md").read_text(encoding="utf-8")
LONGEST_SPEND_USD = 20


def costs(name):
    return costs_of_config(PROJECT / "config" / f"{name}.yaml")


@pytest.mark.parametrize("name", ["today-pilot", "today"])
def test_the_docs_say_what_each_model_costs(name):
    section = re.search(rf"^## config/{name}\.yaml$(.*?)(?=^## |\Z)", DOCS, re.MULTILINE | re.DOTALL)[1]
    assert re.findall(r"^\| (?!model|---).*$", section, re.MULTILINE) == table_rows(costs(name))


def test_the_docs_state_the_assumed_replies():
    assert f"{THINKING_TOKENS:,} tokens" in DOCS
    assert f"{PLAIN_TOKENS:,} tokens" in DOCS


def test_the_pilot_cannot_cost_more_than_twenty_dollars():
    found = costs("today-pilot")
    assert sum(cost.most_usd for cost in found.values()) < LONGEST_SPEND_USD
    # Each model gets an equal part of the limit, and must fit into it at its dearest.
    assert max(cost.most_usd for cost in found.values()) < LONGEST_SPEND_USD / len(found)


def test_the_full_measurement_is_some_70_million_tokens_a_model():
    for cost in costs("today").values():
        assert 65e6 < cost.input_tokens < 75e6


def test_an_unknown_price_is_no_cost():
    cost = cost_of_model([sweep((4,))], model(base_url="https://vendor.example/v1"))
    assert (cost.n_cells, cost.expected_usd, cost.most_usd) == (1, None, None)
