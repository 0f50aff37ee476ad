"""The whole workflow, run by Snakemake on a real model behind a real server, on a tiny configuration.

The tests share one project: what its first run left is kept for them. Those that run something themselves
say in their configuration what they add, and compare with what they found.
"""

from __future__ import annotations

import shutil

import pyarrow.parquet as pq
import pytest

from project_copy import NO_OTHER_TASK, ProjectCopy, asked, digests

# One worker runs these tests, so that the project is made once.
pytestmark = [pytest.mark.workflow, pytest.mark.xdist_group("workflow")]

MODEL = "smollm2-135m"
CELLS = 4
FIGURES = {
    "figures": {
        "figure_01": {
            "kind": "answers",
            "title": "Models performance when d=1",
            "grid": [{"d": 1, "n_lines": {"start": 4, "stop": 948, "step": 8}}],
        },
        "measured_outcomes": {"kind": "outcomes", "title": "What the answers were"},
    }
}
SWEEP = {"d": 1, "n_lines": [2, 4], "puzzles": [1, 2], "models": [MODEL]}


def tiny(*more_sweeps, figures=None, **changes):
    sweeps = [SWEEP | changes, *more_sweeps]
    return {"figures": figures, "find_the_origin": {"sweeps": sweeps}} | NO_OTHER_TASK


def with_figures(**changes):
    return tiny(figures="config/two_figures.yaml", **changes)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project in which the tiny configuration has run to its end; `printed` is what that run said."""
    project = ProjectCopy(tmp_path_factory.mktemp("project"), with_figures())
    project.write("config/two_figures.yaml", FIGURES)
    project.printed = project.succeed()
    for name in ("results", "store"):
        shutil.copytree(project.folder / name, project.folder / "first" / name)
    return project


@pytest.fixture
def first(project):
    """What the first run left."""
    return project.folder / "first"


def test_a_run_draws_its_figures(first):
    assert sorted(path.name for path in (first / "results" / "figures").iterdir()) == [
        "figure_01.png",
        "figure_01.svg",
        "measured_outcomes.png",
        "measured_outcomes.svg",
    ]


def test_the_closing_summary_says_what_was_measured_and_what_is_published(project):
    assert "oracle: 4 of 4 correct" in project.printed
    assert "SmolLM2 135M: " in project.printed
    assert "6,580 outcomes of 14 models" in project.printed
    assert "results/figures/" in project.printed


@pytest.mark.parametrize("model", [MODEL, "oracle", "guess"])
def test_every_planned_cell_has_a_final_response_and_was_asked_once(first, model):
    responses = pq.read_table(first / "results" / "responses" / f"{model}.parquet")
    assert responses.num_rows == CELLS
    assert None not in responses["status"].to_pylist()
    assert asked(first, model) == CELLS


def test_logs_and_benchmarks_are_written(first):
    results = first / "results"
    assert "4 of 4 answered" in (results / "logs" / "query" / f"{MODEL}.log").read_text()
    assert (results / "benchmarks" / "query" / f"{MODEL}.tsv").read_text().startswith("s\t")


def test_results_deleted_and_made_again_are_the_same_and_ask_nobody(project, first):
    project.configure(with_figures())
    before = asked(project.folder, MODEL)
    shutil.rmtree(project.folder / "results")
    project.succeed()
    same = ("figures/*", "tables/*", "cells.parquet", "responses/*", "grades/*", "prompts/**/*.parquet")
    made = digests(first / "results", *same)
    assert len(made) > 10
    assert digests(project.folder / "results", *same) == made
    assert asked(project.folder, MODEL) == before
    assert "Nothing to be done" in project.succeed()


def test_adding_to_the_configuration_asks_exactly_the_new_cells(project):
    # Of these eight cells one was asked: a length, a direction and a repeat are new.
    more = SWEEP | {"d": [1, -1], "n_lines": [2, 3], "puzzles": 1, "repeats": 2}
    before = {model: asked(project.folder, model) for model in ("oracle", MODEL)}
    project.configure(tiny(more))
    project.succeed("responses")
    assert {model: asked(project.folder, model) - before[model] for model in before} == dict.fromkeys(
        before, 7
    )


def test_taking_cells_away_and_back_asks_nobody_and_another_model_that_model_alone(project):
    before = asked(project.folder, MODEL)
    project.configure(tiny(n_lines=[2]))
    project.succeed("responses")
    second = {"second": {"backend": "control", "id": "guess", "label": "Second"}}
    project.configure(tiny(models=[MODEL, "second"]) | {"models": second})
    project.succeed("responses")
    assert asked(project.folder, MODEL) == before
    assert asked(project.folder, "second") == CELLS


def test_a_bad_configuration_is_one_line_and_nothing_runs(project):
    project.configure(tiny(d=0))
    done = project.run()
    assert done.returncode != 0
    named = [line for line in done.stdout.splitlines() if "sweeps[0].d: 0 is not allowed" in line]
    assert len(named) == 1
    assert "Traceback" not in done.stdout


def test_a_grader_that_misreads_the_oracle_fails_the_run_and_names_the_cells(project):
    project.configure(tiny())
    tasks = project.folder / "workflow" / "scripts" / "findorigin" / "tasks"
    grader = tasks / "find_the_origin" / "grading.py"
    text = grader.read_text()
    blind = 'def grade(*_):\n    return Grade("no_answer", correct=False)\n'
    grader.write_text(f"{text}\n\n{blind}")
    done = project.run("grades")
    grader.write_text(text)
    assert done.returncode != 0
    assert "control oracle: 4 of 4 cells not correct" in done.stdout
    assert "oracle/find_the_origin/structured/d1/hops2/depth50/word1/lines2/repeat1" in done.stdout


def test_a_preview_draws_what_the_store_has_and_asks_nobody(project):
    before = asked(project.folder, MODEL)
    project.configure(with_figures(n_lines=[2, 4, 900]))
    project.succeed("preview")
    preview = project.folder / "results" / "preview"
    assert asked(project.folder, MODEL) == before
    grades = pq.read_table(preview / "grades" / f"{MODEL}.parquet")
    assert grades["status"].to_pylist().count(None) == 2
    assert (preview / "figures" / "figure_01.png").exists()


def test_the_report_holds_pictures_captions_and_tables(project):
    project.configure(with_figures())
    project.succeed()
    project.succeed("--report", "report.html")
    page = (project.folder / "report.html").read_text(encoding="utf-8")
    for shown in ("measured_outcomes", "What the answers were", "effective_length"):
        assert shown in page
