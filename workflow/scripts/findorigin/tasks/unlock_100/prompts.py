"""The prompts of unlock $100."""

from __future__ import annotations

from findorigin.tasks.base import PlannedPrompt, Prompt, Sources
from findorigin.tasks.text_prompts import text_prompt
from findorigin.tasks.unlock_100.generated import generated_prompt
from findorigin.tasks.unlock_100.paper import PUBLISHED_TOKENS, shorter_prompt
from findorigin.tasks.unlock_100.task import UPSTREAM


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
