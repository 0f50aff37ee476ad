"""How the controls answer a prompt of any task: its folder's `controls.py` says."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from findorigin.common.cells import Status


def oracle(task: str, prompt: str) -> str:
    """Return the reply of one who reads the answer off the prompt."""
    return cast("str", _controls(task).oracle(prompt))


def guess(task: str, prompt: str, draw: int) -> str:
    """Return what chance answers; `draw` is a large number, the same for the same prompt and repeat."""
    return cast("str", _controls(task).guess(prompt, draw))


def simulated(
    task: str, prompt: str, prompt_sha256: str, repeat: int, parameters: Mapping[str, Any]
) -> tuple[Status, str]:
    """Return the status and the text of a simulated model's reply."""
    module = import_module(f"findorigin.tasks.{task}.simulated")
    return cast("tuple[Status, str]", module.answer(prompt, prompt_sha256, repeat, parameters))


def _controls(task: str) -> Any:  # noqa: ANN401
    return import_module(f"findorigin.tasks.{task}.controls")
