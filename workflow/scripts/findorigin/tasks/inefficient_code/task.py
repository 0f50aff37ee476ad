"""Inefficient code: Two slow functions are hidden among sound ones; which are they?"""

from __future__ import annotations

from findorigin.common.cells import NO_ANSWER
from findorigin.tasks.base import TaskParameters, Upstream
from findorigin.tasks.texts import LONG_PROMPTS, TextTask, text_axes

UPSTREAM = Upstream(
    name="inefficient_code_long.txt",
    address=f"{LONG_PROMPTS}Highlight%20Inefficient%20Code%20-%20Long.txt",
    sha256="6dad202b75e582ea4735201407d12ded9ef8dd38cd7f77aeee0eb93f32a353b3",
    is_made=True,
)


class InefficientCode(TextTask):
    """Two slow functions are hidden among sound ones; which are they?"""

    name = "inefficient_code"
    title = "Inefficient code"
    sentence = (
        "What is asked of the inefficient code task. Its settings are the paper's unless given: temperature "
        "0, at most 4,095 tokens."
    )
    axes = text_axes(("short", "long"))
    outcomes = ("both_found", "one_found", "none_found", NO_ANSWER)
    successes = frozenset({"both_found"})
    details = ("planted", "found", "ranks", "n_others", "others")
    parameters = TaskParameters(temperature=0.0, max_tokens=4095)
    upstream = UPSTREAM


TASK = InefficientCode()
