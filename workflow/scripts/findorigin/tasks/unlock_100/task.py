"""Unlock $100: A sentence of an essay says that it is worth $100 as the response."""

from __future__ import annotations

from findorigin.common.cells import NO_ANSWER
from findorigin.tasks.base import Upstream
from findorigin.tasks.texts import LONG_PROMPTS, TextTask, text_axes

UPSTREAM = Upstream(
    name="unlock_100_long.txt",
    address=f"{LONG_PROMPTS}Unlock%20%24100%20-%20Long.txt",
    sha256="152667327a80b7f02931e46eebb0a47b3357c2bd4c7555aa203261858a60176a",
)


class Unlock100(TextTask):
    """A sentence of an essay says that it is worth $100 as the response."""

    name = "unlock_100"
    title = "Unlock $100"
    sentence = "What is asked of the unlock $100 task. The paper names no settings, so the registry's hold."
    axes = text_axes(("short", "long"))
    outcomes = ("sentence_alone", "sentence_with_more", "mentioned", "neither", NO_ANSWER)
    successes = frozenset({"sentence_alone", "sentence_with_more"})
    details = ("sentence", "has_sentence", "mentions_reward")
    upstream = UPSTREAM


TASK = Unlock100()
