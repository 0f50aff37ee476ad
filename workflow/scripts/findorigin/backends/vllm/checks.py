"""What must hold before vLLM loads a model, which may take half an hour: one clear line if it doesn't."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from findorigin.backends.vllm.probe import Facts
from findorigin.backends.vllm.weights import Weights
from findorigin.common.errors import UserError
from findorigin.config.models import AnyModel, VllmModel

GIB = 2**30
DEFAULT_UTILIZATION = 0.9  # near vLLM's own, which moves
LEAST_CAPABILITY = (7, 5)
FP8_CAPABILITY = (8, 9)

# Room above the longest prompt: others may have a few tokens more by the model's own count.
SPARE_SHARE, SPARE_TOKENS, ROUND_TO = 1.05, 128, 256

BYTES_OF_DTYPE = {"fp8": 1, "fp8_e4m3": 1, "fp8_e5m2": 1, "float32": 4}


def check_gpus(model: VllmModel, facts: Facts) -> None:
    """Raise UserError where the GPUs are too few or too old for vLLM; a build for CPUs needs none."""
    gpus, needed = facts["gpus"], model.n_gpus
    if facts["device"] == "cpu":
        return
    if not gpus:
        raise UserError(
            f"{model.label}: no GPU to be seen by this job (vLLM's device: {facts['device']}); it needs "
            f"{needed}. Run it where there is one, and see that a cluster's job asks for it"
        )
    if len(gpus) < needed and not uses_other_nodes(model):
        raise UserError(
            f"{model.label}: {needed} GPUs needed (tensor_parallel_size {model.tensor_parallel_size} x "
            f"pipeline_parallel_size {model.pipeline_parallel_size}), {len(gpus)} there"
        )
    for index, gpu in enumerate(gpus[:needed]):
        if tuple(gpu["capability"]) < LEAST_CAPABILITY:
            raise UserError(
                f"{model.label}: GPU {index} ({gpu['name']}) has compute capability "
                f"{_version(gpu['capability'])}; vLLM needs {_version(LEAST_CAPABILITY)} or more"
            )


def notes(model: VllmModel, facts: Facts, weights: Weights, max_model_len: int) -> list[str]:
    """Return what is no error, but worth a line in the log: slow, without FP8 units, perhaps too small."""
    if facts["device"] == "cpu":
        return ["this vLLM runs on the CPU: slow, and meant for tests"]
    found = memory_notes(model, facts, weights, max_model_len)
    weak = [gpu for gpu in facts["gpus"] if tuple(gpu["capability"]) < FP8_CAPABILITY]
    if weak and is_fp8(model, weights):
        found.append(
            f"{weak[0]['name']} (compute capability {_version(weak[0]['capability'])}) has no FP8 units: "
            f"vLLM keeps the weights in FP8 and computes in 16 bit; {_version(FP8_CAPABILITY)} or more has it"
        )
    return found


def memory_notes(model: VllmModel, facts: Facts, weights: Weights, max_model_len: int) -> list[str]:
    """Return a line for each GPU whose memory may not do, with the numbers; vLLM itself has the last word."""
    needed = memory_needed(model, weights, max_model_len)
    share = model.gpu_memory_utilization or DEFAULT_UTILIZATION
    found = []
    for index, gpu in enumerate(facts["gpus"][: model.n_gpus]):
        name, room, free = f"GPU {index} ({gpu['name']})", gpu["total_bytes"] * share, gpu["free_bytes"]
        if needed > room:
            found.append(
                f"{name} may be too small: weights and one prompt take some {needed / GIB:.1f} GiB on each "
                f"of {model.n_gpus}, {room / GIB:.1f} GiB are there ({share:.0%} of "
                f"{gpu['total_bytes'] / GIB:.1f}); if vLLM fails, raise tensor_parallel_size, or take a "
                "larger GPU"
            )
        elif room > free:
            found.append(
                f"{name}: another program holds its memory, {free / GIB:.1f} GiB are free and vLLM will "
                f"want {room / GIB:.1f}; if it fails, end that program, or set gpu_memory_utilization below "
                f"{share}"
            )
    return found


def is_fp8(model: VllmModel, weights: Weights) -> bool:
    """Return whether the weights are FP8, as published or made so while loading."""
    if model.quantization:
        return "fp8" in model.quantization
    published = _published_quantization(weights)
    groups = published.get("config_groups") or {}
    floats = any((group.get("weights") or {}).get("type") == "float" for group in groups.values())
    return "fp8" in str(published.get("quant_method")) or floats


def _published_quantization(weights: Weights) -> Mapping[str, Any]:
    return weights.config.get("quantization_config") or weights.config.get("compression_config") or {}


def uses_other_nodes(model: VllmModel) -> bool:
    """Return whether vLLM is told to look for GPUs beyond this machine."""
    arguments = model.server_arguments
    return arguments.get("distributed-executor-backend") == "ray" or "nnodes" in arguments


def memory_needed(model: VllmModel, weights: Weights, max_model_len: int) -> float:
    """Return an estimate of the bytes needed on each GPU: its share of the weights and of one prompt's cache.

    Weights that are made FP8 while loading are counted at half. What vLLM needs beyond (activations, graphs,
    a few GiB) depends on the GPU: vLLM itself says if it doesn't get it.
    """
    config = _text_config(weights)
    loaded: float = weights.weight_bytes
    if "fp8" in (model.quantization or "") and not _published_quantization(weights):
        loaded /= 2
    heads = config.get("num_attention_heads") or 0
    size = config.get("head_dim") or (config.get("hidden_size", 0) // heads if heads else 0)
    values = 2 * (config.get("num_key_value_heads") or heads) * size * cached_tokens(config, max_model_len)
    cache = values * BYTES_OF_DTYPE.get(model.kv_cache_dtype or "auto", 2)
    return float(loaded + cache) / model.n_gpus


def cached_tokens(config: Mapping[str, Any], n_tokens: int) -> int:
    """Return how many tokens' keys and values all layers together keep of one prompt.

    A layer with a sliding window keeps no more than its window, one of linear attention none. `config` is the
    model's config.json: layer_types where it has them, else sliding_window for all layers.
    """
    window = config.get("sliding_window") if config.get("use_sliding_window", True) else None
    kept = {
        "full_attention": n_tokens,
        "sliding_attention": min(n_tokens, window or n_tokens),
        "chunked_attention": min(n_tokens, config.get("attention_chunk_size") or n_tokens),
        "linear_attention": 0,
    }
    all_alike = ["sliding_attention"] * config.get("num_hidden_layers", 0)
    layers: Sequence[str] = config.get("layer_types") or all_alike
    return sum(kept.get(layer, n_tokens) for layer in layers)


def _text_config(weights: Weights) -> Mapping[str, Any]:
    """Return the part of config.json that describes the language model."""
    return weights.config.get("text_config") or weights.config


def model_window(weights: Weights) -> int | None:
    """Return the tokens that the model can take, by its config.json."""
    window: int | None = _text_config(weights).get("max_position_embeddings")
    return window


def room_for(model: AnyModel, weights: Weights, n_tokens: int, longest: str) -> int:
    """Return max_model_len: the registry's, or just above the longest prompt and its reply.

    `model` is a vLLM model as the longest prompt's task asks it, `n_tokens` that prompt's length by the
    model's own count. Raises UserError where it and its reply don't fit.
    """
    window = model_window(weights)
    needed = n_tokens + (model.output_limit or 1)
    given = model.max_model_len if isinstance(model, VllmModel) else None
    line = f"{model.label}: {longest} and its reply need {needed:,} tokens, more than"
    if given is not None and needed > given:
        raise UserError(f"{line} max_model_len {given:,}; leave that key out, or raise it")
    if window is not None and needed > window:
        raise UserError(f"{line} the model's window of {window:,}; ask for shorter prompts")
    if given is not None:
        return given
    room = -(-int(needed * SPARE_SHARE + SPARE_TOKENS) // ROUND_TO) * ROUND_TO
    return room if window is None else min(room, window)


def _version(capability: Sequence[int]) -> str:
    return f"{capability[0]}.{capability[1]}"
