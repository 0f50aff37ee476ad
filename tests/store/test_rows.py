"""From the store to the table: what a column can't hold is null there, and stays in the store."""

import json

import pytest

from findorigin.common.cells import Cell, PromptKey
from findorigin.common.tables import read_rows, write_rows
from findorigin.store.reader import read_journal
from findorigin.store.rows import response_rows
from findorigin.tasks.columns import RESPONSES
from store_records import response, write

CELL = Cell("m", PromptKey("find_the_origin", d=1, n_lines=4), 1)


@pytest.mark.parametrize(
    ("member", "stored", "in_the_table"),
    [
        ("input_tokens", 2**31 - 1, 2**31 - 1),
        ("input_tokens", 2**31, 2**31),
        ("output_tokens", 10**12, 10**12),
        ("output_tokens", 10**12 + 1, None),
        ("cached_tokens", 2**63, None),
        ("reasoning_tokens", 10**400, None),
        ("input_tokens", -1, None),
        ("input_tokens", "12", None),
        ("input_tokens", True, None),
        ("input_tokens", 12.5, None),
        ("attempts", 2**39, 2**39),
        ("refusal_retries", 2**70, None),
        ("latency_s", 10**400, None),
        ("latency_s", 3, 3.0),
        ("usd", "free", None),
        ("served_model", 7, None),
        ("finish_reason", "\ud83d", "\ufffd"),
        ("text", None, None),
        ("text", "null", "null"),
    ],
)
def test_a_member_of_a_response_in_the_table(member, stored, in_the_table, tmp_path):
    path = tmp_path / "m.jsonl"
    write(path, [response("k", **{member: stored, "raw": {member: stored}})])
    with read_journal(path) as journal:
        write_rows(tmp_path / "m.parquet", RESPONSES, response_rows([(CELL, "k")], journal))
    (row,) = read_rows(tmp_path / "m.parquet")
    assert row[member] == in_the_table and row["request_sha256"] == "k"
    assert json.loads(path.read_text())["raw"] == {member: stored}


def test_a_cell_without_a_response_is_a_row_of_nulls_or_unavailable(tmp_path):
    journal = read_journal(tmp_path / "absent.jsonl")
    for reason, status in ((None, None), ("retired in 2025", "unavailable")):
        (row,) = response_rows([(CELL, "k")], journal, reason)
        assert (row["cell_id"], row.get("status"), row.get("finish_reason")) == (CELL.id, status, reason)
