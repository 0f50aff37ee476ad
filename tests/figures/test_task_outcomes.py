"""The picture of what the replies to one task were, from its table for people."""

from __future__ import annotations

import pytest

from figure_inputs import picture, words_of
from findorigin.common.csv_files import write_csv
from findorigin.figures import task_outcomes
from findorigin.figures.common.data import Data, read_table
from findorigin.figures.common.style import house_style
from findorigin.figures.task_outcomes import outcome_order, panels_of
from findorigin.statistics.task_outcomes import COLUMNS, asked_outcomes, published_outcomes
from shared_inputs import PROJECT

EVIDENCE = PROJECT / "resources" / "published" / "tasks.csv"
OUTCOMES = ("identified", "attempted", "unaware")


def reply(outcome, n_tokens=200, status="ok", **changes):
    row = {"evidence": "measured", "model": "tested", "label": "Tested", "task": "caesar_clue"}
    row |= {"depth": 50, "puzzle": 1, "needs_review": False, "correct": outcome == "identified"}
    row |= {"variant": f"generated-{n_tokens}", "n_tokens": n_tokens, "status": status, "outcome": outcome}
    return row | changes


def written(rows, folder):
    write_csv(rows, COLUMNS, folder / "outcomes.csv")
    return read_table(folder / "outcomes.csv")


def published(task):
    return list(
        published_outcomes(EVIDENCE, task, {"GPT4-turbo": "gpt-4-turbo"}, {"gpt-4-turbo": "GPT-4 Turbo"})
    )


@pytest.fixture
def rows(tmp_path):
    replies = [reply("identified"), reply("unaware"), reply("unaware", 1000), reply(None, 4000, status=None)]
    replies += [reply("identified", evidence="simulated", model="oracle", label="Oracle")]
    return written([*asked_outcomes(replies, OUTCOMES), *published("caesar_clue")], tmp_path)


def drawn(task, rows):
    with house_style():
        figure = picture("task_outcomes", task=task)
        return task_outcomes.draw(figure, Data({f"{task}_outcomes": rows}, controls=["oracle"]))


def test_panels_tell_published_from_measured_controls_last(rows):
    panels = panels_of(rows, controls=["oracle"])
    assert [(panel.label, panel.evidence) for panel in panels] == [
        ("GPT-4 Turbo", "published"),
        ("Tested", "measured"),
        ("Oracle", "simulated"),
    ]
    assert [bar.n_final for _, bar in sorted(panels[1].bars.items())] == [2, 1, 0]
    short = panels[0].bars[214, "short", (False, None)]
    assert (short.n_final, short.counts, short.interval[0]) == (10, {"identified": 7}, 0.7)


def test_outcomes_keep_their_order(rows):
    assert outcome_order(rows)[:3] == list(OUTCOMES)
    assert outcome_order(rows)[-1] == "no_answer"


def test_a_picture_says_n_and_what_is_not_known(rows):
    words = words_of(drawn("caesar_clue", rows))
    for expected in ("GPT-4 Turbo †", "n = 2", "n = 0 of 1", "n = 10", "not known", "published outcomes"):
        assert expected in words


@pytest.mark.parametrize("task", ["inefficient_code", "unlock_100"])
def test_success_without_numbers_is_said_in_words(task, tmp_path):
    words = words_of(drawn(task, written(published(task), tmp_path)))
    assert "success" in words and "failure" in words and "n not given" in words
