import pytest

from engine_inputs import ENTRY
from findorigin.budget.ledger import Budget
from findorigin.budget.prices import is_loopback, prices_of, usd, worst_usd

PRICES = {"input": 3, "output": 6}
LONG = {**PRICES, "cached_input": 0.3, "long_context": {"above": 1000, "input": 6, "output": 12}}


@pytest.mark.parametrize(
    ("prices", "usage", "expected"),
    [
        pytest.param(PRICES, {"input_tokens": 1000, "output_tokens": 500}, 0.006, id="plain"),
        pytest.param(None, {"input_tokens": 1000, "output_tokens": 500}, None, id="unknown price is no zero"),
        pytest.param(PRICES, {"input_tokens": None, "output_tokens": 5}, None, id="unknown usage is no zero"),
        pytest.param(
            {"input": 0, "output": 0}, {"input_tokens": None, "output_tokens": None}, 0.0, id="free is free"
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
    assert usd(prices, **usage) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("entry", "loopback"),
    [
        ({"backend": "llama_cpp"}, True),
        ({"backend": "control"}, True),
        ({"base_url": "http://127.0.0.1:8080/v1"}, True),
        ({"base_url": "http://localhost:11434/v1"}, True),
        ({"base_url": "http://[::1]:80/v1"}, True),
        ({"base_url": None}, False),
        ({"base_url": "https://openrouter.ai/api/v1"}, False),
        ({"base_url": "http://192.168.0.7:8000/v1"}, False),
        ({"base_url": "http://localhost.example.org/v1"}, False),
    ],
)
def test_what_is_loopback(entry, loopback):
    entry = {**ENTRY, **entry}
    assert is_loopback(entry) is loopback
    assert (prices_of(entry) is not None) is loopback


def test_a_server_on_this_machine_that_wants_a_key_may_be_a_proxy_of_a_vendor():
    entry = {**ENTRY, "base_url": "http://localhost:4000/v1", "api_key_env": "PROXY_KEY"}
    assert prices_of(entry) is None
    assert prices_of({**entry, "prices": PRICES}) == PRICES


def test_the_worst_case_covers_a_full_reply_and_a_wasteful_tokeniser():
    entry = {**ENTRY, "prices": PRICES, "parameters": {"max_completion_tokens": 1000}}
    assert worst_usd(entry, 10_000) > usd(PRICES, input_tokens=13_000, output_tokens=1000)


def test_a_budget_counts_what_is_in_flight_at_its_worst():
    budget = Budget(1.0)
    assert budget.reserve(0.6) == 0.6
    assert budget.reserve(0.6) is None
    budget.settle(0.6, 0.1)
    assert budget.reserve(0.6) == 0.6
    assert budget.spent_usd == pytest.approx(0.1)


def test_a_call_of_unknown_cost_counts_at_its_worst():
    budget = Budget(1.0)
    budget.reserve(0.6)
    budget.settle(0.6, None)
    assert budget.spent_usd == pytest.approx(0.6)


def test_a_limit_of_zero_lets_free_calls_pass():
    budget = Budget(0.0, spent_usd=0.2)
    assert budget.reserve(0.0) == 0.0
    assert budget.reserve(1e-9) is None


def test_a_call_above_its_worst_case_raises_the_later_ones():
    budget = Budget(10.0)
    budget.settle(budget.reserve(1.0), 1.5)
    assert budget.reserve(2.0) == pytest.approx(3.0)


def test_the_worst_case_is_charged_at_the_dearest_rate():
    dear = {**ENTRY, "prices": {**PRICES, "cached_input": 1000.0}, "parameters": {"max_tokens": 10}}
    assert worst_usd(dear, 1000) > usd(
        {"input": 1000.0, "output": PRICES["output"]}, input_tokens=1000, output_tokens=10
    )
    cheap_when_long = {**dear, "prices": {**PRICES, "long_context": {"above": 100, "input": 0, "output": 0}}}
    assert worst_usd(cheap_when_long, 1000) >= usd(PRICES, input_tokens=1000, output_tokens=10)
