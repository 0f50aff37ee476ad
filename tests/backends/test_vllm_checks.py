"""What is said before a model is loaded, by what there is."""

from __future__ import annotations

import pytest

from engine_inputs import ENTRY
from fake_vllm import vllm_entry
from findorigin.backends.vllm import checks as vllm_checks
from findorigin.backends.vllm.checks import check_gpus, is_fp8, memory_needed, notes, room_for
from findorigin.backends.vllm.weights import Identity, Weights
from findorigin.common.errors import UserError

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


def entry(**changes):
    return {**ENTRY, **vllm_entry("weights"), "label": "Llama", **changes}


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
    "no GPU": (entry(), weights(), facts(device="none"), "no GPU to be seen by this job.* it needs 1"),
    "too few GPUs": (
        entry(tensor_parallel_size=4, pipeline_parallel_size=2),
        weights(),
        facts(gpu()),
        r"8 GPUs needed \(tensor_parallel_size 4 x pipeline_parallel_size 2\), 1 there",
    ),
    "weights too large": (
        entry(),
        weights(70),
        facts(gpu(total=48, name="L40S")),
        r"GPU 0 \(L40S\): 70\.5 GiB needed on each of 1 .* 43\.2 GiB there \(90% of 48\.0\)",
    ),
    "weights too large for their share": (
        entry(tensor_parallel_size=2),
        weights(400),
        facts(gpu(), gpu()),
        r"GPU 0 \(H100\): 200\.2 GiB needed on each of 2 .* raise tensor_parallel_size",
    ),
    "memory in use": (
        entry(),
        weights(),
        facts(gpu(free=20)),
        r"another program holds its memory, 20\.0 GiB are free and 72\.0 GiB wanted; end it",
    ),
    "too old": (
        entry(),
        weights(),
        facts(gpu(capability=(7, 0), name="V100")),
        r"V100\) has compute capability 7\.0; vLLM needs 7\.5",
    ),
}


@pytest.mark.parametrize(("asked", "files", "there", "line"), REFUSED.values(), ids=REFUSED)
def test_what_can_not_run_is_one_line(asked, files, there, line):
    with pytest.raises(UserError, match=line) as caught:
        check_gpus(asked, there, files, 4096)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("Llama: ")


FINE = {
    "one GPU": (entry(), facts(gpu())),
    "two of eight": (entry(tensor_parallel_size=2), facts(*[gpu()] * 8)),
    "in use, but a small share is wanted": (entry(gpu_memory_utilization=0.2), facts(gpu(free=20))),
    "a build for CPUs": (entry(tensor_parallel_size=2), facts(device="cpu")),
    "GPUs of other nodes": (
        entry(
            tensor_parallel_size=8,
            pipeline_parallel_size=2,
            server_arguments={"distributed-executor-backend": "ray"},
        ),
        facts(*[gpu()] * 8),
    ),
}


@pytest.mark.parametrize(("asked", "there"), FINE.values(), ids=FINE)
def test_what_can_run_passes(asked, there):
    check_gpus(asked, there, weights(), 4096)


def test_the_memory_is_a_share_of_the_weights_and_one_prompts_keys_and_values():
    # 2 x 32 layers x 8 heads x 128 numbers x 2 bytes = 128 KiB for a token.
    assert memory_needed(entry(), weights(8), 8192) == 8 * GIB + 8192 * 2**17
    assert memory_needed(entry(kv_cache_dtype="fp8"), weights(8), 8192) == 8 * GIB + 8192 * 2**16
    assert memory_needed(entry(tensor_parallel_size=2), weights(8), 8192) == 4 * GIB + 8192 * 2**16
    assert memory_needed(entry(quantization="fp8"), weights(16, quantization_config=None), 0) == 8 * GIB
    assert memory_needed(entry(quantization="compressed-tensors"), weights(8), 0) == 8 * GIB


FP8 = {
    "published so": (entry(), weights(), True),
    "asked for": (entry(quantization="fp8_per_channel"), weights(quantization_config=None), True),
    "fp8 by its name": (entry(), weights(quantization_config={"quant_method": "fp8"}), True),
    "16 bit": (entry(), weights(quantization_config=None), False),
    "4 bit": (entry(), weights(quantization_config={"quant_method": "awq"}), False),
}


@pytest.mark.parametrize(("asked", "files", "expected"), FP8.values(), ids=FP8)
def test_which_weights_are_fp8(asked, files, expected):
    assert is_fp8(asked, files) is expected


def test_a_gpu_without_fp8_is_told_and_so_is_a_cpu():
    ampere = facts(gpu(name="A100", capability=(8, 0)))
    assert "A100 (compute capability 8.0) has no FP8 units" in notes(entry(), ampere, weights())[0]
    assert notes(entry(), ampere, weights(quantization_config=None)) == []
    assert notes(entry(), facts(gpu(name="L4", capability=(8, 9))), weights()) == []
    assert "runs on the CPU" in notes(entry(), facts(device="cpu"), weights())[0]


def test_room_for_the_longest_prompt():
    assert room_for(entry(), weights(), 10_000, "cell") == 11_008  # 1.05 x (10,000 + 256) + 128, by 256s
    assert room_for(entry(max_model_len=16384), weights(), 10_000, "cell") == 16384
    assert room_for(entry(), weights(max_position_embeddings=8192), 7_900, "cell") == 8192
    assert room_for(entry(parameters={}), weights(), 100, "cell") == 256


@pytest.mark.parametrize(
    ("asked", "files", "line"),
    [
        (
            entry(max_model_len=8192),
            weights(),
            "cell and its reply need 10,256 tokens, more than max_model_len 8,192",
        ),
        (
            entry(),
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
