"""What a call costs, and the ledger of a running job."""

import pytest

from engine_inputs import model
from findorigin.budget.ledger import Ledger
from findorigin.budget.prices import estimated_usd, usd, worst_usd
from findorigin.config.prices import Prices

PRICES = {"input": 3.0, "output": 6.0}
LONG = {**PRICES, "cached_input": 0.3, "long_context": {"above": 1000, "input": 6.0, "output": 12.0}}


@pytest.mark.parametrize(
    ("prices", "usage", "expected"),
    [
        pytest.param(PRICES, {"input_tokens": 1000, "output_tokens": 500}, 0.006, id="plain"),
        pytest.param(None, {"input_tokens": 1000, "output_tokens": 500}, None, id="unknown price is no zero"),
        pytest.param(PRICES, {"input_tokens": None, "output_tokens": 5}, None, id="unknown usage is no zero"),
        pytest.param(
            {"input": 0.0, "output": 0.0},
            {"input_tokens": None, "output_tokens": None},
            0.0,
            id="free is free",
        ),
        pytest.param(
            LONG,
            {"input_tokens": 1000, "cached_tokens": 600, "output_tokens": 0},
            0.00138,
            id="cached tokens at their own rate",
        ),
        pytest.param(
            PRICES,
            {"input_tokens": 1000, "cached_tokens": 600, "output_tokens": 0},
            0.003,
            id="cached tokens at the full rate where no other is known",
        ),
        pytest.param(
            LONG, {"input_tokens": 1001, "output_tokens": 500}, 0.012006, id="long context: all rates"
        ),
        pytest.param(
            LONG,
            {"input_tokens": 2000, "cached_tokens": 1000, "output_tokens": 0},
            0.0066,
            id="long context raises the cached rate too",
        ),
        pytest.param(
            {**PRICES, "batch_discount": 0.5},
            {"input_tokens": 1000, "output_tokens": 500, "batch": True},
            0.003,
            id="batch discount",
        ),
    ],
)
def test_cost_of_a_call(prices, usage, expected):
    known = None if prices is None else Prices(**prices)
    assert usd(known, **usage) == (None if expected is None else pytest.approx(expected))


def test_the_worst_case_covers_a_full_reply_and_a_wasteful_tokeniser():
    paid = model(prices=PRICES, parameters={"max_completion_tokens": 1000})
    assert worst_usd(paid, 10_000) > usd(paid.prices, input_tokens=13_000, output_tokens=1000)


@pytest.mark.parametrize("cost", [estimated_usd, worst_usd])
def test_an_unknown_price_is_an_unknown_cost_and_a_server_at_home_costs_nothing(cost):
    assert cost(model(base_url="https://vendor.example/v1"), 1000) is None
    assert cost(model(), 1000) == 0


def test_a_ledger_counts_what_is_in_flight_at_its_worst():
    ledger = Ledger(1.0)
    assert ledger.reserve(0.6) == 0.6
    assert ledger.reserve(0.6) is None
    ledger.settle(0.6, 0.1)
    assert ledger.reserve(0.6) == 0.6
    assert ledger.spent_usd == pytest.approx(0.1)


def test_a_call_of_unknown_cost_counts_at_its_worst():
    ledger = Ledger(1.0)
    ledger.reserve(0.6)
    ledger.settle(0.6, None)
    assert ledger.spent_usd == pytest.approx(0.6)


def test_a_limit_of_zero_lets_free_calls_pass():
    ledger = Ledger(0.0, spent_usd=0.2)
    assert ledger.reserve(0.0) == 0.0
    assert ledger.reserve(1e-9) is None


def test_a_call_above_its_worst_case_raises_the_later_ones():
    ledger = Ledger(10.0)
    ledger.settle(ledger.reserve(1.0), 1.5)
    assert ledger.reserve(2.0) == pytest.approx(3.0)


def test_the_worst_case_is_charged_at_the_dearest_rate():
    short = {"parameters": {"max_tokens": 10}}
    dear = model(prices={**PRICES, "cached_input": 1000.0}, **short)
    assert worst_usd(dear, 1000) > usd(Prices(input=1000.0, output=6.0), input_tokens=1000, output_tokens=10)
    cheap_when_long = {**PRICES, "long_context": {"above": 100, "input": 0.0, "output": 0.0}}
    cost = usd(Prices(**PRICES), input_tokens=1000, output_tokens=10)
    assert worst_usd(model(prices=cheap_when_long, **short), 1000) >= cost
