"""Find the Origin: which vertex starts the chain that ends in a given one? (W. Fraga, 2024)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, TypeVar, cast

from findorigin.common.cells import OUTCOMES, AxisValue, PromptKey
from findorigin.common.errors import UserError
from findorigin.config.sweeps import Axes, Sweep
from findorigin.tasks.base import Axis, SweepSettings, Task, Upstream
from findorigin.tasks.find_the_origin.bounds import check_prompt_key, n_lines_for_tokens

Value = TypeVar("Value")

AXES = (
    Axis(
        "arrangement",
        "`structured` (distractors obey the same d), `shuffled` (only the target chain does), or a list of "
        "both. With hops 1: structured only.",
        default="structured",
        choices=("structured", "shuffled"),
    ),
    Axis(
        "d",
        "Line distances between consecutive lines of a chain; negative puts a chain's lines in reverse "
        "order. Not 0, and without effect on hops 1, which has no distance.",
        default=1,
    ),
    Axis(
        "hops",
        "Connections from origin to destination; the paper's is 2, and 1 is a pure retrieval control.",
        default=2,
        minimum=1,
    ),
    Axis(
        "depth",
        "Percentage of the spare lines that stand above the target; the paper's is 50.",
        default=50,
        minimum=0,
        maximum=100,
    ),
    Axis(
        "puzzle",
        "Which words: 0 is the paper's own list (hops 2 only, at most 3,952 lines), every other number a "
        "list of the project's own.",
        default={"start": 1, "stop": 5},
        key="puzzles",
        minimum=0,
    ),
    Axis(
        "word_form",
        "Form of the generated words: `word`, or `compound` of two words for lists longer than the word list "
        "allows. Puzzle 0 has the paper's words either way.",
        default="word",
        choices=("word", "compound"),
        single=True,
    ),
    Axis(
        "n_lines",
        "Numbers of connections listed. Give either this or `target_tokens`.",
        minimum=1,
        optional=True,
    ),
)


class FindTheOrigin(Task):
    """A list of connections hides one chain; the model has to walk it backwards."""

    name = "find_the_origin"
    title = "Find the Origin"
    sentence = "What is asked of the Find the Origin task."
    axes = AXES
    outcomes = OUTCOMES
    successes = frozenset({"correct"})
    details = ("declared_part",)
    table_axes = ("arrangement", "d")
    upstream = Upstream(
        name="vertices.txt",
        address="https://raw.githubusercontent.com/natanaelwf/LLMTest_FindTheOrigin"
        "/6264233cab986c37d14f501e65081122f3e3bb29/vertices.txt",
        sha256="9bdaf13c886dae137473ac801dc44b668c452302c0e691f785a0818f8110c0fa",
    )
    published_cells = "cells.csv"
    begins_answer = True

    def chance(self, key: PromptKey) -> float:
        """Return the share of right answers that naming a listed vertex that starts a chain gets.

        Counted as in a structured list: one chain in as many as there are lines for each of its hops.
        """
        return 1 / max(1, (key.n_lines or 1) // (key.hops or 1))

    def parts(self, sweep: SweepSettings, where: str) -> Iterator[tuple[Axes, tuple[int | None, ...]]]:
        """Yield the products of one sweep.

        Three kinds of question become products of their own: each arrangement, hops 1 (whose d is 0, once,
        whatever the sweep's d) and puzzle 0 (whose words are the paper's).
        """
        given = self.values(sweep)
        n_lines, target_tokens = _lengths(given, where)
        more_hops = tuple(hops for hops in given["hops"] if hops > 1)
        generated = tuple(puzzle for puzzle in given["puzzles"] if puzzle > 0)
        if 0 in given["d"] and more_hops:
            raise UserError(
                f"{where}.d: 0 is not allowed with hops {more_hops[0]}; only hops 1 has d 0, by itself"
            )
        if "shuffled" in given["arrangement"] and 1 in given["hops"]:
            raise UserError(
                f"{where}.arrangement: 'shuffled' is not allowed with hops 1; hops 1 is structured only"
            )
        hops_and_d = [((1,), (0,))] if 1 in given["hops"] else []
        hops_and_d += [(more_hops, given["d"])] if more_hops else []
        puzzles_and_form = [((0,), ("paper",))] if 0 in given["puzzles"] else []
        puzzles_and_form += [(generated, given["word_form"])] if generated else []
        for arrangement, (hops, d), (puzzle, word_form) in product(
            given["arrangement"], hops_and_d, puzzles_and_form
        ):
            yield (
                {
                    "arrangement": (arrangement,),
                    "d": d,
                    "hops": hops,
                    "depth": given["depth"],
                    "puzzle": puzzle,
                    "word_form": word_form,
                    "n_lines": n_lines,
                },
                target_tokens,
            )

    def check(self, sweep: Sweep, where: str) -> None:
        """Check the extreme prompts of a pure product: all others lie between them.

        The bounds move with hops and d in no simple way, so each is checked; more lines reach further, a
        greater depth reaches further up and a lesser one further down, and generated lists are all equally
        long.
        """
        axes = dict(sweep.axes)
        _check_targets(sweep, where)
        ends = {name: _ends(axes[name]) for name in ("depth", "n_lines")} | {"puzzle": axes["puzzle"][-1:]}
        extreme = Sweep(self.name, axes | ends, _ends(sweep.target_tokens))
        for planned in self.prompts(extreme):
            try:
                check_prompt_key(planned.key, planned.target_tokens)
            except UserError as error:
                raise UserError(f"{where}: {error}") from error

    def key(self, axes: Mapping[str, AxisValue | None], target_tokens: int | None) -> PromptKey:
        """Return the key of the prompt; a length in tokens becomes one in lines, the same for all puzzles."""
        if target_tokens is None:
            return PromptKey.from_axes(self.name, axes)
        d, hops, word_form = cast("int", axes["d"]), cast("int", axes["hops"]), str(axes["word_form"])
        n_lines = n_lines_for_tokens(target_tokens, d, hops, word_form)
        return PromptKey.from_axes(self.name, {**axes, "n_lines": n_lines})

    def table(self, key: PromptKey) -> str:
        """Return the table of the prompt: one for each arrangement and d."""
        return f"{key.arrangement}/d{key.d}"

    def needs_source(self, key: PromptKey) -> bool:
        """Return whether the prompt's words are the paper's."""
        return key.puzzle == 0


def _lengths(
    given: Mapping[str, tuple[Any, ...]], where: str
) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """Return (n_lines, target_tokens), of which one is (None,)."""
    n_lines, target_tokens = given["n_lines"], given["target_tokens"]
    if n_lines == target_tokens == (None,):
        raise UserError(f"{where}: has neither n_lines nor target_tokens; give one of them")
    if (None,) not in (n_lines, target_tokens):
        raise UserError(f"{where}: has both n_lines and target_tokens; give one of them")
    return n_lines, target_tokens


def _check_targets(sweep: Sweep, where: str) -> None:
    """Refuse targets that are closer than a line."""
    targets = [target for target in sweep.target_tokens if target is not None]
    for hops, d, word_form in product(*(sweep.axes[name] for name in ("hops", "d", "word_form"))):
        known: dict[int, int] = {}
        for target in targets:
            n_lines = n_lines_for_tokens(target, cast("int", d), cast("int", hops), str(word_form))
            if n_lines in known:
                raise UserError(
                    f"{where}.target_tokens: {known[n_lines]} and {target} both give {n_lines} lines;"
                    " targets must differ by at least a line"
                )
            known[n_lines] = target


def _ends(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the first and the last of some values, one where they are the same."""
    return values[:1] if len(values) == 1 else (values[0], values[-1])


TASK = FindTheOrigin()
