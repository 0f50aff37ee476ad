import hashlib

import pyarrow.parquet as pq
import pytest

import generate_prompts
from findorigin.common.cells import PromptKey
from findorigin.common.errors import UserError
from findorigin.common.tables import ROW_GROUP_ROWS, read_rows
from findorigin.config.sweeps import Sweep
from findorigin.tasks.base import PlannedPrompt
from findorigin.tasks.columns import PROMPTS
from prompt_key import prompt_key
from shared_inputs import SHARED, needs_shared
from task_inputs import WORDS, sources

TASK = "find_the_origin"
AXES = {
    "arrangement": ("structured",),
    "d": (1,),
    "hops": (2,),
    "depth": (50,),
    "puzzle": (1, 2),
    "word_form": ("word",),
    "n_lines": (4, 20),
}


def sweep(target_tokens=(None,), **axes):
    return Sweep(TASK, AXES | axes, target_tokens).as_json()


def write(path, sweeps, source=None, task=TASK):
    generate_prompts.main(task, sweeps, str(WORDS), source, str(path))
    return list(read_rows(path))


def rows_of(*planned, upstream=None):
    return list(generate_prompts.prompt_rows(planned, sources(upstream)))


def test_a_row_carries_the_key_the_prompt_and_what_is_known_of_it():
    key = prompt_key(n_lines=20)
    (row,) = rows_of(PlannedPrompt(key, 350))
    assert PromptKey.from_row(row) == key
    assert row["target_tokens"] == 350
    assert row["prompt_sha256"] == hashlib.sha256(row["prompt"].encode()).hexdigest()
    assert row["prompt"].count(f'"{row["answer"]}"') == 1
    marks = {mark["name"]: row["prompt"][mark["start"] : mark["end"]] for mark in row["marks"]}
    assert f'the origin of "{marks["question"]}"' in row["prompt"]
    assert f'"{row["answer"]}"' in marks["connection 1"]
    assert row["n_tokens"] == pytest.approx(350, rel=0.05)


def test_a_file_holds_each_prompt_of_its_arrangement_and_d_sorted(tmp_path):
    rows = write(tmp_path / "d1.parquet", [sweep(), sweep(n_lines=(20, 8))])
    assert [(row["n_lines"], row["puzzle"]) for row in rows] == [
        (4, 1),
        (4, 2),
        (8, 1),
        (8, 2),
        (20, 1),
        (20, 2),
    ]
    assert {(row["arrangement"], row["d"]) for row in rows} == {("structured", 1)}


def test_a_file_has_the_schema_of_the_prompts_table(tmp_path):
    write(tmp_path / "d1.parquet", [sweep()])
    assert pq.read_schema(tmp_path / "d1.parquet").equals(PROMPTS)


def test_lengths_in_tokens_keep_their_target(tmp_path):
    rows = write(tmp_path / "d1.parquet", [sweep((400, 800), n_lines=(None,))])
    assert [row["target_tokens"] for row in rows] == [400, 400, 800, 800]
    assert len({row["n_lines"] for row in rows}) == 2


def test_a_prompt_is_the_same_whatever_else_is_in_the_file(tmp_path):
    alone = write(tmp_path / "alone.parquet", [sweep(puzzle=(2,), n_lines=(20,))])
    among = write(tmp_path / "among.parquet", [sweep(puzzle=(2, 3, 9), n_lines=(4, 20, 900))])
    assert alone[0] in among


def test_two_runs_write_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        write(tmp_path / name, [sweep()])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_rows_are_made_one_at_a_time():
    planned = iter([PlannedPrompt(prompt_key(n_lines=4)), PlannedPrompt(prompt_key(n_lines=6))])
    next(generate_prompts.prompt_rows(planned, sources(None)))
    assert next(planned).key.n_lines == 6


def test_many_prompts_are_stored_in_row_groups(tmp_path):
    write(tmp_path / "d1.parquet", [sweep(puzzle=tuple(range(1, 152)), n_lines=(4,))])
    assert pq.ParquetFile(tmp_path / "d1.parquet").metadata.row_group(0).num_rows == ROW_GROUP_ROWS == 100


def test_an_impossible_prompt_leaves_no_file(tmp_path):
    with pytest.raises(UserError, match="n_lines 4: hops 2 with d 15 needs at least 16 lines"):
        write(tmp_path / "d15.parquet", [sweep(d=(15,))])
    assert list(tmp_path.iterdir()) == []


def test_puzzle_0_without_the_papers_list_is_an_error(tmp_path):
    asked = [sweep(puzzle=(0,), word_form=("paper",))]
    for source in (None, "", []):
        with pytest.raises(UserError, match=r"puzzle 0 needs the paper's vertices\.txt"):
            write(tmp_path / "d1.parquet", asked, source)


def test_a_task_of_texts_has_its_table_too(tmp_path):
    axes = {"variant": ("generated",), "puzzle": (1, 2), "depth": (50,)}
    asked = [Sweep("unlock_100", axes, (400,)).as_json(), sweep()]
    rows = write(tmp_path / "generated-400.parquet", asked, task="unlock_100")
    assert [(row["variant"], row["puzzle"], row["target_tokens"]) for row in rows] == [
        ("generated-400", 1, 400),
        ("generated-400", 2, 400),
    ]
    assert {row["answer"] for row in rows} == {None}


@needs_shared
def test_puzzle_0_and_generated_puzzles_share_a_file(tmp_path):
    sweeps = [sweep(), sweep(puzzle=(0,), word_form=("paper",))]
    rows = write(tmp_path / "d1.parquet", sweeps, str(SHARED / "upstream" / "vertices.txt"))
    assert [row["puzzle"] for row in rows] == [0, 1, 2, 0, 1, 2]
    assert rows[0]["prompt"] == (SHARED / "golden" / "prompt_d1_n4.txt").read_text(encoding="utf-8")
    assert len({PromptKey.from_row(row) for row in rows}) == 6
