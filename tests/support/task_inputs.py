"""Keys, prompts and sources for the tests of the tasks of texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from findorigin.common.cells import PromptKey, Status
from findorigin.common.tokens import count_tokens
from findorigin.tasks.base import Grade, PlannedPrompt, Prompt, Sources
from findorigin.tasks.judging import grade_reply
from findorigin.tasks.making import build_prompt
from shared_inputs import PROJECT, SHARED

TASKS = ("inefficient_code", "caesar_clue", "unlock_100")
WORDS = PROJECT / "resources" / "words.txt"


def planned_prompt(task: str, variant: str = "generated", **changes: Any) -> PlannedPrompt:
    """Return a planned prompt: a generated one by default (puzzle 1, depth 50, 600 tokens)."""
    if variant != "generated":
        return PlannedPrompt(PromptKey(task, variant))
    axes = {"puzzle": 1, "depth": 50, "target_tokens": 600} | changes
    target = axes.pop("target_tokens")
    return PlannedPrompt(PromptKey(task, f"generated-{target}", **axes), target)


def sources(upstream: Path | None) -> Sources:
    """Return what prompts are made from."""
    return Sources(WORDS, upstream, count_tokens)


def prompt_of(task: str, variant: str = "generated", **changes: Any) -> str:
    """Return the prompt of a key; published variants are made from the upstream files beside the checkout."""
    upstream = SHARED / "upstream" / "long_prompts" / f"{task}_long.txt"
    return build_prompt(planned_prompt(task, variant, **changes), sources(upstream)).text


def graded(reply: str | None, prompt: str, key: PromptKey, status: Status = "ok") -> Grade:
    """Return the grade of a stored reply, as it is graded in a run."""
    grade = grade_reply(status, reply, Prompt(prompt), key)
    assert grade is not None
    return grade
