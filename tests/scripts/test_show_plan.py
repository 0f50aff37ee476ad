import csv
from datetime import date

import pytest

from engine_inputs import model, sweep
from planning_inputs import plan
from show_plan import WIDTH, closing_lines, main, plan_row, short_count, table_text
from store_records import response, write

PLANS = [
    plan("a-model-with-a-long-name", needed=12.5, missing=4),
    plan("gone", needed=99, unavailable="retired on 2026-10-23"),
    plan(
        "unpriced",
        needed=None,
        problems=("its prices are unknown; give its entry `prices` before it is asked",),
    ),
    plan("local", needed=0, prices=None),
    plan("stored", needed=0, missing=0, committed=1.25),
]
ROWS = [plan_row(item, "max_cost_usd: set it to 13.75") for item in PLANS]


def test_the_table_reads_well_within_its_width():
    lines = table_text(PLANS, ROWS).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert [line.split()[0] for line in lines if line[0] != " "] == [
        "model",
        *(item.model.slug for item in PLANS),
    ]
    assert " ".join(lines[1].split()) == (
        "a-model-with-a-long-name 10 6 4 1.23M 2.56k 11.25 max_cost_usd: set"
    )
    assert lines[2].strip() == "it to 13.75"


def test_what_is_unknown_is_null_and_what_is_not_asked_costs_nothing():
    by_model = {row["model"]: row for row in ROWS}
    assert by_model["unpriced"]["usd"] is None and "prices are unknown" in by_model["unpriced"]["stops"]
    assert [by_model["gone"][name] for name in ("missing", "input_tokens", "usd")] == [1, None, None]
    assert by_model["local"]["usd"] == 0 and by_model["local"]["stops"] == ""


def test_the_closing_lines_say_what_is_counted_and_what_to_set():
    lines = " ".join(closing_lines(PLANS, ROWS, 1.0, 5.0, refuse=False))
    for words in (
        "may cost $11.25 at most, without unpriced, whose cost is unknown; the store has cost $2.25 so far",
        "max_cost_usd is 5, so nothing paid is sent",
        "set it to 14.75 or more",
        "retired: 1 model(s)",
    ):
        assert words in lines


def test_with_unavailable_error_the_closing_lines_say_so():
    assert "unavailable is error" in closing_lines(PLANS, ROWS, 0, 100, refuse=True)[-1]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (None, "?"),
        (0, "0"),
        (950, "950"),
        (1020, "1.02k"),
        (2_430_000, "2.43M"),
        (120_320, "120k"),
        (3e9, "3G"),
    ],
)
def test_short_counts(number, text):
    assert short_count(number) == text


def test_weights_that_are_not_here_are_what_would_stop_a_model(tmp_path, capsys):
    write(tmp_path / "store" / "mine.jsonl", [response("a", usd=0.75)])
    asked = model("mine", backend="llama_cpp", label="Mine", weights={"path": str(tmp_path / "gone.gguf")})
    wanted = {"model": asked.as_json(), "sweeps": [sweep((2, 4), slug="mine").as_json()], "prompt_files": []}
    path = tmp_path / "tables" / "plan.csv"
    main({"mine": wanted}, str(tmp_path / "store"), 0, "skip", str(path), date(2026, 11, 30))
    (row,) = csv.DictReader(path.open())
    assert (row["label"], row["planned"], row["stored"], row["missing"], row["usd"]) == (
        "Mine",
        "2",
        "",
        "",
        "",
    )
    assert row["spent_usd"] == "0.75"
    assert row["stops"].endswith("gone.gguf is not a file") and not row["stops"].startswith("mine")
    assert "is not a" in capsys.readouterr().out
