"""Keys, prompts and sources for the tests of the tasks without d."""

from __future__ import annotations

from typing import Any

from findorigin.common.tokens import count_tokens
from findorigin.tasks.loading import prompts_of
from shared_inputs import PROJECT, SHARED

TASKS = ("inefficient_code", "caesar_clue", "unlock_100")
CONFIG_SCHEMA = PROJECT / "workflow" / "schemas" / "config.schema.yaml"


def task_key(task: str, variant: str = "generated", **changes: Any) -> dict[str, Any]:
    """Return the key of a prompt: a generated one by default (puzzle 1, depth 50, 600 tokens)."""
    key = dict.fromkeys(
        ("arrangement", "d", "hops", "depth", "puzzle", "word_form", "n_lines", "target_tokens")
    )
    key |= {"task": task, "variant": variant}
    if variant == "generated":
        key |= {"puzzle": 1, "depth": 50, "target_tokens": 600} | changes
        key["variant"] = f"generated-{key['target_tokens']}"
    return key


def prompt_of(task: str, variant: str = "generated", **changes: Any) -> str:
    """Return the prompt of a key; published variants are made from the upstream files beside the checkout."""
    source = SHARED / "upstream" / "long_prompts" / f"{task}_long.txt"
    return prompts_of(task).build(task_key(task, variant, **changes), source, count_tokens)
