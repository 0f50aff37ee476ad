"""From cells to requests and prompts: what is lost or broken is named, and never sent."""

import hashlib

import pytest

from engine_inputs import model, prompt_row, sweep
from findorigin.common.errors import UserError
from findorigin.common.tables import write_rows
from findorigin.planning.requests import plan_requests, read_prompts
from findorigin.tasks.columns import PROMPTS


def plan(tmp_path, rows, lengths):
    write_rows(tmp_path / "d1.parquet", PROMPTS, rows, plain=("prompt",))
    return plan_requests(model(), [sweep(lengths)], [str(tmp_path / "d1.parquet")])


def cut(row, n_characters):
    text = row["prompt"][:n_characters]
    return row | {"prompt": text, "prompt_sha256": hashlib.sha256(text.encode()).hexdigest()}


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (prompt_row(4) | {"prompt_sha256": "0" * 64}, "is not the one its prompt_sha256 names"),
        (cut(prompt_row(4), 20), r"ends before what its answer depends on \(marks\)"),
    ],
)
def test_a_prompt_that_is_not_whole_is_never_sent(row, line, tmp_path):
    with pytest.raises(UserError, match=f"the prompt of tested/.*lines4/repeat1 {line}; generate it again"):
        list(read_prompts(plan(tmp_path, [row], (4,))))


def test_a_prompt_without_marks_needs_none(tmp_path):
    (asked,) = read_prompts(plan(tmp_path, [prompt_row(4) | {"marks": None}], (4,)))
    assert asked.prompt == prompt_row(4)["prompt"]


def test_a_planned_cell_without_a_prompt_is_named(tmp_path):
    with pytest.raises(UserError, match=r"the prompt of …/find_the_origin/structured/d1/.*lines8"):
        plan(tmp_path, [prompt_row(4)], (4, 8))


def test_the_shortest_prompt_comes_first_and_the_others_in_the_order_of_the_files(tmp_path):
    rows = [prompt_row(n) for n in (8, 4, 2, 6)]
    asked = list(read_prompts(plan(tmp_path, rows, (2, 4, 6, 8))))
    assert [item.cell.prompt.n_lines for item in asked] == [2, 8, 4, 6]
