"""The prompts of a task of texts: the paper's, made from its long one, or the project's own of any length."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from findorigin.common.errors import UserError
from findorigin.tasks.base import PlannedPrompt, Prompt, Sources, Upstream

# (puzzle, target_tokens, depth, count_tokens) → the text of the puzzle with at most so many tokens, its
# planted part at `depth` per cent.
GeneratedText = Callable[[int, int, int, Callable[[str], int]], str]


def text_prompts(
    upstream: Upstream,
    published_tokens: Mapping[str, int],
    shorter: Callable[[str, str], str],
    generated: GeneratedText,
) -> Callable[[PlannedPrompt, Sources], Prompt]:
    """Return the `build` of a task.

    `published_tokens` has the paper's count for each published variant; `shorter(long, variant)` makes one
    from the long prompt. `build` raises UserError without the upstream file or for another one, and for a
    variant of another length.
    """

    def build(planned: PlannedPrompt, sources: Sources) -> Prompt:
        key = planned.key
        if key.puzzle is not None and key.depth is not None and planned.target_tokens is not None:
            return Prompt(generated(key.puzzle, planned.target_tokens, key.depth, sources.count_tokens))
        variant = str(key.variant)
        long = _read_long(sources, upstream)
        text = long if variant == "long" else shorter(long, variant)
        found, expected = sources.count_tokens(text), published_tokens[variant]
        if found != expected:
            raise UserError(f"variant {variant} has {found} tokens, but the paper gives {expected}")
        return Prompt(text)

    return build


def _read_long(sources: Sources, upstream: Upstream) -> str:
    if sources.upstream is None:
        raise UserError("a published variant needs the file of the task's long prompt")
    content = sources.upstream.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != upstream.sha256:
        raise UserError(
            f"{sources.upstream} is not the published file: its SHA-256 is {found}, not {upstream.sha256}"
        )
    return content.decode()
