"""Answer without a model: what the controls and the simulated model say to a task's prompts."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from findorigin.common.cells import Status
from findorigin.common.errors import UserError


class ControlsModule(Protocol):
    """What `tasks/<task>/controls.py` has."""

    def oracle(self, prompt: str) -> str:
        """Return the reply of one who reads the answer off the prompt."""
        ...

    def guess(self, prompt: str, draw: int) -> str:
        """Return what chance answers; `draw` is a large number, the same for the same prompt and repeat."""
        ...


class SimulatedModule(Protocol):
    """What `tasks/<task>/simulated.py` has, where a task has it."""

    def answer(
        self, prompt: str, prompt_sha256: str, repeat: int, parameters: Mapping[str, float | None]
    ) -> tuple[Status, str]:
        """Return the status and the text of the simulated reply."""
        ...


def oracle(task: str, prompt: str) -> str:
    """Return the reply of one who reads the answer off the prompt."""
    return _controls(task).oracle(prompt)


def guess(task: str, prompt: str, draw: int) -> str:
    """Return what chance answers; `draw` is a large number, the same for the same prompt and repeat."""
    return _controls(task).guess(prompt, draw)


def simulated(
    task: str, prompt: str, prompt_sha256: str, repeat: int, parameters: Mapping[str, float | None]
) -> tuple[Status, str]:
    """Return the status and the text of the task's simulated model; UserError where it has none."""
    name = f"findorigin.tasks.{task}.simulated"
    try:
        module = import_module(f"findorigin.tasks.{task}.simulated")
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise UserError(f"the task {task} has no simulated model") from error
    return cast("SimulatedModule", module).answer(prompt, prompt_sha256, repeat, parameters)


def _controls(task: str) -> ControlsModule:
    return cast("ControlsModule", import_module(f"findorigin.tasks.{task}.controls"))
