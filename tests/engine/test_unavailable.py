"""Models that can't be asked any more: by the registry's date, by a 404, by the day that the vendor gives."""

from __future__ import annotations

from datetime import date

import pytest

from engine_inputs import Run
from findorigin.backends import openai
from findorigin.common.cells import FINAL_STATUSES
from summarise import unavailable_models

ALL = ("openai", "anthropic", "gemini")
KEY_VARIABLE = "LOCAL_VENDOR_KEY"
TODAY = date(2026, 11, 30)
KEY = "sk-test-RECOGNISABLE-0123456789"


@pytest.fixture
def vendor(vendor, monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    return vendor


@pytest.fixture
def ask(vendor, tmp_path):
    def ask_vendor(backend="openai", lengths=(2, 4), unavailable="skip", **changes):
        outcome = Run(tmp_path)
        entry = {
            "backend": backend,
            "base_url": vendor.base_url(backend),
            "api_key_env": KEY_VARIABLE,
            "prices": {"input": 0.0, "output": 0.0},
        }
        outcome.ask(lengths, options={"unavailable": unavailable, "today": TODAY}, **entry | changes)
        return outcome

    return ask_vendor


def statuses(outcome):
    return [row["status"] for row in outcome.rows]


@pytest.mark.parametrize("backend", ALL)
def test_a_retired_model_is_not_asked_and_its_cells_are_unavailable(backend, ask, vendor):
    outcome = ask(backend, retired="2026-10-23", api_key_env="NOT_SET", prices={"input": 1.0, "output": 2.0})
    assert outcome.error is None and vendor.calls == []
    assert statuses(outcome) == ["unavailable"] * 2
    assert {row["finish_reason"] for row in outcome.rows} == {"retired on 2026-10-23"}
    assert "can't be asked any more: retired on 2026-10-23; 2 of 2 answers are missing" in outcome.log


def test_what_a_retired_model_answered_before_stays(ask, vendor):
    ask(lengths=(2,))
    outcome = ask(lengths=(2, 4), retired="2026-10-23")
    assert statuses(outcome) == ["ok", "unavailable"]
    assert len(vendor.calls) == 1


def test_a_model_is_asked_until_its_last_day(ask):
    assert statuses(ask(retired="2026-12-01")) == ["ok", "ok"]


@pytest.mark.parametrize("backend", ALL)
def test_a_model_that_the_vendor_does_not_know_costs_one_call(backend, ask, vendor):
    vendor.set(unknown_models=["test-model"])
    outcome = ask(backend)
    assert outcome.error is None and len(vendor.calls) == 1
    assert statuses(outcome) == ["unavailable"] * 2
    assert [record["failure"] for record in outcome.of_kind("error")] == ["unknown_model"]
    assert "does not know the model" in outcome.rows[0]["finish_reason"]


def test_a_model_retired_while_it_is_asked_keeps_its_answers(ask, vendor):
    vendor.script(["ok"], default="404")
    assert statuses(ask(max_in_flight=1)) == ["ok", "unavailable"]


def test_a_model_that_is_back_is_asked(ask, vendor):
    vendor.set(unknown_models=["test-model"])
    ask()
    vendor.set(unknown_models=[])
    assert statuses(ask()) == ["ok", "ok"]
    assert statuses(ask(retired="2025")) == ["ok", "ok"]


@pytest.mark.parametrize("gone", [{"retired": "2025-01-01"}, {"id": "nobody"}])
def test_with_unavailable_error_it_fails_in_one_line(gone, ask, vendor):
    vendor.set(unknown_models=["nobody"])
    outcome = ask(unavailable="error", **gone)
    assert outcome.error.startswith("tested can't be asked any more: ")
    assert "\n" not in outcome.error and outcome.rows == []


def test_a_wrong_address_is_no_model_that_is_gone(ask, vendor):
    outcome = ask(base_url=f"{vendor.address}/v2")
    assert "nothing answers at this address; look at base_url" in outcome.error
    assert outcome.rows == []


@pytest.fixture
def own_address(vendor, monkeypatch):
    """The local vendor stands where the vendor's own address points."""
    monkeypatch.setattr(openai, "BASE_URL", vendor.base_url("openai"))
    return {"base_url": None, "prices": {"input": 0.0, "output": 0.0}}


@pytest.mark.parametrize(
    ("day", "found"), [(None, "ok"), ("2999-01-01", "ok"), ("soon", "ok"), ("2026-10-23", "unavailable")]
)
def test_the_vendors_own_date_counts_before_the_first_call(day, found, ask, vendor, own_address, capsys):
    vendor.set(shutdown_dates={"test-model": day})
    assert statuses(ask(**own_address)) == [found, found]
    assert len(vendor.calls) == (2 if found == "ok" else 0)
    assert ("will shut down the model" in capsys.readouterr().err) == (day == "2999-01-01")


def test_a_key_that_the_vendor_rejects_is_found_before_the_first_call(ask, vendor, own_address):
    vendor.set(require_key="another")
    outcome = ask(**own_address)
    assert outcome.error == f"tested: the vendor does not accept the key in {KEY_VARIABLE}"
    assert vendor.calls == []


def test_an_unavailable_cell_is_never_graded():
    assert "unavailable" not in FINAL_STATUSES


def test_the_summary_learns_the_reason_from_the_responses(ask, tmp_path):
    ask(retired="2026-10-23")
    assert unavailable_models([str(tmp_path / "tested.parquet")]) == {"tested": "retired on 2026-10-23"}
