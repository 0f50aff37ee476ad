"""Make prompts: those of a task by its own rules."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from findorigin.tasks.base import PlannedPrompt, Prompt, Sources


class PromptsModule(Protocol):
    """What `tasks/<task>/prompts.py` has."""

    def build(self, planned: PlannedPrompt, sources: Sources) -> Prompt:
        """Return the prompt of a key; raises UserError where there is none."""
        ...


def build_prompt(planned: PlannedPrompt, sources: Sources) -> Prompt:
    """Return the prompt of a key; UserError where there is none."""
    module = import_module(f"findorigin.tasks.{planned.key.task}.prompts")
    return cast("PromptsModule", module).build(planned, sources)
