"""What is said before a model is loaded, by what there is."""

from __future__ import annotations

import re

import pytest

from fake_vllm import vllm_model
from findorigin.backends.vllm import checks as vllm_checks
from findorigin.backends.vllm.checks import cached_tokens, check_gpus, is_fp8, memory_needed, notes, room_for
from findorigin.backends.vllm.weights import Weights
from findorigin.common.errors import UserError
from findorigin.planning.identity import Identity

GIB = 2**30
LLAMA_8B = {
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "hidden_size": 4096,
    "max_position_embeddings": 131072,
    "quantization_config": {
        "quant_method": "compressed-tensors",
        "config_groups": {"group_0": {"weights": {"type": "float"}}},
    },
}


def model(**changes):
    return vllm_model("weights", **changes)


def weights(gib=9, **config):
    return Weights(
        "weights",
        None,
        True,
        Identity("r", "t"),
        {"model.safetensors": int(gib * GIB)},
        {**LLAMA_8B, **config},
        "{{ x }}",
    )


def gpu(total=80, free=None, name="H100", capability=(9, 0)):
    free = total - 1 if free is None else free
    return {
        "name": name,
        "total_bytes": total * GIB,
        "free_bytes": free * GIB,
        "capability": list(capability),
    }


def facts(*gpus, device="cuda"):
    return {"vllm": "vllm 0.33.0", "torch": "2", "device": device, "gpus": list(gpus)}


REFUSED = {
    "no GPU": (model(), facts(device="none"), "no GPU to be seen by this job.* it needs 1"),
    "too few GPUs": (
        model(tensor_parallel_size=4, pipeline_parallel_size=2),
        facts(gpu()),
        r"8 GPUs needed \(tensor_parallel_size 4 x pipeline_parallel_size 2\), 1 there",
    ),
    "too old": (
        model(),
        facts(gpu(capability=(7, 0), name="V100")),
        r"V100\) has compute capability 7\.0; vLLM needs 7\.5",
    ),
}


@pytest.mark.parametrize(("asked", "there", "line"), REFUSED.values(), ids=REFUSED)
def test_what_can_not_run_is_one_line(asked, there, line):
    with pytest.raises(UserError, match=line) as caught:
        check_gpus(asked, there)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("Llama: ")


FINE = {
    "one GPU": (model(), facts(gpu())),
    "two of eight": (model(tensor_parallel_size=2), facts(*[gpu()] * 8)),
    "in use": (model(), facts(gpu(free=20))),
    "a build for CPUs": (model(tensor_parallel_size=2), facts(device="cpu")),
    "GPUs of other nodes": (
        model(
            tensor_parallel_size=8,
            pipeline_parallel_size=2,
            server_arguments={"distributed-executor-backend": "ray"},
        ),
        facts(*[gpu()] * 8),
    ),
}


@pytest.mark.parametrize(("asked", "there"), FINE.values(), ids=FINE)
def test_what_can_run_passes(asked, there):
    check_gpus(asked, there)


DOUBTFUL = {
    "weights too large": (
        model(),
        weights(70),
        facts(gpu(total=48, name="L40S")),
        r"GPU 0 \(L40S\) may be too small.* 70\.5 GiB on each of 1, 43\.2 GiB are there \(90% of 48\.0\)",
    ),
    "weights too large for their share": (
        model(tensor_parallel_size=2),
        weights(400),
        facts(gpu(), gpu()),
        r"GPU 0 \(H100\).* 200\.2 GiB on each of 2, .* raise tensor_parallel_size",
    ),
    "memory in use": (
        model(),
        weights(),
        facts(gpu(free=20)),
        r"another program holds its memory, 20\.0 GiB are free and vLLM will want 72\.0; if it fails, end",
    ),
}


@pytest.mark.parametrize(("asked", "files", "there", "line"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_too_little_memory_is_a_line_with_the_numbers(asked, files, there, line):
    check_gpus(asked, there)
    said = notes(asked, there, files, 4096)
    assert re.search(line, said[0]) and len(said) == len(there["gpus"])


def test_enough_memory_is_not_worth_a_line():
    assert notes(model(), facts(gpu()), weights(), 4096) == []
    assert notes(model(gpu_memory_utilization=0.2), facts(gpu(free=20)), weights(), 4096) == []


def test_the_memory_is_a_share_of_the_weights_and_one_prompts_keys_and_values():
    # 2 x 32 layers x 8 heads x 128 numbers x 2 bytes = 128 KiB for a token.
    assert memory_needed(model(), weights(8), 8192) == 8 * GIB + 8192 * 2**17
    assert memory_needed(model(kv_cache_dtype="fp8"), weights(8), 8192) == 8 * GIB + 8192 * 2**16
    assert memory_needed(model(tensor_parallel_size=2), weights(8), 8192) == 4 * GIB + 8192 * 2**16
    assert memory_needed(model(quantization="fp8"), weights(16, quantization_config=None), 0) == 8 * GIB
    assert memory_needed(model(quantization="compressed-tensors"), weights(8), 0) == 8 * GIB


LAYERS = {
    "all layers alike": ({"num_hidden_layers": 32}, 32 * 50_000),
    "every layer with a window": ({"num_hidden_layers": 32, "sliding_window": 4096}, 32 * 4096),
    "a window wider than the prompt": ({"num_hidden_layers": 4, "sliding_window": 131072}, 4 * 50_000),
    "a window that is not used": (
        {"num_hidden_layers": 4, "sliding_window": 4096, "use_sliding_window": False},
        4 * 50_000,
    ),
    "one full layer in six": (
        {"layer_types": ["sliding_attention"] * 5 + ["full_attention"], "sliding_window": 1024},
        5 * 1024 + 50_000,
    ),
    "layers without keys": ({"layer_types": ["linear_attention"] * 3 + ["full_attention"]}, 50_000),
    "layers in chunks": (
        {"layer_types": ["chunked_attention"] * 3 + ["full_attention"], "attention_chunk_size": 8192},
        3 * 8192 + 50_000,
    ),
    "a kind yet unknown": ({"layer_types": ["new_attention"]}, 50_000),
    "nothing said": ({}, 0),
}


@pytest.mark.parametrize(("config", "tokens"), LAYERS.values(), ids=LAYERS)
def test_what_layers_keep_of_a_prompt(config, tokens):
    assert cached_tokens(config, 50_000) == tokens


def test_a_model_with_sliding_windows_fits_where_a_full_one_would_not():
    gemma = {"layer_types": (["sliding_attention"] * 5 + ["full_attention"]) * 8, "sliding_window": 1024}
    there, length = facts(gpu(total=24, name="L4", capability=(8, 9))), 131072
    assert notes(model(), there, weights(12, num_hidden_layers=48, **gemma), length) == []
    assert "may be too small" in notes(model(), there, weights(12, num_hidden_layers=48), length)[0]


FP8 = {
    "published so": (model(), weights(), True),
    "asked for": (model(quantization="fp8_per_channel"), weights(quantization_config=None), True),
    "fp8 by its name": (model(), weights(quantization_config={"quant_method": "fp8"}), True),
    "16 bit": (model(), weights(quantization_config=None), False),
    "4 bit": (model(), weights(quantization_config={"quant_method": "awq"}), False),
}


@pytest.mark.parametrize(("asked", "files", "expected"), FP8.values(), ids=FP8)
def test_which_weights_are_fp8(asked, files, expected):
    assert is_fp8(asked, files) is expected


def test_a_gpu_without_fp8_is_told_and_so_is_a_cpu():
    ampere = facts(gpu(name="A100", capability=(8, 0)))
    assert "A100 (compute capability 8.0) has no FP8 units" in notes(model(), ampere, weights(), 512)[0]
    assert notes(model(), ampere, weights(quantization_config=None), 512) == []
    assert notes(model(), facts(gpu(name="L4", capability=(8, 9))), weights(), 512) == []
    assert "runs on the CPU" in notes(model(), facts(device="cpu"), weights(), 512)[0]


def test_room_for_the_longest_prompt():
    assert room_for(model(), weights(), 10_000, "cell") == 11_008  # 1.05 x (10,000 + 256) + 128, by 256s
    assert room_for(model(max_model_len=16384), weights(), 10_000, "cell") == 16384
    assert room_for(model(), weights(max_position_embeddings=8192), 7_900, "cell") == 8192
    assert room_for(model(parameters={}), weights(), 100, "cell") == 256


@pytest.mark.parametrize(
    ("asked", "files", "line"),
    [
        (
            model(max_model_len=8192),
            weights(),
            "cell and its reply need 10,256 tokens, more than max_model_len 8,192",
        ),
        (
            model(),
            weights(max_position_embeddings=8192),
            "more than the model's window of 8,192; ask for shorter",
        ),
    ],
)
def test_a_prompt_that_does_not_fit(asked, files, line):
    with pytest.raises(UserError, match=line):
        room_for(asked, files, 10_000, "cell")


def test_the_least_capability_is_below_that_of_fp8():
    assert vllm_checks.LEAST_CAPABILITY < vllm_checks.FP8_CAPABILITY
