"""Paired comparisons: of models, of directions and of arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from findorigin.config.settings import StatisticsSettings
from findorigin.statistics.bootstrap import PUZZLES_DRAWN, by_puzzle, draw_cells, percentile_interval
from findorigin.statistics.cells import CellSet, FinalCell, conditions, grader_of, puzzle_of, values_of
from findorigin.statistics.columns import QUESTION, QUESTION_COLUMNS, Row, Value, columns
from findorigin.statistics.intervals import LEAST_INTERVAL_CELLS, LEAST_PUZZLES
from findorigin.statistics.paired import MCNEMAR, SIGN_FLIP, holm, mcnemar_exact, paired_difference, sign_flip

PAIRED_INTERVAL = "95 % Bonett-Price, pairs taken as independent"
CONDITIONAL = f"{PAIRED_INTERVAL}, conditional on these puzzles"

PAIR_COLUMNS = columns(
    "int: n_pairs n_puzzles n_unpaired n_both n_only_a n_only_b n_neither;"
    "float: accuracy_a accuracy_b difference difference_low difference_high;"
    "str: interval test; float: p_mcnemar"
)
ADJUSTED_COLUMNS = columns("float: p_holm; int: n_family")
COLUMNS = {
    **columns("str: comparison evidence grader model label"),
    **QUESTION_COLUMNS,
    **columns("str: a b"),
    **PAIR_COLUMNS,
    **columns("float: p_puzzles"),
    **ADJUSTED_COLUMNS,
}
# The kinds of comparison, in the order of the table.
KINDS = ("models", "directions", "arrangements")
KIND_OF = {"d": "directions", "arrangement": "arrangements"}
CELL = ("n_lines", "puzzle", "repeat")


@dataclass(frozen=True)
class Compared:
    """Two series of answers to the same questions: PAIR_COLUMNS, and the p over puzzles."""

    n_pairs: int
    n_puzzles: int
    n_unpaired: int
    n_both: int
    n_only_a: int
    n_only_b: int
    n_neither: int
    accuracy_a: float | None
    accuracy_b: float | None
    difference: float | None
    difference_low: float | None
    difference_high: float | None
    interval: str | None
    test: str | None
    p_mcnemar: float | None
    p_puzzles: float | None

    @property
    def p(self) -> float | None:
        """The p of `test`, which Holm's adjustment, stars and verdicts use."""
        return self.p_puzzles if self.test == SIGN_FLIP else self.p_mcnemar


def compare(a: Sequence[FinalCell], b: Sequence[FinalCell], n_draws: int, seed: int) -> Compared:
    """Return the paired comparison of two series of final cells.

    Cells are paired by length, puzzle and repeat; those without a partner are counted, not compared. With at
    least five puzzles the interval of the difference is the bootstrap over puzzles and `test` the sign-flip
    test over puzzles; without discordant pairs, or with fewer puzzles, the interval is Bonett and Price's.
    With fewer puzzles the test is McNemar's. `test` is None without pairs.
    """
    right_of_b = {values_of(cell, CELL): cell["is_right"] for cell in b}
    pairs = [
        (puzzle_of(cell), cell["is_right"], right_of_b[key])
        for cell in a
        if (key := values_of(cell, CELL)) in right_of_b
    ]
    puzzles, right_a, right_b = ([pair[i] for pair in pairs] for i in range(3))
    n, n_puzzles = len(pairs), len(set(puzzles))
    differences = [of_a - of_b for of_a, of_b in zip(right_a, right_b, strict=True)]
    only_a, only_b = differences.count(1), differences.count(-1)
    both = sum(of_a and of_b for _, of_a, of_b in pairs)
    difference, low, high = paired_difference(only_a, only_b, n)
    rule: str | None = PAIRED_INTERVAL if n_puzzles >= LEAST_PUZZLES else CONDITIONAL
    if n < LEAST_INTERVAL_CELLS:
        low, high, rule = None, None, None
    test, p_puzzles = (MCNEMAR if n else None), None
    if difference is not None and n_puzzles >= LEAST_PUZZLES:
        sums, sizes = by_puzzle(puzzles, differences)
        test, p_puzzles = SIGN_FLIP, sign_flip(sums, seed)
        if only_a + only_b:
            weights = draw_cells(range(n_puzzles), n_draws, seed).weights
            drawn = (weights @ sums) / (weights @ sizes)
            drawn_low, drawn_high = percentile_interval(drawn, difference, n_puzzles, limits=(-1.0, 1.0))
            if drawn_low != drawn_high:
                low, high, rule = drawn_low, drawn_high, PUZZLES_DRAWN
    return Compared(
        n_pairs=n,
        n_puzzles=n_puzzles,
        n_unpaired=len(a) + len(b) - 2 * n,
        n_both=both,
        n_only_a=only_a,
        n_only_b=only_b,
        n_neither=n - both - only_a - only_b,
        accuracy_a=(both + only_a) / n if n else None,
        accuracy_b=(both + only_b) / n if n else None,
        difference=difference,
        difference_low=low,
        difference_high=high,
        interval=rule,
        test=test,
        p_mcnemar=mcnemar_exact(only_a, only_b) if n else None,
        p_puzzles=p_puzzles,
    )


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield all comparisons; the cells have one evidence, so that each family is of one."""
    yield from model_pairs(cells.final, cells.settings)
    yield from direction_pairs(cells.final, cells.settings)
    yield from arrangement_pairs(cells.final, cells.settings)


def model_pairs(cells: Sequence[FinalCell], settings: StatisticsSettings) -> Iterator[Row]:
    """Yield every pair of models on the same questions: a family each."""
    for named, group in conditions(cells, ("evidence", *QUESTION)):
        by_model = {str(model["model"]): found for model, found in conditions(group, ("model",))}
        family: list[tuple[Row, Compared]] = [
            (
                named | {"comparison": "models", "model": None, "a": a, "b": b},
                compare(by_model[a], by_model[b], settings.draws, settings.seed),
            )
            for a, b in combinations(by_model, 2)
        ]
        yield from adjusted(family)


def direction_pairs(cells: Sequence[FinalCell], settings: StatisticsSettings) -> Iterator[Row]:
    """Yield d against -d of every model: the same lines, each chain in its order and reversed."""
    yield from _within_model(cells, "d", settings)


def arrangement_pairs(cells: Sequence[FinalCell], settings: StatisticsSettings) -> Iterator[Row]:
    """Yield structured against shuffled distractors of every model."""
    yield from _within_model(cells, "arrangement", settings)


def _within_model(cells: Sequence[FinalCell], column: str, settings: StatisticsSettings) -> Iterator[Row]:
    """Yield the pairs of series of one model that differ in one column: `d` or `arrangement`."""
    several = [cell for cell in cells if cell["d"] is not None and (cell["hops"] or 0) > 1]
    others = [name for name in QUESTION if name != column]
    for evidence, of_evidence in conditions(several, ("evidence",)):
        family: list[tuple[Row, Compared]] = []
        for named, group in conditions(of_evidence, ("model", *others)):
            sides = {value[column]: side for value, side in conditions(group, (column,))}
            pairs: list[tuple[Value, Value]] = [("structured", "shuffled")]
            if column == "d":
                pairs = [(d, -d) for d in sorted({abs(cell["d"] or 0) for cell in group})]
            for a, b in pairs:
                found = compare(sides.get(a, ()), sides.get(b, ()), settings.draws, settings.seed)
                if found.n_pairs:
                    shown: Row = {**dict.fromkeys(QUESTION), **named, **evidence}
                    sign = "d=" if column == "d" else ""
                    shown |= {"comparison": KIND_OF[column], "a": f"{sign}{a}", "b": f"{sign}{b}"}
                    family.append((shown, found))
        yield from adjusted(family)


def adjusted(family: Sequence[tuple[Row, Compared]]) -> list[Row]:
    """Return the rows of one family (what names a comparison, and its result) with p_holm, n_family, grader.

    The p of each row's `test` is adjusted; a row without pairs has none.
    """
    by_row = holm_of([found.p for _, found in family])
    return [
        named | asdict(found) | {"p_holm": p, "n_family": n, "grader": grader_of(named["evidence"])}
        for (named, found), (p, n) in zip(family, by_row, strict=True)
    ]


def holm_of(p_values: Sequence[float | None]) -> list[tuple[float | None, int]]:
    """Return of one family every p adjusted (None stays None), each with the number of its tests."""
    known = [p for p in p_values if p is not None]
    found = iter(holm(known))
    return [(None if p is None else next(found), len(known)) for p in p_values]
