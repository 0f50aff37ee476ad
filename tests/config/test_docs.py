"""config/README.md says of every key what the schemas say, and the schemas describe every key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from findorigin.config.load import load_registry
from findorigin.config.schema_checks import fill_defaults

PROJECT = Path(__file__).resolve().parents[2]
README = (PROJECT / "config" / "README.md").read_text(encoding="utf-8")


def schema(name):
    return yaml.safe_load(
        (PROJECT / "workflow" / "schemas" / f"{name}.schema.yaml").read_text(encoding="utf-8")
    )


CONFIG, MODELS = schema("config"), schema("models")
MODEL = MODELS["$defs"]["model"]
# What is left out of these is the registry's: they have no default of their own.
PARAMETERS = CONFIG["$defs"]["task_parameters"]

# Heading of the table in the README → the object of the schemas that it describes.
OBJECTS = {
    "The configuration": CONFIG,
    "statistics": CONFIG["properties"]["statistics"],
    "find_the_origin": CONFIG["properties"]["find_the_origin"],
    "A sweep": CONFIG["properties"]["find_the_origin"]["properties"]["sweeps"]["items"],
    "A task without d": CONFIG["$defs"]["task"],
    "A sweep of a task without d": CONFIG["$defs"]["task_sweep"],
    "parameters of a task": PARAMETERS,
    "A range": CONFIG["$defs"]["numbers"],
    "The registry": MODELS,
    "A model": MODEL,
    "prices": MODEL["properties"]["prices"],
    "long_context": MODEL["properties"]["prices"]["properties"]["long_context"],
    "refusal_retries": MODEL["properties"]["refusal_retries"],
    "weights": MODEL["properties"]["weights"],
}


def rows(described):
    """Return the lines of the table that the README must have for an object of a schema."""
    for name, key in described["properties"].items():
        missing = "the registry's" if described is PARAMETERS else "required"
        default = f"`{json.dumps(key['default'])}`" if "default" in key else missing
        yield f"| `{name}` | {default} | {key['description'].strip()} |"


def objects_below(node):
    if isinstance(node, dict):
        # Beside a $ref, `properties` only tighten the bounds of keys that are described there.
        if "properties" in node and "$ref" not in node:
            yield node
        for item in node.values():
            yield from objects_below(item)


@pytest.mark.parametrize("heading", OBJECTS)
def test_the_table_says_what_the_schema_says(heading):
    section = re.search(rf"^#+ {re.escape(heading)}$(.*?)(?=^#|\Z)", README, re.MULTILINE | re.DOTALL)
    assert section, f"config/README.md has no heading '{heading}'"
    assert re.findall(r"^\| `.*$", section[1], re.MULTILINE) == list(rows(OBJECTS[heading]))


def test_every_object_of_the_schemas_has_a_table():
    found = [*objects_below(CONFIG), *objects_below(MODELS)]
    assert [node for node in found if node not in OBJECTS.values()] == []


@pytest.mark.parametrize("heading", OBJECTS)
def test_every_key_has_a_description_and_a_default_or_is_required(heading):
    described = OBJECTS[heading]
    required = set(described.get("required", []))
    for name, key in described["properties"].items():
        assert key["description"].strip()
        assert "default" in key or name in required or described is PARAMETERS


@pytest.mark.parametrize("described", OBJECTS.values(), ids=OBJECTS)
def test_unknown_keys_are_refused(described):
    assert described["additionalProperties"] is False


@pytest.mark.parametrize("document", [CONFIG, MODELS], ids=["config", "models"])
def test_the_schemas_are_schemas(document):
    Draft202012Validator.check_schema(document)


def test_every_default_is_itself_allowed():
    # An empty list of models is the one default that must be replaced: a sweep asks somebody.
    Draft202012Validator(CONFIG).validate(fill_defaults(CONFIG, {}))
    Draft202012Validator(CONFIG).validate(
        fill_defaults(CONFIG, {"find_the_origin": {"sweeps": [{"models": ["somebody"]}]}})
    )
    Draft202012Validator(MODELS).validate(
        fill_defaults(
            MODELS, {"models": {"somebody": {"backend": "openai", "prices": {"input": 1, "output": 2}}}}
        )
    )


def test_the_examples_of_models_are_good(tmp_path):
    examples = re.findall(r"^```yaml\n(  .*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(examples) >= 6
    path = tmp_path / "models.yaml"
    path.write_text("models:\n" + "".join(examples), encoding="utf-8")
    registry = load_registry(path, {}, PROJECT / "workflow" / "schemas" / "models.schema.yaml")
    assert {entry["backend"] for entry in registry.values()} == {
        "openai",
        "anthropic",
        "gemini",
        "vllm",
        "llama_cpp",
    }


DOCS = [PROJECT / "README.md", PROJECT / "config" / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_example_of_a_configuration_is_yaml(path):
    for block in re.findall(
        r"^```yaml\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        assert isinstance(yaml.safe_load(block), dict)


def test_the_example_of_figures_is_a_valid_file_of_figures():
    (example,) = re.findall(r"^```yaml\n(figures:.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert not list(Draft202012Validator(schema("figures")).iter_errors(yaml.safe_load(example)))
