"""The prompts of inefficient code: generated ones, and the paper's, made from its long one."""

from __future__ import annotations

from findorigin.tasks.inefficient_code.generated import generated_prompt
from findorigin.tasks.inefficient_code.paper import PUBLISHED_TOKENS, shorter_prompt
from findorigin.tasks.inefficient_code.task import UPSTREAM
from findorigin.tasks.text_prompts import text_prompts

build = text_prompts(UPSTREAM, PUBLISHED_TOKENS, shorter_prompt, generated_prompt)
