"""What missing requests may cost, what would stop them, and the plan of a model from prompts and store."""

from datetime import date

import pytest

from engine_inputs import Run, echo, model, sweep
from findorigin.budget.estimate import estimate, plan_model, unavailable_line, unpriced_line, window_line
from findorigin.common.cells import Cell, PromptKey
from findorigin.engine.ready import key_line
from findorigin.planning.identity import Identity
from findorigin.planning.requests import PlannedRequest, PromptLocation

TODAY = date(2026, 11, 30)
PRICES = {"input": 1.0, "output": 2.0}
ELSEWHERE = "https://vendor.example/v1"


def requests(asked, *lengths):
    cell = Cell("tested", PromptKey("find_the_origin"), 1)
    return [PlannedRequest(cell, str(n), PromptLocation("d1.parquet", 0, 0, n, ""), asked) for n in lengths]


def test_an_estimate_counts_every_prompt_and_replies_of_full_length():
    paid = model(prices=PRICES)
    found = estimate(paid, requests(paid, 1000, 2000, 3000))
    assert (found.input_tokens, found.output_tokens) == (6000, 3 * 256)
    assert found.usd == pytest.approx((6000 * 1 + 768 * 2) / 1e6)


def test_what_a_limit_must_leave_counts_the_dearest_calls_in_flight_at_their_worst():
    paid = model(prices=PRICES, max_in_flight=2)
    found = estimate(paid, requests(paid, 1000, 2000, 3000))
    margin = (0.5 * (2000 + 3000) + 2 * 100) / 1e6
    assert found.needed_usd == pytest.approx(found.usd + margin)


@pytest.mark.parametrize(
    ("entry", "usd"),
    [
        ({"base_url": ELSEWHERE}, None),
        ({"prices": PRICES, "parameters": {}}, None),
        ({"prices": {"input": 0.0, "output": 0.0}, "parameters": {}}, 0),
        ({"backend": "llama_cpp", "weights": {"path": "w.gguf"}}, 0),
        ({"backend": "llama_cpp", "weights": {"path": "w.gguf"}, "prices": PRICES}, 0.001512),
        ({"backend": "vllm", "weights": {"hub": "org/model"}, "prices": PRICES}, 0.001512),
    ],
)
def test_an_unknown_cost_is_not_nothing(entry, usd):
    asked = model(**entry)
    missing = requests(asked, 1000)
    assert estimate(asked, missing).usd == (usd if usd is None else pytest.approx(usd))
    assert (unpriced_line(asked, missing) is None) == (usd is not None)


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ({"retired": None}, None),
        ({"retired": "2026-12-01"}, None),
        ({"retired": "2026-11-30"}, "retired on 2026-11-30"),
        ({"retired": "2026-04-20", "backend": "anthropic"}, "retired on 2026-04-20"),
        ({"retired": "2026-07", "backend": "gemini"}, "retired in 2026-07"),
        ({"retired": "2025"}, "retired in 2025"),
        ({"backend": "vllm", "weights": {"hub": "org/model"}}, None),
    ],
)
def test_whether_the_registry_says_that_a_model_is_gone(entry, line):
    assert unavailable_line(model(**entry), TODAY) == line


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        ({"window": None}, True),
        ({"window": 1256}, True),
        ({"window": 1255}, False),
        ({"window": 1255, "parameters": {"max_tokens": 255}}, True),
        (
            {
                "backend": "vllm",
                "weights": {"hub": "org/model"},
                "window": 131072,
                "max_model_len": 1255,
            },
            False,
        ),
    ],
)
def test_whether_the_longest_prompt_and_its_reply_fit(entry, fits):
    asked = model(**entry)
    assert (window_line(asked, requests(asked, 10, 1000)) is None) == fits


def planned(run, *, identity=None, **entry):
    asked = model(**entry)
    options = {"identity": identity} if identity else {}
    lengths = sweep((2, 4, 6))
    store = run.folder / "store"
    return plan_model(asked, [lengths], [str(run.prompts)], store, TODAY, key_line=key_line(asked), **options)


def test_what_is_stored_is_found_by_the_same_key_as_the_asking(tmp_path):
    run = Run(tmp_path)
    run.ask((2, 4, 6), connect=echo, options={"identity": Identity("1")})
    plan = planned(run, identity=Identity("1"))
    assert (plan.planned, plan.stored, plan.missing, plan.problems) == (3, 3, 0, ())
    assert planned(run, identity=Identity("2")).stored == 0


def test_all_that_would_stop_a_model_is_told_at_once_without_a_key(tmp_path, monkeypatch):
    monkeypatch.delenv("TEST_KEY", raising=False)
    run = Run(tmp_path)
    run.ask((2, 4, 6), connect=echo)
    key, window, price = planned(run, base_url=ELSEWHERE, api_key_env="TEST_KEY", window=280).problems
    assert key == "set the environment variable TEST_KEY to the key of its vendor"
    assert "window of 280" in window
    assert "prices are unknown" in price


def test_a_model_that_is_gone_needs_nothing_else(tmp_path):
    run = Run(tmp_path)
    run.ask((2, 4, 6), connect=echo)
    plan = planned(run, base_url=ELSEWHERE, retired="2025", api_key_env="NOT_SET", prices=PRICES)
    assert (plan.unavailable, plan.problems, plan.needed_usd) == ("retired in 2025", (), 0.0)
