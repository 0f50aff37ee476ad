"""The prompts of lost key."""

from __future__ import annotations

from findorigin.tasks.assembly import fit_length, with_planted
from findorigin.tasks.base import Mark, PlannedPrompt, Prompt, Sources

QUESTION = "In which room is the key? Answer with the number alone."


def room_of(puzzle: int) -> int:
    """Return the room of a puzzle."""
    return 100 + 37 * puzzle % 900


def build(planned: PlannedPrompt, sources: Sources) -> Prompt:
    """Return the prompt of a key."""
    key = planned.key
    answer = str(room_of(key.puzzle))
    line = f"The key is in room {answer}."

    def text_of(number: int) -> str:
        rooms = [f"Room {1000 + place} is empty." for place in range(number)]
        return "\n".join([*with_planted(rooms, [line], key.depth), QUESTION])

    text = fit_length(text_of, planned.target_tokens, sources.count_tokens, least=1, most=9000)
    start = text.index(line)
    return Prompt(text, answer, (Mark("key", start, start + len(line)),))
