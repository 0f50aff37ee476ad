"""Tasks whose prompts are published texts, by name, or generated texts of any length with a planted part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from findorigin.common.cells import AxisValue, PromptKey
from findorigin.common.errors import UserError
from findorigin.config.sweeps import Axes
from findorigin.tasks.base import Axis, SweepSettings, Task

GENERATED = "generated"
LONG_PROMPTS = (
    "https://raw.githubusercontent.com/natanaelwf/LLM_AdditionalTests_LongPrompts"
    "/cb71ad248cce88205db891cda9bd402556739a56/prompts/"
)


def text_axes(published: tuple[str, ...]) -> tuple[Axis, ...]:
    """Return the axes of a task with these published variants."""
    return (
        Axis(
            "variant",
            "Which prompts: the published ones by name (`short`, `long`, …), or `generated`, the project's "
            "own of any length.",
            default=[GENERATED],
            key="variants",
            choices=(*published, GENERATED),
        ),
        Axis(
            "puzzle",
            "Which generated texts, and so which planted part (generated only).",
            default={"start": 1, "stop": 5},
            key="puzzles",
            minimum=1,
        ),
        Axis(
            "depth",
            "Percentage of the other text that stands above the planted part (generated only).",
            default=50,
            minimum=0,
            maximum=100,
        ),
    )


class TextTask(Task):
    """A task of this kind; in a key a generated prompt's length is part of its variant (`generated-500`)."""

    target_tokens = Axis(
        "target_tokens",
        "Lengths of the generated prompts in tokens (cl100k_base); a prompt is as long as it can be without "
        "going beyond. Needed for `generated`, and without effect on the others.",
        minimum=1,
        optional=True,
    )

    table_axes = ("variant", "target_tokens")

    def parts(self, sweep: SweepSettings, where: str) -> Iterator[tuple[Axes, tuple[int | None, ...]]]:
        """Yield the published prompts, which have no puzzle or depth of their own, and the generated ones."""
        given = self.values(sweep)
        published = tuple(sorted(set(given["variants"]) - {GENERATED}))
        if published:
            yield {"variant": published, "puzzle": (None,), "depth": (None,)}, (None,)
        if GENERATED in given["variants"]:
            if given["target_tokens"] == (None,):
                raise UserError(f"{where}.target_tokens: is missing; variant generated needs a length")
            axes = {"variant": (GENERATED,), "puzzle": given["puzzles"], "depth": given["depth"]}
            yield axes, given["target_tokens"]

    def key(self, axes: Mapping[str, AxisValue | None], target_tokens: int | None) -> PromptKey:
        """Return the key of the prompt; each length is a variant with a table of its own."""
        variant = str(axes["variant"])
        named = variant if target_tokens is None else f"{variant}-{target_tokens}"
        return PromptKey.from_axes(self.name, {**axes, "variant": named})

    def table(self, key: PromptKey) -> str:
        """Return the table of the prompt: one for each variant, with its length."""
        return str(key.variant)

    def needs_source(self, key: PromptKey) -> bool:
        """Return whether the prompt is a published one."""
        return key.puzzle is None
