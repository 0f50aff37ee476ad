"""The table of kinds of pictures: what a figure may say, which job draws it, from what."""

from __future__ import annotations

from importlib import import_module

import jinja2
import pytest
from pydantic import ValidationError

from figure_inputs import figures
from findorigin.figures.kinds import KINDS, Pictures, jobs, task_pictures
from findorigin.statistics.tables import TABLES
from shared_inputs import PROJECT

GRID = [{"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 8}}]
ANSWERS = {"kind": "answers", "title": "Title", "grid": GRID}
BY_D = {"kind": "bars_by_d", "title": "Title", "grid": GRID, "published_as": "GPT4o", "paper_figure": 6}

REFUSED = {
    "unknown key": ANSWERS | {"colour": "red"},
    "unknown kind": ANSWERS | {"kind": "pie"},
    "no kind": {"title": "Title"},
    "no title": {"kind": "outcomes"},
    "a key of another kind": {"kind": "curves", "title": "Title", "tick_step": 3},
    "distances of a picture that has none": {"kind": "retrieval", "title": "Title", "distances": [1]},
    "answers without a grid": {"kind": "answers", "title": "Title"},
    "answers with two distances": ANSWERS | {"grid": GRID * 2},
    "bars by d without the published label": {k: v for k, v in BY_D.items() if k != "published_as"},
    "bars by d without the paper's figure": {k: v for k, v in BY_D.items() if k != "paper_figure"},
    "d is 0": ANSWERS | {"grid": [GRID[0] | {"d": 0}]},
    "step is 0": ANSWERS | {"grid": [{"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 0}}]},
    "a number as text": ANSWERS | {"tick_step": "3"},
    "unknown arrangement": ANSWERS | {"arrangement": "random"},
    "outcomes of published cells": {"kind": "outcomes", "title": "Title", "evidence": "published"},
    "unknown evidence": {"kind": "curves", "title": "Title", "evidence": "guessed"},
    "unknown palette": ANSWERS | {"palette": "rainbow"},
    "a tie twice": ANSWERS | {"ties": ["A", "A"]},
    "a figure that the paper does not have": BY_D | {"paper_figure": 12},
    "the picture that every task has unasked": {"kind": "task_outcomes", "title": "Title", "task": "x"},
    "a name with a slash": None,
}


@pytest.mark.parametrize("entry", REFUSED.values(), ids=REFUSED)
def test_refused(entry):
    content = {"figures": {"a/b": ANSWERS} if entry is None else {"one": entry}}
    with pytest.raises(ValidationError):
        Pictures.model_validate(content)


def test_defaults_are_filled_in_and_come_back_from_json():
    (job,) = jobs(Pictures.model_validate({"figures": {"one": ANSWERS}}).figures)
    filled = {
        "paper_figure": None,
        "arrangement": "structured",
        "ties": [],
        "palette": "paper",
        "tick_step": 3,
    }
    assert job.as_json() == {"one": ANSWERS | filled}
    assert job.kind.settings.model_validate(job.as_json()["one"]) == job.figures["one"]


def test_lengths_include_the_stop():
    (grid,) = Pictures.model_validate({"figures": {"one": ANSWERS}}).figures["one"].grid
    assert grid.n_lines.numbers() == [4, 12]


def test_the_schema_describes_every_key_of_every_kind():
    schema = Pictures.model_json_schema()
    (entry,) = schema["properties"]["figures"]["patternProperties"].values()
    kinds = entry["discriminator"]["mapping"]
    assert set(kinds) == {name for name, kind in KINDS.items() if kind.is_chosen}
    for definition in schema["$defs"].values():
        assert not definition["additionalProperties"]
        assert all(key.get("description") for name, key in definition["properties"].items() if name != "kind")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_has_a_module_that_draws_it_tables_and_a_caption(kind):
    assert callable(import_module(kind.module).draw)
    (job,) = jobs({"one": kind.settings.model_construct(kind=kind.name)})
    assert set(job.tables) <= set(TABLES)
    assert (PROJECT / "workflow" / "report" / kind.caption).is_file()


def test_one_job_draws_all_pictures_of_a_kind_and_evidence():
    drawn = jobs(figures() | task_pictures({"caesar_clue": "Caesar clue", "unlock_100": "Unlock $100"}))
    assert [name for job in drawn for name in job.figures if name not in figures()] == [
        "caesar_clue",
        "unlock_100",
    ]
    assert len({job.name for job in drawn}) == len(drawn)
    named = {job.name: job for job in drawn}
    assert list(named["ranking_published"].figures) == ["published_l85", "published_l50"]
    assert named["retrieval_measured"].tables == ("curves", "retrieval_gap")
    assert named["task_outcomes"].tasks == ("caesar_clue", "unlock_100")
    assert (named["answers"].evidence, named["answers"].tables) == (None, ())


@pytest.mark.parametrize("with_controls", [True, False])
def test_a_job_reads_the_controls_where_a_picture_draws_them(with_controls):
    entry = {"kind": "accuracy", "title": "Title", "with_controls": with_controls}
    (job,) = jobs(Pictures.model_validate({"figures": {"one": entry}}).figures)
    assert job.reads_controls == with_controls


def caption_of(job):
    template = (PROJECT / "workflow" / "report" / job.kind.caption).read_text(encoding="utf-8")
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    params = {"kind": job.kind.name, "figures": job.as_json()}
    return " ".join(environment.from_string(template).render(snakemake={"params": params}).split())


JOBS = {job.name: job for job in jobs(figures() | task_pictures({"unlock_100": "Unlock $100"}))}


@pytest.mark.parametrize("name", JOBS)
def test_captions_say_interval_and_evidence(name):
    assert "interval" in caption_of(JOBS[name])
    assert "dagger" in caption_of(JOBS[name]) or "†" in caption_of(JOBS[name])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("answers", "- figure_01: Figure 1 of the paper, d = 1, structured distractors, 4 to 948 lines"),
        ("answers", "in the pictures whose name ends in ``_safe``, blue and orange"),
        ("answers", "a measured row answers prompts shuffled anew"),
        ("answers", "Each cell is one answer (n = 1) and has no interval"),
        ("bars_by_model", "- figure_04: Figure 4 of the paper, d = 15, structured distractors"),
        ("bars_by_model", "in steps of 8: n = 117 a bar"),
        ("bars_by_model", "without intervals: a single answer has none"),
        ("bars_by_d", "- figure_07: Figure 7 of the paper, Sonnet-3.5"),
        ("bars_by_d", "n = 117 at d = -15, n = 118 at d = -10, n = 118 at d = -5,"),
        ("bars_by_d", "its label is the fraction that this height stands for, rounded"),
        ("bars_by_d", "(n = 117 to 119; `implied_correct` of `n_cells` in resources/published/rates.csv)"),
        ("outcomes_simulated", "A double dagger marks simulated evidence"),
        ("accuracy_measured", "Accuracy over puzzles and repeats"),
        ("task_outcomes", "`results/tables/unlock_100_outcomes.csv`"),
    ],
)
def test_captions_say_what_is_shown(name, sentence):
    assert sentence in caption_of(JOBS[name])
