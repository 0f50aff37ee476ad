from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from findorigin.store.__main__ import main
from findorigin.store.reader import read_journal
from store_records import error, intent, response, write

SCRIPTS = Path(__file__).resolve().parents[2] / "workflow" / "scripts"
CELL = {
    "model": "m", "task": "find_the_origin", "variant": None, "arrangement": "structured", "d": 1, "hops": 2,
    "depth": 50, "puzzle": 1, "word_form": "word", "n_lines": 4, "repeat": 1,
}  # fmt: skip


@pytest.fixture
def store(tmp_path):
    """Two journals: `one` with all kinds of records, `two` with a damaged line."""
    folder = tmp_path / "store"
    write(
        folder / "one.jsonl",
        [
            intent("a"),
            response("a", cell=CELL, served_model="m-1", text="null"),
            intent("b", worst_usd=0.5),
            error("c"),
            response("d", cell=CELL, status="empty", text=None, usd=None, served_model="m-1"),
        ],
    )
    write(folder / "two.jsonl", [response("a", cell=CELL, text="x\ud800"), response("e", cell=CELL)])
    with (folder / "two.jsonl").open("ab") as file:
        file.write(b"oops\n" + (folder / "one.jsonl").read_bytes().splitlines(keepends=True)[0])
    return folder


def test_stats_says_what_is_in_each_journal(store, capsys):
    assert main(["stats", str(store)]) == 0
    one, two = capsys.readouterr().out.split(f"{store}/two.jsonl")
    for part in (
        "2 (empty 1, ok 1) for 2 cells", "m-1", "0.250000, and 1 calls without a known price",
        "errors      1", "1 calls, perhaps paid (USD 0.500000 at most", "damaged     0",
    ):  # fmt: skip
        assert part in one
    assert "damaged     1 lines" in two


def test_verify_names_the_damaged_lines_and_fails(store, capsys):
    assert main(["verify", str(store)]) == 1
    one, two = capsys.readouterr().out.splitlines()
    assert one.endswith("one.jsonl: 5 records, none damaged")
    assert two.endswith("two.jsonl: 3 records, 1 damaged (line 3)")


def test_verify_passes_a_store_that_is_being_written(store, capsys):
    path = store / "one.jsonl"
    path.write_bytes(path.read_bytes() + b'{"kind":"resp')
    assert main(["verify", str(path)]) == 0
    assert "its last line is torn" in capsys.readouterr().out


def test_merge_writes_each_whole_record_once_in_order(store, tmp_path, capsys):
    output = tmp_path / "merged.jsonl"
    assert main(["merge", str(store), str(store / "one.jsonl"), "--output", str(output)]) == 0
    assert "7 records written; left out: 6 copies, 1 damaged lines" in capsys.readouterr().out
    with read_journal(output) as merged:
        assert merged.keys() == ["a", "d", "e"]
        assert merged.final("a")["text"] == "null", "the first of the inputs wins"
    assert main(["verify", str(output)]) == 0


def test_merge_never_overwrites(store, capsys):
    before = (store / "one.jsonl").read_bytes()
    assert main(["merge", str(store / "two.jsonl"), "--output", str(store / "one.jsonl")]) == 1
    assert "nothing is overwritten" in capsys.readouterr().err
    assert (store / "one.jsonl").read_bytes() == before


def test_a_merge_that_fails_leaves_no_output(store, tmp_path, capsys):
    (tmp_path / "bad.jsonl").symlink_to("/dev/full")
    output = tmp_path / "merged.jsonl"
    assert (
        main(["merge", str(store / "one.jsonl"), str(tmp_path / "bad.jsonl"), "--output", str(output)]) == 1
    )
    assert not output.exists()
    assert "bad.jsonl" in capsys.readouterr().err


def test_export_to_parquet_has_the_final_responses(store, tmp_path):
    output = tmp_path / "responses.parquet"
    assert main(["export", str(store), "--output", str(output)]) == 0
    rows = pq.read_table(output).to_pylist()
    assert [(row["request_sha256"], row["text"]) for row in rows] == [
        ("a", "null"), ("d", None), ("a", "x�"), ("e", "FINAL ANSWER: e"),
    ]  # fmt: skip
    assert rows[0]["n_lines"] == 4 and rows[0]["usd"] == 0.25 and rows[1]["usd"] is None


def test_export_to_csv_tells_the_word_null_from_a_missing_text(store, tmp_path):
    output = tmp_path / "responses.csv"
    assert main(["export", str(store / "one.jsonl"), "--output", str(output)]) == 0
    lines = output.read_text().splitlines()
    assert '"null"' in lines[1]
    assert csv.DictReader(lines).__next__()["text"] == "null"
    assert ',"empty",,' in lines[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "nowhere"], "nowhere: there is no such file or folder"),
        (["verify", "."], "no journals"),
        (["export", "one.jsonl", "--output", "x.xlsx"], "must end in .parquet or .csv"),
        (["export", "one.jsonl", "--output", "one.jsonl/x.csv"], "can't be written"),
        (["export", "one.jsonl", "--output", "one.jsonl/x.parquet"], "can't be written"),
        (["merge", "one.jsonl", "--output", "nowhere/x.jsonl"], "nowhere/x.jsonl"),
    ],
)
def test_a_mistake_is_one_clear_line(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    if "one.jsonl" in arguments:
        write(tmp_path / "one.jsonl", [response("a")])
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1


def test_the_command_reads_without_changing_anything(store):
    before = {file: file.read_bytes() for file in store.iterdir()}
    for command in ("stats", "verify"):
        main([command, str(store)])
    assert {file: file.read_bytes() for file in store.iterdir()} == before


def test_the_command_runs_as_a_module(store):
    done = subprocess.run(
        [sys.executable, "-m", "findorigin.store", "verify", str(store / "one.jsonl")],
        capture_output=True, text=True, env={"PYTHONPATH": str(SCRIPTS)}, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_side_files_are_no_journals(store, tmp_path):
    (store / "one.jsonl.damaged").write_text(json.dumps({"text": "oops"}) + "\n")
    (store / "one.jsonl.lock").write_text("process 1\n")
    assert sorted(path.name for path in store.glob("*.jsonl")) == ["one.jsonl", "two.jsonl"]
