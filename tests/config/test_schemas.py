"""The JSON schemas for editors allow what the workflow allows, and refuse slips that an editor can see."""

from __future__ import annotations

import json
import re

import pytest
import yaml
from jsonschema import Draft202012Validator

from findorigin.common.yaml_files import read_yaml
from findorigin.config.registry import load_registry
from shared_inputs import PROJECT

NAMES = ("config", "models", "figures")
README = (PROJECT / "config" / "README.md").read_text(encoding="utf-8")
# What docs/extending.md asks for does not exist yet.
DOCS = [PROJECT / "README.md", PROJECT / "config" / "README.md"]
DOCS += sorted(set((PROJECT / "docs").glob("*.md")) - {PROJECT / "docs" / "extending.md"})


def validator(name):
    path = PROJECT / "workflow" / "schemas" / f"{name}.schema.json"
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_are_schemas(name):
    Draft202012Validator.check_schema(validator(name).schema)


@pytest.mark.parametrize("path", sorted((PROJECT / "config").glob("*.yaml")), ids=lambda path: path.name)
def test_the_shipped_files_name_their_schema_and_follow_it(path):
    first = path.read_text(encoding="utf-8").splitlines()[0]
    name = re.fullmatch(r"# yaml-language-server: \$schema=\.\./workflow/schemas/(\w+)\.schema\.json", first)[
        1
    ]
    assert name == (path.stem if path.stem in NAMES else "config")
    validator(name).validate(read_yaml(path, "configfile"))


SWEEP = {"n_lines": 4, "models": ["small"]}


def sweep(**changes):
    return {"find_the_origin": {"sweeps": [SWEEP | changes]}}


GOOD_CONFIGS = [
    {},
    sweep(d=[1, -1], puzzles={"start": 0, "stop": 9}, arrangement=["structured", "shuffled"]),
    sweep(n_lines=None, target_tokens=500),
    {"models": {"small": {"max_in_flight": 2}}, "figures": None},
]
BAD_CONFIGS = [
    {"max_cost": 1},
    {"max_cost_usd": -1},
    {"store": None},
    {"statistics": {"draws": 10}},
    {"models": {"small": {"max_in_flihgt": 2}}},
    sweep(nlines=4),
    sweep(models=[]),
    sweep(arrangement="shufled"),
    sweep(depth=101),
    sweep(puzzles={"start": -1, "stop": 4}),
    sweep(n_lines={"start": 4, "step": 4}),
    sweep(parameters={"top_p": 1}),
    {"find_the_origin": {"sweeps": [{"n_lines": 4}]}},
    {"caesar_clue": {"sweeps": [{"d": 1, "models": ["small"]}]}},
]


@pytest.mark.parametrize("config", GOOD_CONFIGS, ids=str)
def test_good_configurations(config):
    validator("config").validate(config)


@pytest.mark.parametrize("config", BAD_CONFIGS, ids=str)
def test_bad_configurations(config):
    assert not validator("config").is_valid(config)


GOOD_MODELS = [
    {"backend": "openai"},
    {"backend": "openai", "label": None, "id": None, "max_in_flight": None, "labels": {"a": 1, "b": None}},
    {"backend": "control"},
    {"backend": "llama_cpp", "weights": {"path": "x.gguf"}, "threads": None},
    {"backend": "vllm", "weights": {"hub": "x"}, "seed": None, "server_arguments": {"dtype": "half"}},
]
BAD_MODELS = [
    {},
    {"backend": "openia"},
    {"backend": "openai", "slug": "x"},
    {"backend": "openai", "threads": 2},
    {"backend": "openai", "weights": {"path": "x.gguf"}},
    {"backend": "openai", "prices": {"input": 1}},
    {"backend": "openai", "retired": "soon"},
    {"backend": "openai", "timeout_s": 0},
    {"backend": "openai", "labels": {"team": ["a"]}},
    {"backend": "llama_cpp"},
    {"backend": "llama_cpp", "base_url": "http://localhost", "weights": {"path": "x"}},
    {"backend": "llama_cpp", "weights": {"hub": "x"}},
    {"backend": "vllm", "weights": {"hub": "x"}, "server_arguments": {"--dtype": "half"}},
    {"backend": "control", "id": "delphi"},
]


@pytest.mark.parametrize("entry", GOOD_MODELS, ids=str)
def test_good_models(entry):
    validator("models").validate({"models": {"mine": entry}})


@pytest.mark.parametrize("entry", BAD_MODELS, ids=str)
def test_bad_models(entry):
    assert not validator("models").is_valid({"models": {"mine": entry}})


def test_a_slug_has_no_capitals():
    assert not validator("models").is_valid({"models": {"GPT 4": {"backend": "openai"}}})


def test_the_examples_of_models_are_good(tmp_path):
    examples = re.findall(r"^```yaml\n(  .*?)^```$", README, re.MULTILINE | re.DOTALL)
    path = tmp_path / "models.yaml"
    path.write_text("models:\n" + "".join(examples), encoding="utf-8")
    shown = {model.backend for model in load_registry(path, {}).values()}
    assert shown == {"openai", "anthropic", "gemini", "vllm", "llama_cpp"}
    validator("models").validate(read_yaml(path, "registry"))


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_example_of_a_configuration_follows_its_schema(path):
    text = path.read_text(encoding="utf-8")
    for block in re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        example = yaml.safe_load(block)
        is_figures = isinstance(example, dict) and isinstance(example.get("figures"), dict)
        schema = validator("figures" if is_figures else "config")
        # Others are entries of a registry, profiles, or comments.
        if example is not None and example.keys() & schema.schema["properties"].keys():
            schema.validate(example)
