"""The script: all pictures of a kind and evidence, from files to files."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import islice

import pytest

import plot
from figure_inputs import PUBLISHED, figures, measured, published_cells
from findorigin.figures.kinds import CELLS, PAPER_CELLS, RATES, jobs
from shared_inputs import PROJECT
from statistics_inputs import falling_cells, tabulate

LABELS = {"measured": {"tiny": "Tiny"}, "published": {"gpt4o": "GPT4o"}}
# One job of each kind, with two pictures where it has several.
JOBS = {
    job.kind.name: replace(job, figures=dict(islice(job.figures.items(), 2)))
    for job in reversed(jobs(figures()))
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    cells = [*published_cells(), measured("middle"), *falling_cells(d=-1)]
    cells += [*falling_cells(), *falling_cells(d=0, hops=1), *falling_cells(evidence="simulated")]
    labels = {cell["model"]: cell["label"] for cell in cells}
    return tabulate(tmp_path_factory.mktemp("run"), cells, labels).parent


def draw(job, run, folder):
    outputs = {name: tuple(str(folder / f"{name}.{form}") for form in ("png", "svg")) for name in job.figures}
    evidences = ("published", "measured") if job.reads(PAPER_CELLS) else (job.evidence,)
    reads_cells = job.reads(CELLS) or job.reads(PAPER_CELLS)
    cells = [path for evidence in evidences for path in (run / "cells" / str(evidence)).glob("*.parquet")]
    plot.main(
        kind=job.kind.name,
        figures=job.as_json(),
        outputs=outputs,
        tables=[str(run / "statistics" / job.evidence / f"{table}.parquet") for table in job.tables],
        cells=map(str, cells) if reads_cells else (),
        rates=str(PUBLISHED / "rates.csv") if job.reads(RATES) else None,
        labels=LABELS,
        controls=["guess"],
    )
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("kind", JOBS)
def test_drawing_again_gives_the_same_bytes(kind, run, tmp_path):
    job = JOBS[kind]
    first = draw(job, run, tmp_path / "first")
    assert draw(job, run, tmp_path / "second") == first
    assert set(first) == {f"{name}.{form}" for name in job.figures for form in ("png", "svg")}
    for name, content in first.items():
        assert content.startswith(b"\x89PNG") if name.endswith("png") else b"<svg" in content
        assert b"date" not in content or name.endswith("png")


def test_cells_have_no_labels_of_their_own(run, tmp_path):
    drawn = draw(JOBS["answers"], run, tmp_path)
    names = [text for text in ("GPT4o", "opus-3") if f"<!-- {text} †" in drawn["figure_01.svg"].decode()]
    assert names == ["GPT4o", "opus-3"]


@pytest.mark.parametrize("slow", ["pandas", "seaborn", "statsmodels", "scipy", "matplotlib.pyplot"])
def test_what_is_slow_to_import_is_left_to_the_paper_s_heat_maps(slow):
    modules = [job.kind.module for kind, job in JOBS.items() if kind != "answers"]
    code = f"import sys, plot, {', '.join(modules)}; sys.exit({slow!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=PROJECT / "workflow" / "scripts")


def test_the_kinds_are_known_without_importing_what_draws_them():
    slow = {"matplotlib", "numpy", "pyarrow", "pandas"}
    code = f"import sys, findorigin.figures.kinds; sys.exit(bool({slow!r} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=PROJECT / "workflow" / "scripts")
