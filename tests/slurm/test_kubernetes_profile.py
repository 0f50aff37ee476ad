"""Snakemake with its plugins reads the Kubernetes profile and plans the same jobs; no cluster is reached."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from shared_inputs import PROJECT

pytestmark = pytest.mark.slurm


def planned(*arguments):
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--quiet", "host", *arguments]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def jobs(printed):
    """How many jobs of each rule a dry run plans."""
    return dict(re.findall(r"^(\w+) +(\d+)$", printed.partition("Job stats:")[2], re.MULTILINE))


def test_the_profile_plans_what_a_local_run_plans(tmp_path):
    volume = tmp_path / "volume"
    kubernetes = planned(
        "--profile", "profiles/kubernetes", "--default-storage-prefix", f"{volume}/run", "--forceall"
    )
    assert jobs(kubernetes)["all"] == "1"
    assert jobs(kubernetes) == jobs(planned("--cores", "1", "--forceall"))
    assert f"{volume}/run/results/figures/figure_01.png (send to storage)" in kubernetes
