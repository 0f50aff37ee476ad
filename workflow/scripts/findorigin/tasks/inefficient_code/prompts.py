"""The prompts of inefficient code."""

from __future__ import annotations

from findorigin.tasks.base import PlannedPrompt, Prompt, Sources
from findorigin.tasks.inefficient_code.generated import generated_prompt
from findorigin.tasks.inefficient_code.paper import PUBLISHED_TOKENS, shorter_prompt
from findorigin.tasks.inefficient_code.task import UPSTREAM
from findorigin.tasks.text_prompts import text_prompt


def build(planned: PlannedPrompt, sources: Sources) -> Prompt:
    """Return the prompt of a key: a generated one, or one of the paper's made from its long one."""
    return text_prompt(
        planned,
        sources,
        upstream=UPSTREAM,
        shorter=shorter_prompt,
        generated=generated_prompt,
        published_tokens=PUBLISHED_TOKENS,
    )
