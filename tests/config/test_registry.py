"""The registry: a file of entries, what the configuration lays over them, and the one that is shipped."""

from __future__ import annotations

import csv
from datetime import date

import pytest
import yaml

from findorigin.config.models import Hosted, RefusalRetries, VllmModel
from findorigin.config.registry import load_registry
from shared_inputs import PROJECT, SHARED, needs_shared

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


@pytest.fixture
def registry(tmp_path):
    """Load a registry file of one entry `mine`, with what the configuration lays over it."""

    def load(inline=None, **entry):
        path = tmp_path / "models.yaml"
        path.write_text(
            yaml.safe_dump({"models": {"mine": {"backend": "openai", **entry}}}), encoding="utf-8"
        )
        return load_registry(path, inline or {})

    return load


@pytest.fixture(scope="module")
def shipped():
    return load_registry(PROJECT / "config" / "models.yaml", {})


def test_the_configuration_lays_keys_over_an_entry(registry):
    mine = registry({"mine": {"max_in_flight": 2}}, label="Mine")["mine"]
    assert (mine.label, mine.max_in_flight) == ("Mine", 2)


def test_an_entry_may_move_to_another_backend(registry):
    mine = registry({"mine": {"backend": "anthropic"}}, parameters={"max_tokens": 9})["mine"]
    assert (mine.backend, mine.parameters) == ("anthropic", {"max_tokens": 9})


def test_the_configuration_adds_models(registry):
    models = registry({"new": {"backend": "vllm", "weights": {"hub": "some/model"}}})
    assert {slug: model.backend for slug, model in models.items()} == {"mine": "openai", "new": "vllm"}
    assert models["new"].slug == "new"


def test_a_date_without_quotes_is_text(tmp_path):
    path = tmp_path / "models.yaml"
    path.write_text("models: {mine: {backend: openai, retired: 2026-10-23}}", encoding="utf-8")
    assert load_registry(path, {})["mine"].retired == "2026-10-23"


def test_the_papers_models_are_all_there(shipped):
    found = {
        slug: (model.published_as, model.backend, model.id)
        for slug, model in shipped.items()
        if model.published_as is not None
    }
    assert found == PAPER


def test_the_papers_models_are_asked_as_in_the_paper(shipped):
    for slug in PAPER:
        assert shipped[slug].parameters == {"temperature": 0, "max_tokens": 256}
        assert shipped[slug].system == "You are a helpful assistant."
        retries = RefusalRetries(attempts=2, temperature=0.8) if shipped[slug].backend == "gemini" else None
        assert shipped[slug].refusal_retries == retries


def test_ten_of_the_papers_models_no_longer_answer(shipped):
    still = {slug for slug in PAPER if shipped[slug].retired_on(date(2026, 11, 30)) is None}
    assert still == {"gpt-4o-mini", "llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b"}


def test_weights_of_the_hub_are_pinned_and_their_precision_is_said(shipped):
    llamas = [model for model in shipped.values() if isinstance(model, VllmModel)]
    assert len(llamas) == 3
    for model in llamas:
        assert model.weights.hub == model.id
        assert len(model.weights.revision) == 40
        assert model.labels == {"precision": "FP8"}
        assert model.max_model_len is None


def test_every_price_has_a_date_and_a_source_and_every_hosted_model_a_window(shipped):
    hosted = [model for model in shipped.values() if isinstance(model, Hosted)]
    assert len(hosted) == 18
    for model in hosted:
        assert model.prices.as_of
        assert model.prices.source
        assert model.window


def test_labels_are_distinct(shipped):
    assert len({model.label for model in shipped.values()}) == len(shipped)


@needs_shared
def test_the_published_names_are_those_of_the_published_cells(shipped):
    with (SHARED / "published" / "cells.csv").open(encoding="utf-8", newline="") as file:
        names = {row["model"] for row in csv.DictReader(file)}
    assert {model.published_as for model in shipped.values()} - {None} == names
