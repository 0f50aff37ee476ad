"""The key of a request: equal for requests that must never be paid twice, different for all others.

In the key: backend, base URL, model id, weights revision or digest, quantization, kv-cache dtype,
chat-template hash, the messages (system, the prompt by its SHA-256, the assistant's prefill), every parameter
sent, further arguments of a local server if there are any, the repeat.
Not in the key: the model's slug, label and labels, served names, published name, the variable with the API
key, prices, window, retirement date, limits in flight, timeouts, attempts, refusal retries, threads, context
and max_model_len, tensor and pipeline parallelism, GPU memory and what a cluster is asked for, the time to
start, the path or package of the weights (their digest is) and of a template (its hash is), the server's seed
(a seed that is sent is a parameter).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from findorigin.config.models import AnyModel
from findorigin.planning.identity import Identity


def key_fields(model: AnyModel, prompt_sha256: str, repeat: int, identity: Identity) -> dict[str, Any]:
    """Return the request that `request_key` hashes, for a model as a task asks it.

    The revision is the digest of the weights where they are a file; for weights from a hub the entry's own
    revision is used if `identity` names none.
    """
    weights = getattr(model, "weights", None)
    arguments = getattr(model, "server_arguments", None)
    pinned = getattr(weights, "revision", None)
    return {
        "backend": model.backend,
        "base_url": model.address.rstrip("/") if model.address else None,
        "model": model.id,
        "revision": identity.revision if identity.revision is not None else pinned,
        "quantization": getattr(model, "quantization", None),
        "kv_cache_dtype": getattr(model, "kv_cache_dtype", None),
        "chat_template_sha256": identity.chat_template_sha256,
        "messages": {
            "system": model.system,
            "prompt_sha256": prompt_sha256,
            "assistant_prefill": model.assistant_prefill,
        },
        "parameters": model.sent_parameters,
        "repeat": repeat,
        **({"server_arguments": arguments} if arguments else {}),
    }


def request_key(request: Mapping[str, Any]) -> str:
    """Return the SHA-256 (64 hexadecimal digits) of the canonical JSON of `request`.

    Canonical: names sorted, no spaces, ASCII, equal numbers written alike (0, 0.0 and -0.0 are one number,
    True is none). Raises ValueError for what JSON can't carry.
    """
    text = json.dumps(_canonical(request), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(text.encode("ascii")).hexdigest()


def _canonical(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise ValueError(f"names in a request must be text, not {list(value)}")
        return {name: _canonical(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_canonical(member) for member in value]
    if isinstance(value, float) and math.isfinite(value) and value.is_integer():
        return int(value)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise ValueError(f"a request can't hold {value!r} of type {type(value).__name__}")
