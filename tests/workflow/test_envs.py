"""Every rule's environment holds what its script imports, at the versions of the lock."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from packaging.utils import canonicalize_name

from module_closure import SCRIPTS, script_of, third_party
from shared_inputs import PROJECT
from workflow_rules import scripted_rules

ENVS = PROJECT / "envs"
sys.path.insert(0, str(ENVS))
import pin  # noqa: E402

RULES = scripted_rules()
FILES = pin.environments()
# A package may be locked at several versions, one for each Python.
LOCKED = set(re.findall(r"^\S+==\S+", (PROJECT / "requirements.lock").read_text("utf-8"), re.MULTILINE))
DISTRIBUTIONS = importlib.metadata.packages_distributions()
# Needed without being imported: pandas reads Parquet files through pyarrow.
for_each_env = pytest.mark.parametrize("env", FILES, ids=lambda env: env.stem)
for_each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


def env_of(rule):
    return ENVS / Path(str(rule.conda_env)).name


def post_deploy(env):
    script = env.with_suffix(".post-deploy.sh")
    return script.read_text(encoding="utf-8") if script.exists() else ""


def rules_of(env):
    return [rule for rule in RULES if env_of(rule) == env]


@pytest.fixture
def venv(tmp_path):
    folder = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    yield folder
    shutil.rmtree(folder)  # up to half a gigabyte


@for_each_rule
def test_what_a_rules_script_imports_is_named_by_its_environment(rule):
    if env_of(rule) not in FILES:
        pytest.skip("its packages are not in requirements.lock")
    for name in third_party(rule):
        providers = {canonicalize_name(each) for each in DISTRIBUTIONS[name]}
        # Several packages may share a namespace such as `google`: the named one is the one that is meant.
        assert providers & pin.named_packages(env_of(rule)), f"{name}, of {sorted(providers)}"


@for_each_env
def test_an_environment_names_no_package_that_its_scripts_do_not_import(env):
    imported = set().union(*(third_party(rule) for rule in rules_of(env)))
    providers = {canonicalize_name(each) for name in imported for each in DISTRIBUTIONS[name]}
    assert pin.named_packages(env) - providers == set()


@for_each_env
def test_an_environments_pins_are_those_of_the_lock(env):
    assert {*pin.pins(env), *re.findall(r"\S+==\S+", post_deploy(env))} <= LOCKED


@for_each_env
@pytest.mark.skipif(sys.version_info[:2] != pin.PYTHON, reason="the environments have another Python")
def test_an_environment_pins_all_that_its_packages_need(env):
    assert env.read_text("utf-8") == pin.pinned(env), "run `make lock`"


@pytest.mark.parametrize("env", sorted(ENVS.glob("*.yaml")), ids=lambda env: env.stem)
def test_an_environment_takes_python_and_pip_from_conda_forge_and_nothing_from_the_defaults(env):
    content = yaml.safe_load(env.read_text(encoding="utf-8"))
    assert content["channels"] == ["conda-forge", "nodefaults"]
    assert [each for each in content["dependencies"] if isinstance(each, str)] == ["python=3.11", "pip"]


@pytest.mark.parametrize("env", sorted(ENVS.glob("*.yaml")), ids=lambda env: env.stem)
def test_an_environment_is_some_rules(env):
    assert env in {env_of(rule) for rule in RULES}


@pytest.mark.envs
@for_each_env
def test_a_bare_python_with_an_environments_pins_imports_its_scripts(env, venv):
    """What conda would hand to pip, installed in an empty environment: no other package can help."""
    pip = [venv / "bin" / "python", "-I", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", *pin.pins(env)], check=True)
    subprocess.run([*pip, "check"], check=True)
    if script := post_deploy(env):
        activated = f'export PATH="{venv}/bin:$PATH"; {script}'
        subprocess.run(["bash", "-c", activated], check=True)
    for rule in rules_of(env):
        names = [script_of(rule).stem, *sorted(third_party(rule))]
        program = f"import sys; sys.path.insert(0, {str(SCRIPTS)!r}); import {', '.join(names)}"
        subprocess.run([venv / "bin" / "python", "-I", "-c", program], check=True, cwd=venv)
