import hashlib

import pytest

from engine_inputs import Run, prompt_row
from findorigin.backends import control
from findorigin.common.errors import UserError
from findorigin.common.tables import PROMPTS, write_rows
from findorigin.planning.questions import check_prompt, index_prompts


def refuse(*_):
    raise AssertionError("a model with nothing missing must not be connected to")


def changed(row, **columns):
    row = row | columns
    return row | {"prompt_sha256": hashlib.sha256(row["prompt"].encode()).hexdigest()} | columns


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (changed(prompt_row(4), prompt_sha256="0" * 64), "is not the one its prompt_sha256 names"),
        (
            changed(prompt_row(4), prompt=prompt_row(4)["prompt"].replace('"origin0"', '"other"')),
            "no line that begins at its origin 'origin0'",
        ),
        (
            changed(prompt_row(4), prompt=prompt_row(4)["prompt"].replace('"destination0"\n', '"other"\n')),
            "no line that ends at its destination 'destination0'",
        ),
    ],
)
def test_a_prompt_that_is_not_whole_is_never_sent(row, line):
    with pytest.raises(UserError, match=line):
        check_prompt(row, "a cell")


def test_a_prompt_of_a_task_without_a_chain_needs_no_target_lines():
    check_prompt(changed({"prompt": "x", "origin": None, "destination": None}), "a cell")


def test_a_planned_cell_without_a_prompt_is_named(tmp_path):
    write_rows(tmp_path / "d1.parquet", PROMPTS, [prompt_row(4)])
    cell = {**prompt_row(8), "model": "tested", "repeat": 1}
    with pytest.raises(UserError, match=r"the prompt of tested/find_the_origin/structured/d1/.*lines8"):
        index_prompts([str(tmp_path / "d1.parquet")], [cell])


def test_a_stored_model_needs_no_key_no_prices_no_connection(tmp_path):
    run = Run(tmp_path)
    settings = {"backend": "control", "id": "oracle", "parameters": {}}
    rows = run.ask((2, 4), connect=control.connect, **settings)
    assert run.ask((2, 4), connect=refuse, api_key_env="NOT_SET", **settings) == rows


def test_one_more_length_asks_one_more_question(tmp_path):
    run = Run(tmp_path)
    run.ask((2, 4), backend="control", id="oracle", connect=control.connect)
    assert len(run.ask((2, 4, 6), backend="control", id="oracle", connect=control.connect)) == 3
    assert "1 questions missing" in run.log


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ({"window": 200}, "more than the model's window of 200"),
        ({"parameters": {"temperature": 0, "top_p": 1}}, "both temperature and top_p"),
        ({"base_url": "https://vendor.example"}, "prices are unknown"),
        (
            {"base_url": "https://vendor.example", "prices": {"input": 1, "output": 1}, "parameters": {}},
            "don't limit the reply's tokens",
        ),
        ({"prices": {"input": 1, "output": 1}}, "raise max_cost_usd"),
    ],
)
def test_what_is_refused_before_anything_is_sent(entry, line, tmp_path):
    run = Run(tmp_path)
    run.ask((2, 4, 6, 8), connect=refuse, **entry)
    assert line in run.error
    assert "\n" not in run.error
    assert run.journal == ""


def test_a_missing_key_is_one_line_naming_the_variable(tmp_path, monkeypatch):
    monkeypatch.delenv("TEST_KEY", raising=False)
    run = Run(tmp_path)
    run.ask((2,), base_url="http://127.0.0.1:9/v1", api_key_env="TEST_KEY")
    assert run.error == "Test model: set the environment variable TEST_KEY to the key of its vendor"
