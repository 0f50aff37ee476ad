import hashlib

import pyarrow.parquet as pq
import pytest

import generate_prompts
from findorigin.common.cells import PROMPT_KEY
from findorigin.common.errors import UserError
from findorigin.common.tables import PROMPTS, ROW_GROUP_ROWS, read_rows
from prompt_key import paper_key, prompt_key
from shared_inputs import PROJECT, SHARED, needs_shared

WORDS = PROJECT / "resources" / "words.txt"
SWEEP = {
    "arrangement": "structured",
    "d": [1, 15],
    "hops": [2],
    "depth": [50],
    "puzzles": [1, 2],
    "word_form": "word",
    "n_lines": [4, 20],
    "target_tokens": None,
    "repeats": 1,
    "models": ["guess"],
}


def write(path, sweeps, d=1, vertices=None):
    generate_prompts.main(sweeps, "structured", d, str(WORDS), vertices, str(path))
    return list(read_rows(path))


def rows_of(keys, vertices=None):
    words = WORDS.read_text().split()
    return list(generate_prompts.prompt_rows(keys, generate_prompts.puzzle_chains(words, vertices)))


def test_a_row_carries_the_key_the_prompt_and_what_is_known_of_it():
    key = prompt_key(n_lines=20, target_tokens=350)
    (row,) = rows_of([key])
    assert {name: row[name] for name in key} == key
    assert row["prompt_sha256"] == hashlib.sha256(row["prompt"].encode()).hexdigest()
    assert row["prompt"].count(f'"{row["origin"]}"') == 1
    assert f'the origin of "{row["destination"]}"' in row["prompt"]
    assert row["n_tokens"] == pytest.approx(350, rel=0.05)


def test_a_file_holds_each_prompt_of_its_arrangement_and_d_sorted(tmp_path):
    rows = write(tmp_path / "d1.parquet", [SWEEP, {**SWEEP, "n_lines": [20, 8]}])
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
    write(tmp_path / "d1.parquet", [SWEEP])
    assert pq.read_schema(tmp_path / "d1.parquet").equals(PROMPTS)


def test_lengths_in_tokens_keep_their_target(tmp_path):
    sweep = {**SWEEP, "n_lines": None, "target_tokens": [400, 800]}
    rows = write(tmp_path / "d1.parquet", [sweep])
    assert [row["target_tokens"] for row in rows] == [400, 400, 800, 800]
    assert len({row["n_lines"] for row in rows}) == 2


def test_a_prompt_is_the_same_whatever_else_is_in_the_file(tmp_path):
    alone = write(tmp_path / "alone.parquet", [{**SWEEP, "puzzles": [2], "n_lines": [20]}])
    among = write(tmp_path / "among.parquet", [{**SWEEP, "puzzles": [2, 3, 9], "n_lines": [4, 20, 900]}])
    assert alone[0] in among


def test_two_runs_write_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        write(tmp_path / name, [SWEEP])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_rows_are_made_one_at_a_time():
    keys = iter([prompt_key(n_lines=4), prompt_key(n_lines=6)])
    rows = generate_prompts.prompt_rows(keys, generate_prompts.puzzle_chains(WORDS.read_text().split(), None))
    next(rows)
    assert next(keys)["n_lines"] == 6


def test_many_prompts_are_stored_in_row_groups(tmp_path):
    write(tmp_path / "d1.parquet", [{**SWEEP, "puzzles": list(range(1, 152)), "n_lines": [4]}])
    assert pq.ParquetFile(tmp_path / "d1.parquet").metadata.row_group(0).num_rows == ROW_GROUP_ROWS == 100


def test_an_impossible_prompt_leaves_no_file(tmp_path):
    with pytest.raises(UserError, match="n_lines 4: hops 2 with d 15 needs at least 16 lines"):
        write(tmp_path / "d15.parquet", [SWEEP], d=15)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("vertices", [None, "", []])
def test_puzzle_0_without_the_papers_list_is_an_error(vertices):
    with pytest.raises(UserError, match=r"puzzle 0 needs the paper's vertices\.txt"):
        rows_of([paper_key(1, 4)], vertices)


@needs_shared
def test_puzzle_0_and_generated_puzzles_share_a_file(tmp_path):
    sweeps = [SWEEP, {**SWEEP, "puzzles": [0], "word_form": "paper"}]
    rows = write(tmp_path / "d1.parquet", sweeps, vertices=str(SHARED / "upstream" / "vertices.txt"))
    assert [row["puzzle"] for row in rows] == [0, 1, 2, 0, 1, 2]
    assert rows[0]["prompt"] == (SHARED / "golden" / "prompt_d1_n4.txt").read_text(encoding="utf-8")
    assert len({tuple(row[name] for name in PROMPT_KEY) for row in rows}) == 6
