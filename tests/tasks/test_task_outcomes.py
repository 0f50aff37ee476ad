"""Shares of the tasks' outcomes, and the paper's evidence on them."""

from __future__ import annotations

import csv

import pytest
from tests.tasks.test_task_prompts import PUBLISHED

from findorigin.common.errors import UserError
from findorigin.statistics.task_outcomes import COLUMNS, asked_outcomes, published_outcomes
from findorigin.tasks.catalog import TASKS as EVERY_TASK
from shared_inputs import PROJECT
from tabulate_task_prompts import main as tabulate_prompts
from task_inputs import TASKS

EVIDENCE = PROJECT / "resources" / "published" / "tasks.csv"
PROMPTS = PROJECT / "resources" / "published" / "task_prompts.csv"
OUTCOMES = ("identified", "attempted", "unaware")


def reply(outcome, n_tokens=200, status="ok", **changes):
    row = {
        "evidence": "measured",
        "model": "tested",
        "label": "Tested",
        "task": "caesar_clue",
        "depth": 50,
        "puzzle": 1,
    }
    row |= {"variant": f"generated-{n_tokens}", "n_tokens": n_tokens, "status": status, "outcome": outcome}
    return row | {"correct": outcome == "identified", "needs_review": False} | changes


def shares(rows):
    return {row["outcome"]: row["share"] for row in rows}


def test_shares_counts_and_intervals():
    replies = [reply("identified"), reply("identified", puzzle=2), reply("unaware"), reply("no_answer")]
    rows = list(asked_outcomes(replies, OUTCOMES))
    assert shares(rows) == {"identified": 0.5, "attempted": 0.0, "unaware": 0.25, "no_answer": 0.25}
    assert {(row["n_final"], row["n_correct"], row["n_puzzles"]) for row in rows} == {(4, 2, 2)}
    assert (rows[0]["share_low"], rows[0]["share_high"]) == pytest.approx((0.1500, 0.8500), abs=1e-4)
    assert set(rows[0]) == set(COLUMNS)


def test_missing_is_not_zero():
    missing = reply(None, status=None, correct=None, needs_review=None)
    rows = list(asked_outcomes([missing], OUTCOMES))
    assert set(shares(rows).values()) == {None}
    assert {(row["n_planned"], row["n_final"], row["n_missing"], row["accuracy"]) for row in rows} == {
        (1, 0, 1, None)
    }
    rows = list(asked_outcomes([missing, reply("unaware")], OUTCOMES))
    assert (rows[0]["n_final"], rows[0]["n_missing"], shares(rows)["unaware"]) == (1, 1, 1.0)


def test_replies_to_be_reviewed_are_counted():
    rows = list(asked_outcomes([reply("unaware", needs_review=True), reply("unaware")], OUTCOMES))
    assert {row["n_needs_review"] for row in rows} == {1}


def test_lengths_stand_in_their_order():
    rows = list(asked_outcomes([reply("unaware", 1000), reply("unaware", 200)], OUTCOMES))
    assert [row["n_tokens_max"] for row in rows[:: len(OUTCOMES) + 1]] == [200, 1000]


def published(task):
    return list(
        published_outcomes(EVIDENCE, task, {"GPT4-turbo": "gpt-4-turbo"}, {"gpt-4-turbo": "GPT-4 Turbo"})
    )


def test_the_papers_caesar_clue():
    found = {
        (row["variant"], row["outcome"]): (row["n_outcome"], row["n_final"])
        for row in published("caesar_clue")
    }
    assert found == {
        ("short", "identified"): (7, 10),
        ("medium", "identified"): (0, 10),
        ("medium", "attempted"): (0, 10),
        ("long", "identified"): (0, 10),
        ("long", "attempted"): (0, 10),
        ("long", "noticed_clue"): (0, 10),
        ("long", "noticed_ciphertext"): (4, 10),
        ("long", "unaware"): (6, 10),
    }
    (short, *_) = published("caesar_clue")
    assert (short["accuracy"], short["label"], short["model"]) == (0.7, "GPT-4 Turbo", "gpt-4-turbo")


@pytest.mark.parametrize("task", ["inefficient_code", "unlock_100"])
def test_what_the_paper_does_not_say_is_null(task):
    short, long = published(task)
    assert (short["published_success"], long["published_success"]) == (True, False)
    for row in (short, long):
        assert {row[name] for name in ("n_final", "n_outcome", "share", "share_low", "accuracy")} == {None}


@pytest.mark.parametrize("task", TASKS)
def test_published_outcomes_are_the_tasks_own(task):
    assert {row["outcome"] for row in published(task)} <= {None, *EVERY_TASK[task].outcomes}
    with PROMPTS.open(encoding="utf-8", newline="") as lines:
        tokens = {(row["task"], row["variant"]): int(row["n_tokens"]) for row in csv.DictReader(lines)}
    assert {(task, row["variant"], row["n_tokens_max"]) for row in published(task)} == {
        (*key, n_tokens) for key, n_tokens in tokens.items() if key[0] == task
    }


def test_all_seven_token_counts_side_by_side(tmp_path):
    output = tmp_path / "task_prompts.csv"
    tabulate_prompts(str(PROMPTS), [], str(output))
    with output.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert {(row["task"], row["variant"]): int(row["published_tokens"]) for row in rows} == {
        key: n_tokens for key, (n_tokens, _) in PUBLISHED.items()
    }
    assert all(row["published_tokens"] == row["n_tokens"] and row["counted_tokens"] == "" for row in rows)


def test_other_columns_are_refused(tmp_path):
    (tmp_path / "tasks.csv").write_text("task,outcome\n", encoding="utf-8")
    with pytest.raises(UserError, match="the columns are"):
        list(published_outcomes(tmp_path / "tasks.csv", "caesar_clue", {}, {}))
