"""Make prompts: those of a task by its own rules."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from findorigin.tasks.base import PlannedPrompt, Prompt, PromptsModule, Sources


def build_prompt(planned: PlannedPrompt, sources: Sources) -> Prompt:
    """Return the prompt of a key; UserError where there is none."""
    module = import_module(f"findorigin.tasks.{planned.key.task}.prompts")
    return cast("PromptsModule", module).build(planned, sources)
