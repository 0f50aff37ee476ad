"""Caesar clue: A text gives a clue to the cipher of its last words."""

from __future__ import annotations

from findorigin.common.cells import NO_ANSWER
from findorigin.tasks.base import TaskParameters, Upstream
from findorigin.tasks.texts import LONG_PROMPTS, TextTask, text_axes

UPSTREAM = Upstream(
    name="caesar_clue_long.txt",
    address=f"{LONG_PROMPTS}Decrypting%20Cryptography%20from%20a%20Clue%20-%20Long.txt",
    sha256="d38896cc1b05968f846e1af2fe08447efa3360050c70f07f223d599418768a9e",
)


class CaesarClue(TextTask):
    """A text gives a clue to the cipher of its last words."""

    name = "caesar_clue"
    title = "Caesar clue"
    sentence = (
        "What is asked of the Caesar clue task. Its settings are the paper's unless given: temperature 0.7, "
        "at most 4,096 tokens."
    )
    axes = text_axes(("short", "medium", "long"))
    outcomes = ("identified", "attempted", "noticed_clue", "noticed_ciphertext", "unaware", NO_ANSWER)
    successes = frozenset({"identified"})
    details = (*("cipher", "shift_wanted", "shifts_named", "decrypted", "edit_distance"),)
    parameters = TaskParameters(temperature=0.7, max_tokens=4096)
    upstream = UPSTREAM


TASK = CaesarClue()
