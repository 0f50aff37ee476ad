from __future__ import annotations

from hashlib import sha256

import pytest

from findorigin.config.models import LlamaCppModel, OpenAIModel, VllmModel, read_model
from findorigin.planning.identity import Identity
from findorigin.planning.request_key import key_fields, request_key

PROMPT = "0" * 64
SENT = {"temperature": 0, "max_tokens": 256}
ENTRY = {
    "slug": "llama",
    "label": "Llama 3.1 8B",
    "published_as": None,
    "backend": "vllm",
    "id": "llama",
    "served_as": [],
    "system": "You are a helpful assistant.",
    "assistant_prefill": None,
    "parameters": SENT,
    "prices": None,
    "window": 131072,
    "max_in_flight": 8,
    "timeout_s": 60.0,
    "max_attempts": 6,
    "refusal_retries": None,
    "weights": {"hub": "org/llama", "revision": "abc"},
    "quantization": "fp8",
    "kv_cache_dtype": "auto",
    "tensor_parallel_size": 1,
    "max_model_len": None,
    "gpu_memory_utilization": 0.9,
    "seed": 0,
    "pipeline_parallel_size": 1,
    "chat_template": None,
    "server_arguments": {},
    "start_timeout_s": None,
    "gpu_model": None,
    "mem_mb": None,
    "runtime_min": None,
    "labels": {},
}
HOSTED = {"slug": "hosted", "backend": "openai", "id": "llama", "parameters": SENT}


def key_of(model, prompt=PROMPT, repeat=1, template="t", revision=None):
    return request_key(key_fields(model, prompt, repeat, Identity(revision, template)))


def key(entry=None, sent=SENT, **request):
    return key_of(read_model(ENTRY | {"parameters": sent} | (entry or {})), **request)


def hosted_key(**entry):
    return key_of(read_model(HOSTED | entry))


def test_the_key_is_fixed_for_ever():
    """A change here would ask, and pay for, every stored answer again."""
    canonical = (
        '{"backend":"vllm","base_url":null,"chat_template_sha256":"t","kv_cache_dtype":"auto","messages":'
        '{"assistant_prefill":null,"prompt_sha256":"' + PROMPT + '","system":"You are a helpful assistant."},'
        '"model":"llama","parameters":{"max_tokens":256,"temperature":0},"quantization":"fp8","repeat":1,'
        '"revision":"abc"}'
    )
    assert key() == sha256(canonical.encode()).hexdigest()
    assert key() == "01cbf60a4fdc9d4ebc6f64a623fd99f94a7bd99c7e67a38ae6744e3f4acbe9c3"


IN_THE_KEY = {
    "model id": {"entry": {"id": "llama-2"}},
    "weights revision": {"entry": {"weights": {"hub": "org/llama", "revision": "abd"}}},
    "digest of the weights": {"revision": "f" * 64},
    "quantization": {"entry": {"quantization": None}},
    "kv-cache dtype": {"entry": {"kv_cache_dtype": "fp8"}},
    "an argument of the server": {"entry": {"server_arguments": {"dtype": "float16"}}},
    "chat template": {"template": "u"},
    "no chat template": {"template": None},
    "system message": {"entry": {"system": "You are a pirate."}},
    "no system message": {"entry": {"system": None}},
    "empty system message": {"entry": {"system": ""}},
    "prefill": {"entry": {"assistant_prefill": 'FINAL ANSWER: "'}},
    "prompt": {"prompt": "1" * 64},
    "repeat": {"repeat": 2},
    "a parameter's value": {"sent": {**SENT, "temperature": 0.8}},
    "a parameter more": {"sent": {**SENT, "seed": 1}},
    "a parameter less": {"sent": {"max_tokens": 256}},
    "a parameter's name": {"sent": {"temperature": 0, "max_completion_tokens": 256}},
    "a number as text": {"sent": {**SENT, "temperature": "0"}},
    "a switch for a number": {"sent": {**SENT, "temperature": False}},
    "a nested parameter": {"sent": {**SENT, "reasoning": {"effort": "low"}}},
}


def test_every_field_of_the_key_changes_it():
    keys = {name: key(**change) for name, change in IN_THE_KEY.items()}
    hosted = {
        hosted_key(),
        hosted_key(backend="anthropic"),
        hosted_key(base_url="http://localhost:1234/v1"),
        hosted_key(base_url="http://localhost:1235/v1"),
    }
    assert len({key(), *keys.values(), *hosted}) == len(IN_THE_KEY) + 1 + 4


NOT_IN_THE_KEY = {
    "slug": "other",
    "label": "Llama",
    "published_as": "Llama3.1-8b",
    "served_as": ["llama-0125"],
    "prices": {"input": 1.0, "output": 2.0},
    "window": 1,
    "max_in_flight": 1,
    "timeout_s": 1.0,
    "max_attempts": 1,
    "refusal_retries": {"attempts": 2, "temperature": 0.8},
    "weights": {"path": "elsewhere", "revision": "abc"},
    "tensor_parallel_size": 8,
    "max_model_len": 4096,
    "gpu_memory_utilization": 0.1,
    "seed": 1,
    "pipeline_parallel_size": 2,
    "chat_template": "template.jinja",
    "start_timeout_s": 60.0,
    "gpu_model": "h100",
    "mem_mb": 64000,
    "runtime_min": 120,
    "labels": {"family": "llama"},
}


@pytest.mark.parametrize(("name", "value"), NOT_IN_THE_KEY.items(), ids=NOT_IN_THE_KEY)
def test_what_can_not_change_the_answer_does_not_change_the_key(name, value):
    assert key(entry={name: value}) == key()


@pytest.mark.parametrize(("name", "value"), [("api_key_env", "OTHER_KEY"), ("retired", "2026-01-01")])
def test_neither_does_what_only_hosted_models_have(name, value):
    assert hosted_key(**{name: value}) == hosted_key()


def test_every_field_of_an_entry_is_either_in_the_key_or_not():
    inside = {"backend", "id", "system", "assistant_prefill", "quantization", "kv_cache_dtype", "parameters"}
    known = inside | {"server_arguments"} | set(NOT_IN_THE_KEY)
    assert set(VllmModel.model_fields) == known
    assert set(OpenAIModel.model_fields) <= known | {"base_url", "api_key_env", "retired"}
    assert set(LlamaCppModel.model_fields) <= known | {"threads", "context"}


def test_neither_threads_nor_the_room_for_a_prompt_changes_the_key():
    entry = {"slug": "s", "backend": "llama_cpp", "id": "s", "weights": {"path": "w.gguf"}}
    keys = {
        key_of(read_model(entry | more), revision="digest")
        for more in ({}, {"threads": 2}, {"context": 4096}, {"weights": {"package": "p", "file": "*"}})
    }
    assert len(keys) == 1


SAME = {
    "0.0": {"temperature": 0.0, "max_tokens": 256},
    "-0.0": {"temperature": -0.0, "max_tokens": 256},
    "another order": {"max_tokens": 256, "temperature": 0},
    "a null is not sent": {"temperature": 0, "max_tokens": 256, "top_p": None},
}


@pytest.mark.parametrize("sent", SAME.values(), ids=SAME)
def test_equal_requests_have_one_key(sent):
    assert key(sent=sent) == key()


def test_a_slash_at_the_end_of_the_base_url_is_no_other_address():
    assert hosted_key(base_url="http://h/v1/") == hosted_key(base_url="http://h/v1")


def test_lists_keep_their_order_and_tuples_are_lists():
    assert request_key({"a": [1, 2]}) != request_key({"a": [2, 1]})
    assert request_key({"a": (1, 2.0)}) == request_key({"a": [1, 2]})


def test_any_text_has_a_key():
    assert len(request_key({"system": "\u2028 é 🧭 \ud800"})) == 64


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1: "x"}, {"x"}, b"x", object()])
def test_what_json_can_not_carry_is_refused(value):
    with pytest.raises(ValueError):
        request_key({"parameters": {"x": value}})
