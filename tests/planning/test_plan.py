from datetime import date

import pytest

from engine_inputs import ENTRY, Run, sweep
from findorigin.backends import control
from findorigin.planning.identity import Identity
from findorigin.planning.plan import estimate, plan_model, unavailable_line, unpriced_line, window_line
from findorigin.planning.questions import Place, Planned

TODAY = date(2026, 11, 30)
PRICED = ENTRY | {"prices": {"input": 1, "output": 2}, "max_in_flight": 2}


def questions(*lengths, entry=PRICED):
    cell = {"model": "tested", "task": "find_the_origin", "repeat": 1}
    return [Planned(cell, str(n), Place("d1.parquet", 0, 0, n, ""), entry) for n in lengths]


def test_an_estimate_counts_every_prompt_and_replies_of_full_length():
    found = estimate(PRICED, questions(1000, 2000, 3000))
    assert (found.input_tokens, found.output_tokens) == (6000, 3 * 256)
    assert found.usd == pytest.approx((6000 * 1 + 768 * 2) / 1e6)


def test_what_a_limit_must_leave_counts_the_dearest_calls_in_flight_at_their_worst():
    found = estimate(PRICED, questions(1000, 2000, 3000))
    margin = (0.5 * (2000 + 3000) + 2 * 100) / 1e6
    assert found.needed_usd == pytest.approx(found.usd + margin)


@pytest.mark.parametrize(
    ("entry", "usd"),
    [
        ({"base_url": "https://vendor.example", "prices": None}, None),
        ({"parameters": {}}, None),
        ({"prices": {"input": 0, "output": 0}, "parameters": {}}, 0),
        ({"backend": "llama_cpp", "prices": None}, 0),
    ],
)
def test_an_unknown_cost_is_not_nothing(entry, usd):
    missing = questions(1000, entry=PRICED | entry)
    found = estimate(PRICED | entry, missing)
    assert (found.usd, found.needed_usd) == (usd, usd)
    assert (unpriced_line(PRICED | entry, missing) is None) == (usd is not None)


@pytest.mark.parametrize(
    ("retired", "backend", "line"),
    [
        (None, "openai", None),
        ("2026-12-01", "openai", None),
        ("2026-11-30", "openai", "retired on 2026-11-30"),
        ("2026-04-20", "anthropic", "retired on 2026-04-20"),
        ("2026-07", "gemini", "retired in 2026-07"),
        ("2025", "openai", "retired in 2025"),
        ("2025", "vllm", None),
    ],
)
def test_whether_the_registry_says_that_a_model_is_gone(retired, backend, line):
    assert unavailable_line(ENTRY | {"retired": retired, "backend": backend}, TODAY) == line


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        ({"window": None}, True),
        ({"window": 1256}, True),
        ({"window": 1255}, False),
        ({"window": 1255, "parameters": {"max_tokens": 255}}, True),
        ({"window": 131072, "max_model_len": 1255}, False),
    ],
)
def test_whether_the_longest_prompt_and_its_reply_fit(entry, fits):
    assert (window_line(ENTRY | entry, questions(10, 1000, entry=ENTRY | entry)) is None) == fits


def planned(run, entry, **options):
    return plan_model(
        "tested",
        ENTRY | {"retired": None} | entry,
        [sweep((2, 4, 6))],
        [str(run.folder / "d1.parquet")],
        run.folder / "store",
        TODAY,
        **options,
    )


def test_what_is_stored_is_found_by_the_same_key_as_the_asking(tmp_path):
    run = Run(tmp_path)
    settings = {"backend": "control", "id": "oracle", "parameters": {}}
    run.ask((2, 4, 6), connect=control.connect, identify=control.identify, **settings)
    plan = planned(run, settings, identity=Identity(control.REVISION))
    assert (plan.planned, plan.stored, plan.missing, plan.problems) == (3, 3, 0, ())
    assert planned(run, settings, identity=Identity("2")).stored == 0


def test_all_that_would_stop_a_model_is_told_at_once_without_a_key(tmp_path, monkeypatch):
    monkeypatch.delenv("TEST_KEY", raising=False)
    run = Run(tmp_path)
    run.ask((2, 4, 6), backend="control", id="oracle", connect=control.connect)
    entry = {"base_url": "https://vendor.example", "api_key_env": "TEST_KEY", "window": 300}
    key, window, price = planned(run, entry).problems
    assert key == "set the environment variable TEST_KEY to the key of its vendor"
    assert "window of 300" in window
    assert "prices are unknown" in price


def test_a_model_that_is_gone_needs_nothing_else(tmp_path):
    run = Run(tmp_path)
    run.ask((2, 4, 6), backend="control", id="oracle", connect=control.connect)
    plan = planned(run, {"retired": "2025", "api_key_env": "NOT_SET", "prices": {"input": 1, "output": 2}})
    assert (plan.unavailable, plan.problems, plan.needed_usd) == ("retired in 2025", (), 0.0)
