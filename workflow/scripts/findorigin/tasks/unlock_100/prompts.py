"""The prompts of unlock $100: generated ones, and the paper's, made from its long one."""

from __future__ import annotations

from findorigin.tasks.text_prompts import text_prompts
from findorigin.tasks.unlock_100.generated import generated_prompt
from findorigin.tasks.unlock_100.paper import PUBLISHED_TOKENS, shorter_prompt
from findorigin.tasks.unlock_100.task import UPSTREAM

build = text_prompts(UPSTREAM, PUBLISHED_TOKENS, shorter_prompt, generated_prompt)
