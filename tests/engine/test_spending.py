"""The limit in USD, kept by the whole workflow: two paid models side by side, dearer than anybody thought."""

from __future__ import annotations

import json

import pytest

from project_copy import NO_OTHER_TASK, ProjectCopy

MODELS = ("first", "second")
LENGTHS, PUZZLES = [2, 4], 12
CELLS = len(LENGTHS) * PUZZLES
ENOUGH_USD = 1000
MORE_USD = 2000


def config(vendor, max_cost_usd):
    model = {
        "backend": "openai",
        "base_url": vendor.base_url("openai"),
        "parameters": {"max_tokens": 100},
        "prices": {"input": 1000, "output": 1000},
        "max_in_flight": 4,
    }
    sweep = {"n_lines": LENGTHS, "puzzles": {"start": 1, "stop": PUZZLES}, "models": list(MODELS)}
    return {
        "controls": [],
        "max_cost_usd": max_cost_usd,
        "models": {name: {**model, "label": name, "id": name} for name in MODELS},
        "find_the_origin": {"sweeps": [sweep]},
        **NO_OTHER_TASK,
    }


def ask(project):
    return project.run(*(f"results/responses/{name}.parquet" for name in MODELS), "--keep-going")


def spent_usd(project):
    """Return the USD of all calls that came back."""
    journals = (project.folder / "store" / f"{name}.jsonl" for name in MODELS)
    records = [json.loads(line) for journal in journals for line in journal.read_text().splitlines()]
    return sum(record["usd"] for record in records if record["kind"] == "response")


def overlapped(calls):
    """Whether calls to both models were open at the same time."""
    first, second = ([call for call in calls if call.model == name] for name in MODELS)
    return any(a.started < b.ended and b.started < a.ended for a in first for b in second)


@pytest.mark.slow
@pytest.mark.workflow
def test_two_models_in_flight_together_stay_below_the_limit_and_go_on_when_it_is_raised(tmp_path, vendor):
    vendor.set(latency=0.5)
    project = ProjectCopy(tmp_path, config(vendor, 0))
    refused = ask(project)
    (line,) = {line for line in refused.stdout.splitlines() if "nothing paid is sent" in line}
    least_usd = float(line.split("set it to ")[1].split(" ")[0])
    assert vendor.calls == []

    vendor.script([], default="dear_usage")
    project.configure(config(vendor, least_usd))
    stopped = ask(project)
    assert stopped.returncode != 0
    assert stopped.stdout.count("stopped by the budget") >= len(MODELS)
    assert overlapped(vendor.calls)
    assert 0.5 * least_usd < spent_usd(project) <= least_usd
    answered = len(vendor.calls)
    assert answered < CELLS * len(MODELS)

    project.configure(config(vendor, ENOUGH_USD))
    assert ask(project).returncode == 0
    assert len(vendor.calls) == CELLS * len(MODELS), "an answer was paid twice"

    # Another limit runs the jobs again, which ask nobody.
    project.configure(config(vendor, MORE_USD))
    assert ask(project).returncode == 0
    logs = [project.folder / "results" / "logs" / "query" / f"{name}.log" for name in MODELS]
    assert all(f"{CELLS} cells planned, 0 questions missing" in log.read_text() for log in logs)
    assert len(vendor.calls) == CELLS * len(MODELS)
