"""A model's entry: what it leaves out, what may be laid over it, and the registry that the project ships."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

import pytest

from findorigin.config.load import load_registry
from findorigin.config.models import is_retired, merge
from shared_inputs import SHARED, needs_shared

PROJECT = Path(__file__).resolve().parents[2]
MODELS_SCHEMA = PROJECT / "workflow" / "schemas" / "models.schema.yaml"
PAPER = {
    "gpt-4o": ("GPT4o", "openai", "gpt-4o-2024-05-13"),
    "gpt-4o-mini": ("GPT4o-mini", "openai", "gpt-4o-mini-2024-07-18"),
    "gpt-4-turbo": ("GPT4-turbo", "openai", "gpt-4-turbo-2024-04-09"),
    "gpt-4-1106": ("GPT4-1106", "openai", "gpt-4-1106-preview"),
    "gpt-3.5": ("GPT3.5", "openai", "gpt-3.5-turbo-0125"),
    "gemini-pro": ("Gemini-Pro", "gemini", "gemini-1.5-pro-001"),
    "gemini-flash": ("Gemini-Flash", "gemini", "gemini-1.5-flash-001"),
    "haiku-3": ("Haiku-3", "anthropic", "claude-3-haiku-20240307"),
    "sonnet-3": ("Sonnet-3", "anthropic", "claude-3-sonnet-20240229"),
    "opus-3": ("Opus-3", "anthropic", "claude-3-opus-20240229"),
    "sonnet-3.5": ("Sonnet-3.5", "anthropic", "claude-3-5-sonnet-20240620"),
    "llama-3.1-8b": ("Llama3.1-8b", "vllm", "RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8"),
    "llama-3.1-70b": ("Llama3.1-70b", "vllm", "RedHatAI/Meta-Llama-3.1-70B-Instruct-FP8"),
    "llama-3.1-405b": ("Llama3.1-405b", "vllm", "RedHatAI/Meta-Llama-3.1-405B-Instruct-FP8"),
}


def resolved(tmp_path, inline=None, **entry):
    path = tmp_path / "models.yaml"
    lines = "".join(f"    {name}: {value}\n" for name, value in {"backend": "openai", **entry}.items())
    path.write_text(f"models:\n  mine:\n{lines}", encoding="utf-8")
    return load_registry(path, inline or {}, MODELS_SCHEMA)["mine"]


@pytest.fixture(scope="module")
def shipped():
    return load_registry(PROJECT / "config" / "models.yaml", {}, MODELS_SCHEMA)


def test_one_line_is_enough_for_a_model(tmp_path):
    entry = resolved(tmp_path)
    assert (entry["label"], entry["id"]) == ("mine", "mine")
    assert entry["parameters"] == {"temperature": 0, "max_tokens": 256}
    assert entry["system"] == "You are a helpful assistant."
    assert entry["prices"] is None
    assert entry["retired"] is None


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"backend": "openai"}, "OPENAI_API_KEY"),
        ({"backend": "anthropic"}, "ANTHROPIC_API_KEY"),
        ({"backend": "gemini"}, "GEMINI_API_KEY"),
        ({"backend": "openai", "base_url": "http://localhost:1234/v1"}, None),
        ({"base_url": "https://host/v1", "api_key_env": "HOST_KEY"}, "HOST_KEY"),
        ({"backend": "llama_cpp", "weights": "{path: x.gguf}"}, None),
    ],
)
def test_which_variable_holds_the_key(tmp_path, entry, expected):
    assert resolved(tmp_path, **entry)["api_key_env"] == expected


def test_a_local_model_has_what_makes_it_repeat_exactly(tmp_path):
    entry = resolved(tmp_path, backend="llama_cpp", weights="{path: x.gguf}")
    assert {name: entry[name] for name in ("threads", "context", "window", "max_in_flight")} == {
        "threads": 1,
        "context": 8192,
        "window": 8192,
        "max_in_flight": 1,
    }
    assert entry["weights"] == {
        "package": None,
        "file": None,
        "path": "x.gguf",
        "hub": None,
        "revision": None,
    }


def test_parameters_are_what_the_entry_says_and_nothing_else(tmp_path):
    entry = resolved(tmp_path, parameters="{temperature: null, max_completion_tokens: 9}")
    assert entry["parameters"] == {"temperature": None, "max_completion_tokens": 9}


def test_the_order_of_parameters_means_nothing(tmp_path):
    one = resolved(tmp_path, parameters="{temperature: 0, max_tokens: 9}", served_as="[b, a]")
    assert list(one["parameters"]) == ["max_tokens", "temperature"]
    assert one["served_as"] == ["a", "b"]


def test_the_configuration_adds_models_and_lays_keys_over_the_registrys(tmp_path):
    inline = {"mine": {"max_in_flight": 2}}
    entry = resolved(tmp_path, inline, label="Mine")
    assert (entry["label"], entry["max_in_flight"]) == ("Mine", 2)
    assert merge({"a": {"backend": "openai"}}, {"b": {"backend": "vllm"}}) == {
        "a": {"backend": "openai"},
        "b": {"backend": "vllm"},
    }


def test_a_date_without_quotes_is_text(tmp_path):
    assert resolved(tmp_path, retired="2026-10-23")["retired"] == "2026-10-23"


@pytest.mark.parametrize(
    ("retired", "expected"),
    [
        (None, False),
        ("2026-10-23", True),
        ("2026-10-24", False),
        ("2026-10", True),
        ("2025", True),
        ("2027", False),
    ],
)
def test_is_retired(retired, expected):
    assert is_retired({"retired": retired}, date(2026, 10, 23)) is expected


def test_the_papers_models_are_all_there(shipped):
    found = {
        slug: (entry["published_as"], entry["backend"], entry["id"])
        for slug, entry in shipped.items()
        if entry["published_as"] is not None
    }
    assert found == PAPER


def test_the_papers_models_are_asked_as_in_the_paper(shipped):
    for slug in PAPER:
        assert shipped[slug]["parameters"] == {"temperature": 0, "max_tokens": 256}
        assert shipped[slug]["system"] == "You are a helpful assistant."
        retries = {"attempts": 2, "temperature": 0.8} if shipped[slug]["backend"] == "gemini" else None
        assert shipped[slug]["refusal_retries"] == retries


def test_ten_of_the_papers_models_no_longer_answer(shipped):
    gone = {slug for slug in PAPER if is_retired(shipped[slug], date(2026, 11, 30))}
    assert {slug for slug in PAPER if slug not in gone} == {
        "gpt-4o-mini",
        "llama-3.1-8b",
        "llama-3.1-70b",
        "llama-3.1-405b",
    }


def test_weights_of_the_hub_are_pinned_and_their_precision_is_said(shipped):
    llamas = [entry for entry in shipped.values() if entry["backend"] == "vllm"]
    assert len(llamas) == 3
    for entry in llamas:
        assert entry["weights"]["hub"] == entry["id"]
        assert len(entry["weights"]["revision"]) == 40
        assert entry["labels"] == {"precision": "FP8"}
        assert entry["max_model_len"] is None


def test_every_price_has_a_date_and_a_source_and_every_hosted_model_a_window(shipped):
    hosted = [entry for entry in shipped.values() if entry["backend"] in ("openai", "anthropic", "gemini")]
    assert len(hosted) == 18
    for entry in hosted:
        assert entry["prices"]["as_of"]
        assert entry["prices"]["source"]
        assert entry["window"]


def test_labels_are_distinct(shipped):
    assert len({entry["label"] for entry in shipped.values()}) == len(shipped)


@needs_shared
def test_the_published_names_are_those_of_the_published_cells(shipped):
    with (SHARED / "published" / "cells.csv").open(encoding="utf-8", newline="") as file:
        names = {row["model"] for row in csv.DictReader(file)}
    assert {entry["published_as"] for entry in shipped.values()} - {None} == names
