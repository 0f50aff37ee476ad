"""A model's entry: what it leaves out, what its backend adds, what its job depends on."""

from __future__ import annotations

import json
from datetime import date

import pytest
from pydantic import ValidationError

from findorigin.config.models import BACKENDS, VllmModel, read_model
from findorigin.config.prices import FREE
from findorigin.config.weights import GgufWeights

WEIGHTS = {"llama_cpp": {"path": "x.gguf"}, "vllm": {"hub": "some/model"}}
PRICES = {"input": 1, "output": 2}


def model(backend="openai", **entry):
    """The checked entry of `mine`, which a control needs a program for."""
    needed = {"weights": WEIGHTS[backend]} if backend in WEIGHTS else {}
    needed |= {"id": "oracle"} if backend == "control" else {}
    return read_model({"slug": "mine", "backend": backend, **needed, **entry})


def test_one_line_is_enough_for_a_model():
    entry = model()
    assert (entry.label, entry.id) == ("mine", "mine")
    assert entry.parameters == {"temperature": 0, "max_tokens": 256}
    assert entry.system == "You are a helpful assistant."
    assert (entry.prices, entry.retired) == (None, None)


@pytest.mark.parametrize(
    ("backend", "expected"),
    [("openai", 8), ("anthropic", 8), ("gemini", 8), ("vllm", 64), ("llama_cpp", 1), ("control", 1)],
)
@pytest.mark.parametrize("given", [{}, {"max_in_flight": None}], ids=["left out", "null"])
def test_requests_in_flight_by_backend(backend, given, expected):
    assert model(backend, **given).max_in_flight == expected


@pytest.mark.parametrize(
    ("backend", "key", "expected"),
    [
        ("openai", "label", "mine"),
        ("openai", "id", "mine"),
        ("llama_cpp", "threads", 1),
        ("llama_cpp", "context", 8192),
        ("vllm", "tensor_parallel_size", 1),
        ("vllm", "pipeline_parallel_size", 1),
        ("vllm", "seed", 0),
        ("vllm", "start_timeout_s", 3600),
    ],
)
def test_a_null_is_the_default(backend, key, expected):
    assert getattr(model(backend, **{key: None}), key) == expected


@pytest.mark.parametrize("backend", BACKENDS)
def test_keys_of_other_backends_are_refused(backend):
    others = {name for kind in BACKENDS.values() for name in kind.model_fields}
    for key in others - set(BACKENDS[backend].model_fields):
        with pytest.raises(ValidationError, match="Extra inputs"):
            model(backend, **{key: None})


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"backend": "openai"}, "OPENAI_API_KEY"),
        ({"backend": "anthropic"}, "ANTHROPIC_API_KEY"),
        ({"backend": "gemini"}, "GEMINI_API_KEY"),
        ({"base_url": "http://localhost:1234/v1"}, None),
        ({"base_url": "https://host/v1", "api_key_env": "HOST_KEY"}, "HOST_KEY"),
        ({"api_key_env": "OTHER_KEY"}, "OTHER_KEY"),
        ({"backend": "llama_cpp"}, None),
    ],
)
def test_which_variable_holds_the_key(entry, expected):
    assert model(**entry).api_key_variable == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({}, False),
        ({"base_url": "http://localhost:1234/v1"}, True),
        ({"base_url": "http://127.0.0.1/v1"}, True),
        ({"base_url": "http://[::1]:80/v1"}, True),
        ({"base_url": "http://127.0.0.1.example.org/v1"}, False),
        ({"base_url": "https://localhost.example.org/v1"}, False),
        ({"base_url": "http://192.168.1.5/v1"}, False),
        ({"backend": "llama_cpp"}, True),
        ({"backend": "vllm"}, True),
        ({"backend": "control"}, True),
    ],
)
def test_whether_a_model_runs_on_this_machine(entry, expected):
    assert model(**entry).is_loopback is expected


@pytest.mark.parametrize(
    ("entry", "prices", "is_free"),
    [
        ({}, None, False),
        ({"prices": PRICES}, PRICES, False),
        ({"prices": {"input": 0, "output": 0}}, {"input": 0, "output": 0}, True),
        ({"prices": {"input": 0, "output": 0, "long_context": {"above": 9, **PRICES}}}, "as given", False),
        ({"base_url": "http://localhost:1/v1"}, FREE, True),
        ({"base_url": "http://localhost:1/v1", "api_key_env": "PROXY_KEY"}, None, False),
        ({"base_url": "http://host:1/v1"}, None, False),
        ({"backend": "llama_cpp"}, FREE, True),
        ({"backend": "llama_cpp", "prices": PRICES}, PRICES, False),
    ],
)
def test_what_a_model_costs(entry, prices, is_free):
    asked = model(**entry)
    expected = type(FREE).model_validate(prices) if isinstance(prices, dict) else prices
    assert asked.known_prices == (asked.prices if prices == "as given" else expected)
    assert asked.is_free is is_free


def test_every_rate_that_can_be_charged():
    prices = {**PRICES, "cached_input": 0.5, "long_context": {"above": 9, "input": 3, "output": 0}}
    assert sorted(model(prices=prices).prices.rates) == [0.5, 1, 2, 3]


@pytest.mark.parametrize(
    ("parameters", "limit"),
    [
        ({}, None),
        ({"max_tokens": 9}, 9),
        ({"max_tokens": None, "max_completion_tokens": 7}, 7),
        ({"maxOutputTokens": 5}, 5),
    ],
)
def test_the_longest_reply(parameters, limit):
    assert model(parameters=parameters).output_limit == limit


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({}, None),
        ({"window": 9}, ("window", 9)),
        ({"backend": "llama_cpp"}, ("window", 8192)),
        ({"backend": "llama_cpp", "context": 4096}, ("window", 4096)),
        ({"backend": "llama_cpp", "window": 99}, ("window", 99)),
        ({"backend": "vllm"}, None),
        ({"backend": "vllm", "window": 9, "max_model_len": 8}, ("max_model_len", 8)),
        ({"backend": "vllm", "window": 7, "max_model_len": 8}, ("window", 7)),
    ],
)
def test_the_room_for_a_prompt_and_its_reply(entry, expected):
    assert model(**entry).room == expected


@pytest.mark.parametrize(
    ("retired", "is_past"),
    [
        (None, False),
        ("2026-10-23", True),
        ("2026-10-24", False),
        ("2026-10", True),
        ("2025", True),
        ("2027", False),
    ],
)
def test_retired_on(retired, is_past):
    assert model(retired=retired).retired_on(date(2026, 10, 23)) == (retired if is_past else None)


def test_weights_do_not_retire():
    assert model("llama_cpp").retired_on(date(2026, 10, 23)) is None


SETTINGS = {"temperature": 0.7, "max_tokens": 4096}


@pytest.mark.parametrize(
    ("own", "sent"),
    [
        ({"temperature": 0, "max_tokens": 256}, {"temperature": 0.7, "max_tokens": 4096}),
        ({"max_completion_tokens": 9}, {"max_completion_tokens": 4096}),
        ({"temperature": None, "max_output_tokens": 9}, {"temperature": None, "max_output_tokens": 4096}),
        (
            {"max_tokens": None, "max_completion_tokens": 9, "reasoning_effort": "low"},
            {"max_tokens": None, "max_completion_tokens": 4096, "reasoning_effort": "low"},
        ),
        ({"temperature": 1}, {"temperature": 0.7}),
    ],
)
def test_a_setting_goes_under_the_models_own_name_and_never_where_it_sends_none(own, sent):
    entry = model(parameters=own)
    assert entry.as_asked(SETTINGS, begins_answer=False).parameters == sent
    assert entry.parameters == own


def test_parameters_of_no_task_are_the_models_own():
    entry = model(assistant_prefill="FINAL ANSWER: ")
    assert entry.as_asked({}, begins_answer=True) == entry
    assert entry.as_asked({}, begins_answer=False).assistant_prefill is None


def test_parameters_are_what_the_entry_says_and_nothing_else():
    entry = model(parameters={"temperature": None, "max_completion_tokens": 9})
    assert entry.parameters == {"temperature": None, "max_completion_tokens": 9}
    assert entry.sent_parameters == {"max_completion_tokens": 9}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"parameters": {"a": 1, "b": {"d": 1, "c": 2}}}, {"parameters": {"b": {"c": 2, "d": 1}, "a": 1}}),
        ({"served_as": ["b", "a"]}, {"served_as": ["a", "b"]}),
        ({"labels": {"b": 1, "a": 2}}, {"labels": {"a": 2, "b": 1}}),
    ],
    ids=["parameters", "served_as", "labels"],
)
def test_the_order_in_which_an_entry_is_written_means_nothing(one, other):
    assert json.dumps(model(**one).as_json()) == json.dumps(model(**other).as_json())


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_entry_survives_json(backend):
    entry = model(backend, label="Mine", labels={"n": 3, "x": 0.5, "open": True})
    assert read_model(json.loads(json.dumps(entry.as_json()))) == entry


@pytest.mark.parametrize(
    "change",
    [{"label": "Another"}, {"labels": {"team": "a"}}, {"published_as": "GPT4o"}],
    ids=["label", "labels", "published_as"],
)
def test_how_a_model_is_drawn_asks_nobody(change):
    assert model(**change).as_queried() == model().as_queried()
    assert read_model(model(**change).as_queried()).id == "mine"


@pytest.mark.parametrize("change", [{"id": "x"}, {"system": None}, {"timeout_s": 9.0}, {"served_as": ["x"]}])
def test_what_a_models_job_depends_on(change):
    assert model(**change).as_queried() != model().as_queried()


def test_the_names_under_which_a_model_may_answer():
    assert model(id="x", served_as=["x-2026"]).served_names == {"x", "x-2026"}


@pytest.mark.parametrize(
    ("backend", "weights", "is_allowed"),
    [
        ("llama_cpp", {"package": "p", "file": "f"}, True),
        ("llama_cpp", {"path": "x", "package": None}, True),
        ("llama_cpp", {"package": "p"}, False),
        ("llama_cpp", {"path": "x", "file": "f"}, False),
        ("vllm", {"hub": "x", "revision": "r"}, True),
        ("vllm", {"path": "x", "revision": "r"}, True),
        ("vllm", {"path": "x", "hub": "x"}, False),
        ("vllm", {"revision": "r"}, False),
    ],
)
def test_forms_of_weights(backend, weights, is_allowed):
    if is_allowed:
        assert model(backend, weights=weights).weights
    else:
        with pytest.raises(ValidationError, match="given; allowed: "):
            model(backend, weights=weights)


def test_the_keys_of_weights_are_those_of_their_forms():
    for kind in (GgufWeights, VllmModel.model_fields["weights"].annotation):
        assert set(kind.model_fields) == frozenset().union(*kind.forms)


def test_gpus_of_one_copy():
    assert model("vllm", tensor_parallel_size=4, pipeline_parallel_size=2).n_gpus == 8
