"""One script asks every model, by its backend, from the JSON that rules pass; a preview asks nobody."""

import json

import pytest

import preview_responses
import query
from engine_inputs import model, prompt_row, sweep
from findorigin.budget.caps import Caps, write_caps
from findorigin.common.errors import UserError
from findorigin.common.tables import read_rows, write_rows
from findorigin.tasks.columns import PROMPTS

PRICES = {"input": 1.0, "output": 1.0}
LENGTHS = (2, 4)


@pytest.fixture
def job(tmp_path):
    """Return the arguments that a rule gives the script for a model."""
    write_rows(tmp_path / "d1.parquet", PROMPTS, [prompt_row(n) for n in LENGTHS], plain=("prompt",))

    def arguments(asked, **more):
        given = {
            "model": asked.as_queried(),
            "sweeps": [sweep(LENGTHS).as_json()],
            "prompt_files": [str(tmp_path / "d1.parquet")],
            "store": str(tmp_path / "store"),
            "output": str(tmp_path / "responses.parquet"),
        }
        return json.loads(json.dumps(given | more))

    return arguments


def statuses(tmp_path):
    return [row["status"] for row in read_rows(tmp_path / "responses.parquet")]


@pytest.mark.parametrize("backend", ["openai", "anthropic", "gemini"])
def test_a_hosted_model_is_asked_by_its_backend_and_then_never_again(backend, job, vendor, tmp_path):
    asked = model(backend=backend, base_url=vendor.base_url(backend))
    preview_responses.main(**job(asked))
    assert statuses(tmp_path) == [None, None] and vendor.calls == []
    query.main(**job(asked))
    assert statuses(tmp_path) == ["ok", "ok"] and len(vendor.calls) == 2
    query.main(**job(asked))
    preview_responses.main(**job(asked))
    assert statuses(tmp_path) == ["ok", "ok"] and len(vendor.calls) == 2


def test_a_paid_model_keeps_to_the_cap_that_is_made_for_the_limit(job, vendor, tmp_path):
    asked = model(base_url=vendor.base_url("openai"), prices=PRICES)
    caps = str(tmp_path / "budget.json")
    write_caps(caps, Caps(5.0, None, {"tested": 5.0}))
    with pytest.raises(UserError, match="shares out max_cost_usd 5, but it is 7 now"):
        query.main(**job(asked, caps=caps, max_cost_usd=7.0))
    assert vendor.calls == []
    query.main(**job(asked, caps=caps, max_cost_usd=5.0))
    query.main(**job(asked, caps=caps, max_cost_usd=7.0))
    assert len(vendor.calls) == 2


def test_another_label_is_no_other_job(job):
    assert job(model(label="A label")) == job(model(label="Another", labels={"family": "x"}))


def test_a_model_that_is_gone_is_skipped_where_that_is_asked(job, tmp_path):
    gone = model(base_url="https://vendor.example/v1", retired="2025")
    with pytest.raises(UserError, match="tested can't be asked any more: retired in 2025"):
        query.main(**job(gone))
    query.main(**job(gone, unavailable="skip"))
    assert statuses(tmp_path) == ["unavailable", "unavailable"]


def test_a_preview_without_the_weights_says_so_and_shows_what_is_missing(job, tmp_path, capsys):
    local = model(backend="llama_cpp", weights={"path": str(tmp_path / "gone.gguf")})
    preview_responses.main(**job(local))
    assert statuses(tmp_path) == [None, None]
    assert "gone.gguf is not a file; what the store has of it can't be told" in capsys.readouterr().err
