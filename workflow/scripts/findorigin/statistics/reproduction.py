"""What of the paper was measured again: was it reproduced?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from findorigin.statistics.cells import PUBLISHED, Cell, CellSet, FinalCell, conditions
from findorigin.statistics.columns import QUESTION, QUESTION_COLUMNS, Row, Value, columns
from findorigin.statistics.comparisons import ADJUSTED_COLUMNS, PAIR_COLUMNS, Compared, compare, holm_of
from findorigin.statistics.intervals import (
    FISHER,
    LEAST_PUZZLES,
    fisher_p,
    newcombe_interval,
    newcombe_rule,
    share_columns,
    wilson_rule,
)
from findorigin.statistics.paired import cohen_kappa, verdict

KAPPA_INTERVAL = "95 % asymptotic, pairs taken as independent"
KAPPA_CONDITIONAL = f"{KAPPA_INTERVAL}, conditional on these puzzles"

AGREEMENT_COLUMNS = columns(
    "estimate: agreement; str: agreement_interval; estimate: kappa; str: kappa_interval"
)
COLUMNS = {
    **columns("str: model label"),
    **QUESTION_COLUMNS,
    **columns("int: n_published n_compared"),
    **PAIR_COLUMNS,
    **columns("float: p_fisher"),
    **ADJUSTED_COLUMNS,
    **AGREEMENT_COLUMNS,
    **columns("bool: same_prompts; str: verdict"),
}
SERIES = ("model", *QUESTION)


def rows(cells: CellSet) -> list[Row]:
    """Return one row for each published series of which something was measured.

    Both sides (a is the measured one) are graded by the paper's grader. A structured series is compared cell
    by cell. The published shuffled prompts were not kept: the measured ones are other prompts of the same
    lengths, so such a series is compared unpaired, over the lengths that both sides have.
    """
    measured = {
        tuple(named.values()): group
        for named, group in conditions(
            (cell for cell in cells.compared if cell["evidence"] == "measured"), SERIES
        )
    }
    family: list[tuple[Row, float | None]] = []
    for named, published in conditions(cells.published, SERIES):
        puzzles = {cell["puzzle"] for cell in published}
        again = [cell for cell in measured.get(tuple(named.values()), ()) if cell["puzzle"] in puzzles]
        found = compare(list(_by_paper(again)), list(_by_paper(published)), n_draws=1, seed=0)
        if found.n_pairs == 0:
            continue
        same_prompts = named["arrangement"] == "structured"
        if same_prompts:
            more, p = _agreement(found), found.p
        else:
            more, p = _unpaired(found)
        row: Row = {**named, **vars(found), **more, "evidence": PUBLISHED, "same_prompts": same_prompts}
        family.append((row | {"n_published": len(published), "n_compared": found.n_pairs}, p))
    for (row, _), (p, n) in zip(family, holm_of([p for _, p in family]), strict=True):
        row |= {"p_holm": p, "n_family": n}
        row["verdict"] = verdict(p, _share(row["difference_low"]), _share(row["difference_high"]))
    return [row for row, _ in family]


def _by_paper(cells: Iterable[Cell]) -> Iterator[FinalCell]:
    for cell in cells:
        if cell["correct_paper"] is not None:
            yield {**cell, "is_right": int(cell["correct_paper"]), "tokens": 0, "counted_by": ""}


def _share(value: Value) -> float | None:
    return value if isinstance(value, float) else None


def _agreement(found: Compared) -> Row:
    """Return how far paired cells agree, with intervals."""
    kappa, low, high = cohen_kappa(found.n_both, found.n_only_a, found.n_only_b, found.n_neither)
    rule = None
    if low is not None:
        rule = KAPPA_INTERVAL if found.n_puzzles >= LEAST_PUZZLES else KAPPA_CONDITIONAL
    return {
        "p_fisher": None,
        **share_columns("agreement", found.n_both + found.n_neither, found.n_pairs),
        "agreement_interval": wilson_rule(found.n_pairs, found.n_puzzles),
        "kappa": kappa,
        "kappa_low": low,
        "kappa_high": high,
        "kappa_interval": rule,
    }


def _unpaired(found: Compared) -> tuple[Row, float]:
    """Return what takes the place of a paired comparison where both sides had other prompts, and its p.

    As many cells on each side, of the same lengths; what pairs would say is null.
    """
    n, right_a, right_b = found.n_pairs, found.n_both + found.n_only_a, found.n_both + found.n_only_b
    low, high = newcombe_interval(right_a, n, right_b, n)
    nothing = ("n_pairs", "n_both", "n_only_a", "n_only_b", "n_neither", "p_mcnemar", "p_puzzles")
    p = fisher_p(right_a, n, right_b, n)
    row: Row = {
        **dict.fromkeys((*nothing, *AGREEMENT_COLUMNS)),
        "difference_low": low,
        "difference_high": high,
        "interval": newcombe_rule(n, n, found.n_puzzles),
        "test": FISHER,
        "p_fisher": p,
    }
    return row, p
