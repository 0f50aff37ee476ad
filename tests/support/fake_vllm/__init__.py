"""A stand-in for a Python with vLLM: the same command line, the same addresses, no model.

`site` holds packages of the names that are imported (vllm, torch, transformers); `python_with_vllm` writes a
program that is Python with those on its path. FAKE_VLLM (JSON) says how it behaves: see `site/vllm`.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from findorigin.config.models import VllmModel

SITE = Path(__file__).resolve().parent / "site"
TEMPLATE = "{{ bos_token }}{% for message in messages %}{{ message['content'] }}{% endfor %}"
CONFIG = {
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "hidden_size": 128,
    "max_position_embeddings": 8192,
}
GPU = {"name": "Fake H100", "total": 80 * 2**30, "free": 79 * 2**30, "capability": [9, 0]}


def python_with_vllm(folder: Path, **behaviour: object) -> str:
    """Write the program and return its path; by default it sees one GPU of 80 GiB."""
    behaviour = {"gpus": [GPU], **behaviour}
    program = folder / "python-with-vllm"
    program.write_text(
        f"#!/bin/sh\nexport PYTHONPATH={shlex.quote(str(SITE))}\n"
        f"export FAKE_VLLM={shlex.quote(json.dumps(behaviour))}\n"
        f'exec {shlex.quote(sys.executable)} "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    return str(program)


def write_weights(
    folder: Path, *, template: str | None = TEMPLATE, n_bytes: int = 64, **config: object
) -> Path:
    """Write a folder that looks like a model's: config, tokenizer's config, weights of zeros (sparse)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps({**CONFIG, **config}), encoding="utf-8")
    settings = {} if template is None else {"chat_template": template}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    with (folder / "model.safetensors").open("wb") as file:
        file.truncate(n_bytes)
    return folder


def vllm_model(folder: Path, **changes: object) -> VllmModel:
    """Return a model that asks for the weights in a folder."""
    entry = {"slug": "tested", "label": "Llama", "backend": "vllm", "id": "fake", "start_timeout_s": 30.0}
    return VllmModel.model_validate({**entry, "weights": {"path": str(folder)}, **changes})
