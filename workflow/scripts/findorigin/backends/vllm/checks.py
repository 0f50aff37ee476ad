"""What must hold before vLLM loads a model, which may take half an hour: one clear line if it doesn't."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from findorigin.backends.base import output_limit
from findorigin.backends.vllm.weights import Weights
from findorigin.common.errors import UserError

GIB = 2**30
DEFAULT_UTILIZATION = 0.9  # near vLLM's own, which moves
LEAST_CAPABILITY = (7, 5)
FP8_CAPABILITY = (8, 9)

# Room above the longest prompt: others may have a few tokens more by the model's own count.
SPARE_SHARE, SPARE_TOKENS, ROUND_TO = 1.05, 128, 256

BYTES_OF_DTYPE = {"fp8": 1, "fp8_e4m3": 1, "fp8_e5m2": 1, "float32": 4}


def check_installed(entry: Mapping[str, Any], facts: Mapping[str, Any], python: str) -> None:
    """Raise UserError where the Python that is to run the server has no vLLM."""
    if facts["vllm"] is None:
        raise UserError(
            f"{entry['label']}: {python} has no vLLM; run with --sdm conda, which makes the environment of "
            "envs/vllm.yaml, or name a Python that has it in the configuration's vllm_python"
        )


def check_gpus(
    entry: Mapping[str, Any], facts: Mapping[str, Any], weights: Weights, max_model_len: int
) -> None:
    """Raise UserError where the GPUs are too few, too old, too small or in use; a CPU build needs none."""
    label, gpus, needed = entry["label"], facts["gpus"], gpus_needed(entry)
    if facts["device"] == "cpu":
        return
    if not gpus:
        raise UserError(
            f"{label}: no GPU to be seen by this job (vLLM's device: {facts['device']}); it needs {needed}. "
            "Run it where there is one, and see that a cluster's job asks for it"
        )
    if len(gpus) < needed and not uses_other_nodes(entry):
        raise UserError(
            f"{label}: {needed} GPUs needed (tensor_parallel_size {entry['tensor_parallel_size']} x "
            f"pipeline_parallel_size {entry['pipeline_parallel_size']}), {len(gpus)} there"
        )
    bytes_needed = memory_needed(entry, weights, max_model_len)
    for index, gpu in enumerate(gpus[:needed]):
        _check_gpu(entry, index, gpu, bytes_needed)


def _check_gpu(entry: Mapping[str, Any], index: int, gpu: Mapping[str, Any], needed: float) -> None:
    label = f"{entry['label']}: GPU {index} ({gpu['name']})"
    if tuple(gpu["capability"]) < LEAST_CAPABILITY:
        raise UserError(
            f"{label} has compute capability {_version(gpu['capability'])}; vLLM needs "
            f"{_version(LEAST_CAPABILITY)} or more"
        )
    share = entry["gpu_memory_utilization"] or DEFAULT_UTILIZATION
    room = gpu["total_bytes"] * share
    if needed > room:
        raise UserError(
            f"{label}: {needed / GIB:.1f} GiB needed on each of {gpus_needed(entry)} for weights and one "
            f"prompt, {room / GIB:.1f} GiB there ({share:.0%} of {gpu['total_bytes'] / GIB:.1f}); raise "
            "tensor_parallel_size, or take a larger GPU"
        )
    if room > gpu["free_bytes"]:
        raise UserError(
            f"{label}: another program holds its memory, {gpu['free_bytes'] / GIB:.1f} GiB are free and "
            f"{room / GIB:.1f} GiB wanted; end it, or set gpu_memory_utilization below {share}"
        )


def notes(entry: Mapping[str, Any], facts: Mapping[str, Any], weights: Weights) -> list[str]:
    """Return what is no error, but worth a line in the log."""
    found = []
    if facts["device"] == "cpu":
        found.append("this vLLM runs on the CPU: slow, and meant for tests")
    weak = [gpu for gpu in facts["gpus"] if tuple(gpu["capability"]) < FP8_CAPABILITY]
    if weak and is_fp8(entry, weights):
        found.append(
            f"{weak[0]['name']} (compute capability {_version(weak[0]['capability'])}) has no FP8 units: "
            f"vLLM keeps the weights in FP8 and computes in 16 bit; {_version(FP8_CAPABILITY)} or more has it"
        )
    return found


def is_fp8(entry: Mapping[str, Any], weights: Weights) -> bool:
    """Return whether the weights are FP8, as published or made so while loading."""
    if entry["quantization"]:
        return "fp8" in entry["quantization"]
    published = weights.config.get("quantization_config") or weights.config.get("compression_config") or {}
    groups = published.get("config_groups") or {}
    floats = any((group.get("weights") or {}).get("type") == "float" for group in groups.values())
    return "fp8" in str(published.get("quant_method")) or floats


def gpus_needed(entry: Mapping[str, Any]) -> int:
    """Return how many GPUs one copy of the model takes."""
    return entry["tensor_parallel_size"] * entry["pipeline_parallel_size"]


def uses_other_nodes(entry: Mapping[str, Any]) -> bool:
    """Return whether vLLM is told to look for GPUs beyond this machine."""
    arguments = entry["server_arguments"]
    return arguments.get("distributed-executor-backend") == "ray" or "nnodes" in arguments


def memory_needed(entry: Mapping[str, Any], weights: Weights, max_model_len: int) -> float:
    """Return an estimate of the bytes needed on each GPU: its share of the weights and of one prompt's cache.

    Weights that are made FP8 while loading are counted at half. What vLLM needs beyond (activations, graphs,
    a few GiB) depends on the GPU: vLLM itself says if it doesn't get it.
    """
    config = weights.config.get("text_config") or weights.config
    loaded = weights.weight_bytes
    published = weights.config.get("quantization_config") or weights.config.get("compression_config")
    if not published and entry["quantization"] and "fp8" in entry["quantization"]:
        loaded /= 2
    heads = config.get("num_attention_heads") or 0
    size = config.get("head_dim") or (config.get("hidden_size", 0) // heads if heads else 0)
    values = 2 * config.get("num_hidden_layers", 0) * (config.get("num_key_value_heads") or heads) * size
    cache = values * BYTES_OF_DTYPE.get(entry["kv_cache_dtype"] or "auto", 2) * max_model_len
    return (loaded + cache) / gpus_needed(entry)


def model_window(weights: Weights) -> int | None:
    """Return the tokens that the model can take, by its config.json."""
    config = weights.config.get("text_config") or weights.config
    return config.get("max_position_embeddings")


def room_for(entry: Mapping[str, Any], weights: Weights, n_tokens: int, longest: str) -> int:
    """Return max_model_len: the entry's, or just above the longest prompt and its reply.

    Raises UserError where the longest prompt, by the model's own count, and its reply don't fit.
    """
    window = model_window(weights)
    needed = n_tokens + (output_limit(entry["parameters"]) or 1)
    given = entry["max_model_len"]
    if given is not None and needed > given:
        raise UserError(
            f"{entry['label']}: {longest} and its reply need {needed:,} tokens, more than max_model_len "
            f"{given:,}; leave that key out, or raise it"
        )
    if window is not None and needed > window:
        raise UserError(
            f"{entry['label']}: {longest} and its reply need {needed:,} tokens, more than the model's window "
            f"of {window:,}; ask for shorter prompts"
        )
    if given is not None:
        return given
    room = -(-int(needed * SPARE_SHARE + SPARE_TOKENS) // ROUND_TO) * ROUND_TO
    return room if window is None else min(room, window)


def _version(capability: tuple[int, int] | list[int]) -> str:
    return f"{capability[0]}.{capability[1]}"
