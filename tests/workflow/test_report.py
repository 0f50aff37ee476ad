"""`snakemake --report` gathers pictures and captions of a small run into one page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from shared_inputs import PROJECT

CONFIG = """
published: false
figures: figures.yaml
find_the_origin:
  sweeps:
    - {d: [1, -1], puzzles: [1, 2, 3, 4, 5], n_lines: [8, 64], models: [simulated]}
"""
FIGURES = """
figures:
  small_curves: {kind: curves, title: Accuracy of a small run}
"""


def snakemake(folder, *arguments):
    command = [sys.executable, "-m", "snakemake", "--snakefile", str(PROJECT / "Snakefile")]
    command += ["--directory", str(folder), "--configfile", "small.yaml", *arguments]
    home = os.environ | {"PYTHONHASHSEED": "0"}
    return subprocess.run(command, cwd=folder, env=home, capture_output=True, text=True, check=False)


@pytest.mark.workflow
def test_the_report_of_a_small_run_holds_picture_and_caption(tmp_path):
    shutil.copytree(PROJECT / "config", tmp_path / "config")
    (tmp_path / "small.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "figures.yaml").write_text(FIGURES, encoding="utf-8")
    ran = snakemake(tmp_path, "--cores", "2", "figures", "tables")
    assert ran.returncode == 0, ran.stderr[-3000:]
    made = snakemake(tmp_path, "--report", "report.html", "figures", "tables")
    assert made.returncode == 0, made.stderr[-3000:]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "small_curves" in page
    assert "Accuracy of a small run" in page
    assert (tmp_path / "results" / "tables" / "effective_length.csv").exists()
