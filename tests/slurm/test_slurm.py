"""The workflow on a real Slurm cluster, whole and cut off in every way: nothing lost, nothing asked twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from project_copy import NO_OTHER_TASK, ProjectCopy
from slurm_cluster import NODES, SlurmCluster, children, what_is_missing

pytestmark = pytest.mark.slurm

MODEL = "smollm2-135m"
RESPONSES = f"results/responses/{MODEL}.parquet"
GRADES = f"results/grades/{MODEL}.parquet"
CELLS = 6
CONFIG = {
    "published": False,
    "figures": "config/one_figure.yaml",
    "find_the_origin": {
        "sweeps": [{"d": 1, "n_lines": 8, "puzzles": {"start": 1, "stop": CELLS}, "models": [MODEL]}]
    },
    **NO_OTHER_TASK,
}
ONE_FIGURE = "figures:\n  measured_accuracy: {kind: accuracy, title: Accuracy, with_controls: true}\n"
# The resources of the rule for vLLM, without vLLM.
GPU_RULE = """
rule query_vllm:
    output: "gpu.txt"
    resources: gpu=1, gpu_model="h100"
    shell: "touch {output}"
"""
# A job is three starts of Python: half a minute on a machine that has other things to do.
TIMEOUT_S = 900
# The profile as it is, but impatient: jobs here last seconds.
PROFILE = (
    "--profile",
    "profiles/slurm",
    "--slurm-init-seconds-before-status-checks",
    "2",
    "--latency-wait",
    "10",
)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    if reason := what_is_missing():
        pytest.fail(reason)
    with SlurmCluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


class SlurmProject(ProjectCopy):
    """A copy of the project whose Snakemake runs on the cluster's login node."""

    def __init__(self, folder, cluster, copy_of=None):
        if copy_of is None:
            super().__init__(folder, CONFIG)
            (folder / "config" / "one_figure.yaml").write_text(ONE_FIGURE)
        else:
            shutil.copytree(copy_of.folder, folder)
            self.folder = folder
        # A copy's source files have other paths: that alone is no reason to make its prompts again.
        self.options = ("--rerun-triggers", "mtime") if copy_of else ()
        self.cluster = cluster
        self.printed = folder / "driver.out"
        self.first_job = len(cluster.jobs())

    def start(self, *arguments):
        command = [sys.executable, "-m", "snakemake", *PROFILE, *arguments, *self.options]
        command += ["--configfile", "config/test.yaml"]
        return self.cluster.start(*command, folder=self.folder, log=self.printed)

    def succeed(self, *arguments):
        self.printed.unlink(missing_ok=True)
        status = self.start(*arguments).wait(timeout=TIMEOUT_S)
        assert status == 0, self.printed.read_text()
        return self.printed.read_text()

    def jobs(self, rule=""):
        """The Slurm jobs of this project, of one rule of it where one is named."""
        return [job for job in self.cluster.jobs()[self.first_job :] if f"rule_{rule}" in job["Comment"]]

    def records(self, kind):
        journal = self.folder / "store" / f"{MODEL}.jsonl"
        lines = journal.read_bytes().splitlines() if journal.exists() else []
        return [record for record in map(json.loads, lines) if record["kind"] == kind]

    def start_and_wait_for_replies(self, count):
        """Start asking the model; return the driver and the Slurm job when `count` replies are stored."""
        driver = self.start(RESPONSES)
        wait_until(lambda: len(self.records("response")) >= count, driver)
        assert len(self.records("response")) < CELLS, "it was too fast to be cut off in the middle"
        return driver, self.jobs("query_llama_cpp")[-1]


@pytest.fixture(scope="module")
def finished(tmp_path_factory, cluster):
    """A project that has run on the cluster from nothing to its figure."""
    project = SlurmProject(tmp_path_factory.mktemp("finished"), cluster)
    project.succeed()
    return project


@pytest.fixture
def project(tmp_path, cluster, finished):
    """A project with its prompts made and nothing asked."""
    project = SlurmProject(tmp_path / "project", cluster, copy_of=finished)
    for done in ("store", "results/responses", "results/grades"):
        shutil.rmtree(project.folder / done)
    return project


def wait_until(condition, driver=None, seconds=TIMEOUT_S):
    """Return when `condition` holds; fail when it doesn't in time, or when the driver has ended before."""
    for _ in range(seconds * 5):
        if condition():
            return
        assert driver is None or driver.poll() is None, "Snakemake ended too early"
        time.sleep(0.2)
    pytest.fail(f"waited for {seconds} s")


def running(project):
    return [
        job for job in project.jobs() if job["JobState"] in ("PENDING", "RUNNING", "SUSPENDED", "COMPLETING")
    ]


def assert_nothing_lost_and_nothing_asked_twice(project, lost=0):
    """Every cell has one response, by one call; `lost` calls may have got no reply stored."""
    assert len(project.records("response")) == CELLS
    assert len({record["key"] for record in project.records("response")}) == CELLS
    calls = Counter(record["key"] for record in project.records("intent"))
    assert len(calls) == CELLS
    assert calls.total() <= CELLS + lost


def test_from_nothing_to_a_figure_with_jobs_on_both_nodes(finished):
    assert (finished.folder / "results" / "figures" / "measured_accuracy.png").stat().st_size > 0
    assert f"oracle: {CELLS} of {CELLS} correct" in (finished.folder / "results" / "summary.txt").read_text()
    assert_nothing_lost_and_nothing_asked_twice(finished)
    jobs = finished.jobs()
    assert {job["NodeList"] for job in jobs} == set(NODES)
    assert {job["JobState"] for job in jobs} == {"COMPLETED"}


def test_the_rules_that_take_a_second_stay_on_the_login_node(finished):
    assert finished.jobs("query_control")
    for rule in ("summarise", "check_controls", "write_run_config"):
        assert not finished.jobs(rule)


def test_a_second_run_has_nothing_to_do(finished):
    assert "Nothing to be done" in finished.succeed()


def test_a_job_asks_slurm_for_what_its_rule_and_the_profile_say(finished):
    (job,) = finished.jobs("query_llama_cpp")
    assert job["MinMemoryNode"] == "4000M"
    assert job["TimeLimit"] == "1-00:00:00"
    assert job["CPUs/Task"] == "1"
    assert job["Requeue"] == "1"


def test_a_cancelled_job_is_started_again_and_asks_the_rest(project, cluster):
    driver, job = project.start_and_wait_for_replies(2)
    cluster.call("scancel", job["JobId"])
    assert driver.wait(timeout=TIMEOUT_S) == 0, project.printed.read_text()
    assert [job["JobState"] for job in project.jobs("query_llama_cpp")] == ["CANCELLED", "COMPLETED"]
    assert_nothing_lost_and_nothing_asked_twice(project)


def test_a_killed_driver_leaves_its_job_at_work_and_a_second_run_starts_where_it_is(project):
    driver, job = project.start_and_wait_for_replies(2)
    (snakemake,) = children(driver.pid)
    os.kill(snakemake, signal.SIGKILL)
    driver.wait(timeout=60)
    wait_until(lambda: not running(project))
    assert project.jobs("query_llama_cpp")[-1]["JobId"] == job["JobId"]
    assert len(project.records("response")) == CELLS

    project.succeed("--unlock")
    project.succeed(RESPONSES)
    assert_nothing_lost_and_nothing_asked_twice(project)


def test_a_second_driver_while_the_first_ones_job_is_at_work_is_refused_by_the_store(project, cluster):
    driver, job = project.start_and_wait_for_replies(1)
    # Suspended, the job holds the store for as long as this takes.
    cluster.call("scontrol", "suspend", job["JobId"])
    (snakemake,) = children(driver.pid)
    os.kill(snakemake, signal.SIGKILL)
    driver.wait(timeout=60)
    project.succeed("--unlock")

    assert project.start(RESPONSES).wait(timeout=TIMEOUT_S) == 1
    log = project.folder / "results" / "logs" / "query" / f"{MODEL}.log"
    assert "another run is writing to it" in log.read_text()
    assert [each["JobState"] for each in project.jobs("query_llama_cpp")[1:]] == ["FAILED", "FAILED"]

    cluster.call("scontrol", "resume", job["JobId"])
    wait_until(lambda: not running(project))
    project.succeed(RESPONSES)
    assert_nothing_lost_and_nothing_asked_twice(project)


def test_a_drained_node_ends_its_job_and_gets_no_other(project, cluster):
    driver, job = project.start_and_wait_for_replies(1)
    cluster.set_node(job["NodeList"], "drain")
    try:
        assert driver.wait(timeout=TIMEOUT_S) == 0, project.printed.read_text()
        project.succeed(GRADES)
    finally:
        cluster.set_node(job["NodeList"], "resume")
    assert [each["JobId"] for each in project.jobs("query_llama_cpp")] == [job["JobId"]]
    assert project.jobs("grade")[-1]["NodeList"] != job["NodeList"]
    assert_nothing_lost_and_nothing_asked_twice(project)


def test_the_job_of_a_node_that_fails_is_queued_again_on_the_other(project, cluster):
    driver, job = project.start_and_wait_for_replies(2)
    cluster.set_node(job["NodeList"], "down")
    try:
        assert driver.wait(timeout=TIMEOUT_S) == 0, project.printed.read_text()
    finally:
        cluster.set_node(job["NodeList"], "resume")
    (again,) = project.jobs("query_llama_cpp")
    assert (again["JobId"], again["Restarts"]) == (job["JobId"], "1")
    assert again["NodeList"] != job["NodeList"]
    assert_nothing_lost_and_nothing_asked_twice(project, lost=1)


def test_a_gpu_is_asked_for_by_its_model_and_in_one_node(project):
    (project.folder / "Snakefile").write_text(GPU_RULE)
    project.succeed("gpu.txt")
    (job,) = project.jobs("query_vllm")
    assert job["TresPerJob"] == "gres:gpu:h100:1"
    assert job["NumNodes"] == "1"


def test_this_machine_has_no_configuration_of_the_cluster(cluster):
    """What other runs of Snakemake on this machine would stumble over is in the cluster's namespaces only."""
    assert "slurm.conf" in cluster.call("ls", "/etc/slurm")
    listing = subprocess.run(["ls", "/etc/slurm"], capture_output=True, text=True, check=True).stdout
    assert "gres.conf" not in listing
