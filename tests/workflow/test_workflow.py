"""The whole workflow, run by Snakemake on a real model behind a real server, on a tiny configuration.

The tests share one project and go on from its state: each says in its configuration what it adds.
"""

from __future__ import annotations

import shutil

import pyarrow.parquet as pq
import pytest

from project_copy import NO_OTHER_TASK, ProjectCopy

MODEL = "smollm2-135m"
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


def tiny(*more_sweeps, figures=None, **changes):
    sweep = {"d": 1, "n_lines": [2, 4], "puzzles": [1, 2], "models": [MODEL]} | changes
    return {"figures": figures, "find_the_origin": {"sweeps": [sweep, *more_sweeps]}} | NO_OTHER_TASK


def with_figures(**changes):
    return tiny(figures="config/two_figures.yaml", **changes)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project in which the tiny configuration has run to its end."""
    project = ProjectCopy(tmp_path_factory.mktemp("project"), with_figures())
    project.write("config/two_figures.yaml", FIGURES)
    project.printed = project.succeed()
    return project


pytestmark = pytest.mark.workflow


def test_a_run_draws_its_figures(project):
    figures = project.folder / "results" / "figures"
    assert sorted(path.name for path in figures.iterdir()) == [
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
def test_every_planned_cell_has_a_final_response_and_was_asked_once(project, model):
    responses = pq.read_table(project.folder / "results" / "responses" / f"{model}.parquet")
    assert responses.num_rows == 4
    assert None not in responses["status"].to_pylist()
    assert project.asked(model) == 4


def test_logs_and_benchmarks_are_written(project):
    results = project.folder / "results"
    assert "4 of 4 answered" in (results / "logs" / "query" / f"{MODEL}.log").read_text()
    assert (results / "benchmarks" / "query" / f"{MODEL}.tsv").read_text().startswith("s\t")


def test_a_second_run_has_nothing_to_do(project):
    assert "Nothing to be done" in project.succeed()


def test_results_deleted_and_made_again_are_the_same_and_ask_nobody(project):
    same = ("figures/*", "tables/*", "cells.parquet", "responses/*", "grades/*", "prompts/**/*.parquet")
    before = project.digests(*same)
    assert len(before) > 10
    shutil.rmtree(project.folder / "results")
    project.succeed()
    assert project.digests(*same) == before
    assert project.asked(MODEL) == 4


def test_adding_to_the_configuration_asks_exactly_the_new_cells(project):
    cells = 4
    for change, new_cells in (
        ({"n_lines": [2, 3, 4]}, 2),
        ({"n_lines": [2, 3, 4], "puzzles": [1, 2, 3]}, 3),
        ({"n_lines": [2, 3, 4], "puzzles": [1, 2, 3], "d": [1, -1]}, 9),
        ({"n_lines": [2, 3, 4], "puzzles": [1, 2, 3], "d": [1, -1], "repeats": 2}, 18),
    ):
        project.configure(tiny(**change))
        project.succeed("responses")
        cells += new_cells
        assert (change, project.asked("oracle")) == (change, cells)
        assert (change, project.asked(MODEL)) == (change, cells)


def test_taking_cells_away_and_back_asks_nobody(project):
    asked = project.asked(MODEL)
    project.configure(tiny(n_lines=[2]))
    project.succeed("responses")
    project.configure(tiny())
    project.succeed("responses")
    assert project.asked(MODEL) == asked


def test_adding_a_model_asks_that_model_alone(project):
    asked = project.asked(MODEL)
    second = {"second": {"backend": "control", "id": "guess", "label": "Second"}}
    project.configure(tiny(models=[MODEL, "second"]) | {"models": second})
    printed = project.succeed("responses")
    assert project.asked("second") == 4
    assert project.asked(MODEL) == asked
    assert "query_llama_cpp" not in printed


def test_a_bad_configuration_is_one_line_and_nothing_runs(project):
    project.configure(tiny(d=0))
    done = project.run()
    assert done.returncode != 0
    named = [line for line in done.stdout.splitlines() if "sweeps[0].d: 0 is not allowed" in line]
    assert len(named) == 1
    assert "Traceback" not in done.stdout


def test_a_grader_that_misreads_the_oracle_fails_the_run_and_names_the_cells(project):
    project.configure(tiny())
    grader = project.folder / "workflow" / "scripts" / "findorigin" / "tasks" / "find_the_origin" / "grading.py"
    text = grader.read_text()
    grader.write_text(text + "\n\ndef grade(*_):\n    return Grade(NO_ANSWER, correct=False)\n")
    done = project.run("grades")
    grader.write_text(text)
    assert done.returncode != 0
    assert "control oracle: 4 of 4 cells not correct" in done.stdout
    assert "oracle/find_the_origin/structured/d1/hops2/depth50/word1/lines2/repeat1" in done.stdout


def test_a_preview_draws_what_the_store_has_and_asks_nobody(project):
    asked = project.asked(MODEL)
    project.configure(with_figures(n_lines=[2, 4, 900]))
    project.succeed("preview")
    assert project.asked(MODEL) == asked
    grades = pq.read_table(project.folder / "results" / "preview" / "grades" / f"{MODEL}.parquet")
    assert grades["status"].to_pylist().count(None) == 2
    assert (project.folder / "results" / "preview" / "figures" / "figure_01.png").exists()
