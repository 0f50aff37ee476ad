"""The prompts of Caesar clue: generated ones, and the paper's, made from its long one."""

from __future__ import annotations

from findorigin.tasks.caesar_clue.generated import generated_prompt
from findorigin.tasks.caesar_clue.paper import PUBLISHED_TOKENS, shorter_prompt
from findorigin.tasks.caesar_clue.task import UPSTREAM
from findorigin.tasks.text_prompts import text_prompts

build = text_prompts(UPSTREAM, PUBLISHED_TOKENS, shorter_prompt, generated_prompt)
