"""The prompts of unlock $100."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from findorigin.tasks.published import check_tokens, read_long
from findorigin.tasks.unlock_100.generated import generated_prompt
from findorigin.tasks.unlock_100.paper import LONG_SHA256, PUBLISHED_TOKENS, short_prompt


def build(key: Mapping[str, Any], source: Path | None, count_tokens: Callable[[str], int]) -> str:
    """Return the prompt of a key: a generated one, or the paper's `short` or `long` made from `source`."""
    if key["target_tokens"] is not None:
        return generated_prompt(key["puzzle"], key["target_tokens"], key["depth"], count_tokens)
    long = read_long(source, LONG_SHA256)
    prompt = long if key["variant"] == "long" else short_prompt(long)
    check_tokens(key["variant"], count_tokens(prompt), PUBLISHED_TOKENS)
    return prompt
