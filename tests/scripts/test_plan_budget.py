"""Sharing the limit out: every model that isn't free gets a cap, whatever its backend."""

from datetime import date

import pytest

from engine_inputs import Run, echo, model, prompt_row, sweep
from findorigin.budget.caps import read_caps
from findorigin.common.tables import write_rows
from findorigin.tasks.columns import PROMPTS
from plan_budget import main
from store_records import response, write

PRICES = {"input": 1000.0, "output": 1000.0}


@pytest.fixture
def share_out(tmp_path):
    write_rows(tmp_path / "d1.parquet", PROMPTS, [prompt_row(2)], plain=("prompt",))

    def run(*models, max_cost_usd=10.0):
        wanted = {
            asked.slug: {
                "model": asked.as_queried(),
                "sweeps": [sweep((2,), slug=asked.slug).as_json()],
                "prompt_files": [str(tmp_path / "d1.parquet")],
            }
            for asked in models
        }
        output = tmp_path / "budget.json"
        main(wanted, str(tmp_path / "store"), max_cost_usd, "skip", str(output), date(2026, 11, 30))
        return read_caps(output)

    return run


def local(tmp_path, slug="local"):
    (tmp_path / "weights.gguf").write_bytes(b"GGUF")
    return model(slug, backend="llama_cpp", weights={"path": str(tmp_path / "weights.gguf")}, prices=PRICES)


def test_a_priced_model_on_this_machine_gets_a_cap_and_is_asked_within_it(share_out, tmp_path):
    caps = share_out(local(tmp_path, "tested"), model("loopback", prices=PRICES))
    assert caps.refusal is None and caps.usd["tested"] == caps.usd["loopback"] == pytest.approx(5.0)
    run = Run(tmp_path)
    entry = {"backend": "llama_cpp", "weights": {"path": str(tmp_path / "weights.gguf")}, "prices": PRICES}
    options = {"caps": tmp_path / "budget.json", "max_cost_usd": 10.0}
    assert len(run.ask((2,), connect=echo, options=options, **entry)) == 1, run.error


def test_weights_that_are_not_here_stop_nobody_else(share_out, tmp_path):
    gone = model("gone", backend="llama_cpp", weights={"path": str(tmp_path / "no.gguf")}, prices=PRICES)
    write(tmp_path / "store" / "gone.jsonl", [response("a", usd=4.0)])
    caps = share_out(gone, model("hosted", prices=PRICES))
    assert caps.refusal is None
    assert caps.usd == {"gone": 4.0, "hosted": pytest.approx(6.0)}


def test_a_limit_too_low_is_said(share_out, tmp_path, capsys):
    caps = share_out(local(tmp_path), max_cost_usd=0.0)
    assert caps.usd == {"local": 0.0}
    assert caps.refusal.startswith("nothing paid is sent") and caps.refusal in capsys.readouterr().err
