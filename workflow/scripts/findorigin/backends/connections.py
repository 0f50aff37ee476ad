"""How a model is reached, by its backend: a module each, imported when it is needed.

So asking one vendor needs one SDK. Each module has `connect(model, longest)`.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import Any, cast

from findorigin.backends.base import Backend
from findorigin.config.models import AnyModel
from findorigin.planning.requests import PromptRequest

# A vendor's entry: its backend's name and the module that asks it.
MODULES = {
    "openai": "findorigin.backends.openai",
    "anthropic": "findorigin.backends.anthropic",
    "gemini": "findorigin.backends.gemini",
    "vllm": "findorigin.backends.vllm.connection",
    "llama_cpp": "findorigin.backends.llama_cpp.connection",
    "control": "findorigin.backends.control",
}


def connect(
    model: AnyModel,
    longest: PromptRequest,
    **server: Any,  # noqa: ANN401
) -> AbstractAsyncContextManager[Backend]:
    """Return a context that reaches the model, after the checks that cost nothing; on leaving, it is closed.

    `longest` is the longest request that will be made: a server that the job starts makes room for it.
    `server` is what the backend's own `connect` takes besides (vllm: python, log, journal). Entering raises
    UserError, or UnavailableError for a model that its vendor has shut down.
    """
    module = import_module(MODULES[model.backend])
    return cast("AbstractAsyncContextManager[Backend]", module.connect(model, longest, **server))
