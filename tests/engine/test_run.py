"""A model's job from prompts to responses: what is looked at first, and what is asked at all."""

import json
import subprocess
import sys

import pytest

from engine_inputs import Run, echo, model, refuse
from findorigin.budget.caps import Caps, write_caps
from shared_inputs import PROJECT

ELSEWHERE = "https://vendor.example/v1"
PRICES = {"input": 1.0, "output": 1.0}


def test_a_stored_model_needs_no_key_no_prices_no_connection(tmp_path):
    run = Run(tmp_path)
    rows = run.ask((2, 4), connect=echo)
    assert run.ask((2, 4), connect=refuse, api_key_env="NOT_SET") == rows


def test_one_more_length_asks_one_more_question(tmp_path):
    run = Run(tmp_path)
    run.ask((2, 4), connect=echo)
    assert len(run.ask((2, 4, 6), connect=echo)) == 3
    assert "1 questions missing" in run.log


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ({"window": 200}, "more than the model's window of 200"),
        ({"base_url": ELSEWHERE}, "prices are unknown"),
        ({"base_url": ELSEWHERE, "prices": PRICES, "parameters": {}}, "don't limit the reply's tokens"),
        ({"prices": PRICES}, "raise max_cost_usd"),
    ],
)
def test_what_is_refused_before_anything_is_sent(entry, line, tmp_path):
    run = Run(tmp_path)
    run.ask((2, 4, 6, 8), connect=refuse, **entry)
    assert line in run.error and run.error.startswith("tested: ")
    assert "\n" not in run.error
    assert run.journal == ""


def test_a_missing_key_is_one_line_naming_the_variable(tmp_path, monkeypatch):
    monkeypatch.delenv("TEST_KEY", raising=False)
    run = Run(tmp_path)
    run.ask((2,), api_key_env="TEST_KEY", prices={"input": 0.0, "output": 0.0})
    assert run.error == "tested: set the environment variable TEST_KEY to the key of its vendor"


GGUF = {"backend": "llama_cpp", "weights": {"path": "w.gguf"}}
VLLM = {"backend": "vllm", "weights": {"hub": "org/model"}}


@pytest.mark.parametrize("entry", [GGUF, VLLM, {}], ids=["llama_cpp", "vllm", "loopback"])
def test_a_priced_model_on_this_machine_is_asked_within_its_cap(entry, tmp_path):
    run = Run(tmp_path)
    caps = tmp_path / "budget.json"
    options = {"caps": caps, "max_cost_usd": 5.0}
    entry = entry | {"prices": PRICES}
    assert not model(**entry).is_free
    write_caps(caps, Caps(5.0, None, {"tested": 1e-6}))
    assert run.ask((2, 4), connect=refuse, options=options, **entry) == []
    assert "this model may cost $0.0000 in all" in run.error
    write_caps(caps, Caps(5.0, None, {"tested": 2.5}))
    assert len(run.ask((2, 4), connect=echo, options=options, **entry)) == 2


def test_another_limit_asks_nobody_where_nothing_is_missing(tmp_path):
    run = Run(tmp_path)
    rows = run.ask((2, 4), connect=echo, options={"max_cost_usd": 5.0}, prices=PRICES)
    caps = tmp_path / "budget.json"
    write_caps(caps, Caps(5.0, None, {"tested": 2.5}))
    for limit in (7.0, 0.0):
        options = {"caps": caps, "max_cost_usd": limit}
        assert run.ask((2, 4), connect=refuse, options=options, prices=PRICES) == rows
    assert run.ask((2, 4, 6), connect=refuse, options=options, prices=PRICES) == []
    assert run.error == (
        f"{caps} shares out max_cost_usd 5, but it is 0 now; delete the file, and it is made again"
    )


def test_a_job_loads_no_vendors_library_before_it_asks_and_no_pandas():
    """A control's job starts in less than half a second; one vendor's environment has no other's library."""
    heavy = ("openai", "anthropic", "google.genai", "httpx", "httpx2", "huggingface_hub", "pandas")
    program = f"import json, sys, query; print(json.dumps([name for name in {heavy} if name in sys.modules]))"
    scripts = PROJECT / "workflow" / "scripts"
    done = subprocess.run([sys.executable, "-c", program], cwd=scripts, capture_output=True, check=True)
    assert json.loads(done.stdout) == []
