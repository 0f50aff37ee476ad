"""The prompts of last word."""

from __future__ import annotations

from findorigin.tasks.base import Mark, PlannedPrompt, Prompt, Sources


def build(planned: PlannedPrompt, sources: Sources) -> Prompt:
    """Return the prompt of a key: the words of its puzzle, one a line, and the question."""
    key = planned.key
    words = sources.words.read_text(encoding="ascii").split()
    n_words, first = int(key.axis("n_words") or 0), 1000 * int(key.puzzle or 0)
    listed = words[first : first + n_words]
    if key.variant == "upper":
        listed = [word.upper() for word in listed]
    text = "\n".join([*listed, "", "Which word stands last in this list?"])
    start = sum(len(word) + 1 for word in listed[:-1])
    return Prompt(text, listed[-1], (Mark("last word", start, start + len(listed[-1])),))
