"""Which cells are paired with which: models, directions and arrangements, measured with published ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from findorigin.statistics.bootstrap import PUZZLES_DRAWN, draw_cells, percentile_interval
from findorigin.statistics.evidence import GRADER, LEAST_PUZZLES, conditions
from findorigin.statistics.intervals import LEAST_INTERVAL_CELLS
from findorigin.statistics.paired import (
    MCNEMAR,
    SIGN_FLIP,
    cohen_kappa,
    holm,
    mcnemar_exact,
    paired_difference,
    sign_flip,
    verdict,
)
from findorigin.statistics.shares import share_columns, wilson_rule
from findorigin.statistics.unpaired import FISHER, fisher_p, newcombe_interval, newcombe_rule

PAIRED_INTERVAL = "95 % Bonett-Price, pairs taken as independent"
CONDITIONAL = f"{PAIRED_INTERVAL}, conditional on these puzzles"
KAPPA_INTERVAL = "95 % asymptotic, pairs taken as independent"
KAPPA_CONDITIONAL = f"{KAPPA_INTERVAL}, conditional on these puzzles"
# The p that Holm's adjustment, stars and verdicts use, by the name of the test.
P_OF_TEST = {MCNEMAR: "p_mcnemar", SIGN_FLIP: "p_puzzles", FISHER: "p_fisher"}
AGREEMENT = (
    "agreement",
    "agreement_low",
    "agreement_high",
    "agreement_interval",
    "kappa",
    "kappa_low",
    "kappa_high",
    "kappa_interval",
)

QUESTION = ("task", "variant", "arrangement", "hops", "d", "depth", "word_form")
CELL = ("n_lines", "puzzle", "repeat")


def compare(a: pd.DataFrame, b: pd.DataFrame, n_draws: int, seed: int) -> dict[str, Any]:
    """Return the paired comparison of two series of final cells (columns of CELL and is_right).

    Cells are paired by length, puzzle and repeat; those without a partner are counted, not compared. With at
    least five puzzles the interval of the difference is the bootstrap over puzzles and `test` the sign-flip
    test over puzzles; without discordant pairs, or with fewer puzzles, the interval is Bonett and Price's.
    With fewer puzzles the test is McNemar's. `test` is None without pairs.
    """
    on = list(CELL)
    pairs = a[[*on, "is_right"]].merge(b[[*on, "is_right"]], on=on, suffixes=("_a", "_b"))
    pairs = pairs.sort_values(on, ignore_index=True)
    right_a, right_b = (pairs[f"is_right_{name}"].to_numpy(dtype=int) for name in "ab")
    n, n_puzzles = len(pairs), int(pairs["puzzle"].nunique())
    only_a, only_b = int((right_a > right_b).sum()), int((right_b > right_a).sum())
    difference, low, high = paired_difference(only_a, only_b, n)
    rule = PAIRED_INTERVAL if n_puzzles >= LEAST_PUZZLES else CONDITIONAL
    if n < LEAST_INTERVAL_CELLS:
        low, high, rule = None, None, None
    row = {
        "n_pairs": n,
        "n_puzzles": n_puzzles,
        "n_unpaired": len(a) + len(b) - 2 * n,
        "n_both": int((right_a & right_b).sum()),
        "n_only_a": only_a,
        "n_only_b": only_b,
        "n_neither": n - int((right_a | right_b).sum()),
        "accuracy_a": right_a.mean() if n else None,
        "accuracy_b": right_b.mean() if n else None,
        "difference": difference,
        "p_mcnemar": mcnemar_exact(only_a, only_b) if n else None,
        "p_puzzles": None,
        "test": MCNEMAR if n else None,
        "interval": rule,
    }
    if n_puzzles >= LEAST_PUZZLES:
        by_puzzle = (
            pd.Series(right_a - right_b).groupby(pairs["puzzle"].to_numpy(dtype=int)).agg(["sum", "size"])
        )
        row["p_puzzles"], row["test"] = sign_flip(by_puzzle["sum"].to_numpy(), seed), SIGN_FLIP
        if only_a + only_b:
            weights = draw_cells(np.arange(n_puzzles), n_draws, seed).weights
            drawn = (weights @ by_puzzle["sum"]) / (weights @ by_puzzle["size"])
            drawn_low, drawn_high = percentile_interval(
                np.asarray(drawn), difference, n_puzzles, limits=(-1.0, 1.0)
            )
            if drawn_low != drawn_high:
                low, high, row["interval"] = drawn_low, drawn_high, PUZZLES_DRAWN
    return row | {"difference_low": low, "difference_high": high}


def model_pairs(cells: pd.DataFrame, settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every pair of models on the same questions; both measured, or both published."""
    for named, group in conditions(cells, ("evidence", *QUESTION)):
        by_model = dict(iter(group.groupby("model", sort=True)))
        family = [
            {"comparison": "models", "model": None, "label": None, "a": a, "b": b}
            | named
            | compare(by_model[a], by_model[b], settings["draws"], settings["seed"])
            for a, b in combinations(by_model, 2)
        ]
        yield from adjusted(family)


def direction_pairs(cells: pd.DataFrame, settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield d against -d of every model: the same lines, each chain in its order and reversed."""
    yield from _within_model(cells, "directions", "d", settings)


def arrangement_pairs(cells: pd.DataFrame, settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield structured against shuffled distractors of every model."""
    yield from _within_model(cells, "arrangements", "arrangement", settings)


def _within_model(
    cells: pd.DataFrame, comparison: str, column: str, settings: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    several = cells[cells["hops"] > 1].copy()
    several["distance"] = several["d"].abs()
    others = [
        name for name in (*QUESTION, "distance") if name != column and (name != "distance" or column == "d")
    ]
    for evidence, of_evidence in several.groupby("evidence", sort=True):
        family = []
        for named, group in conditions(of_evidence, ("model", "label", *others)):
            a, b = _sides(group, column)
            if a is None or b is None:
                continue
            found = compare(
                group[group[column] == a], group[group[column] == b], settings["draws"], settings["seed"]
            )
            if found["n_pairs"]:
                shown = [f"d={value}" if column == "d" else str(value) for value in (a, b)]
                row = {"comparison": comparison, "evidence": evidence, "a": shown[0], "b": shown[1]}
                family.append(dict.fromkeys(QUESTION) | named | row | found)
        yield from adjusted(family)


def _sides(group: pd.DataFrame, column: str) -> tuple[Any, Any]:
    """Return the two values that are compared, or None for a side that nobody asked about."""
    present = set(group[column])
    if column == "arrangement":
        wanted = ("structured", "shuffled")
    else:
        distance = int(group["d"].abs().iloc[0])
        wanted = (distance, -distance)
    return tuple(value if value in present else None for value in wanted)


def adjusted(family: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of one family with p_holm, n_family and grader.

    The p of each row's `test` is adjusted; a row without pairs has none.
    """
    tested = [row for row in family if row["test"] is not None]
    values = holm([row[P_OF_TEST[row["test"]]] for row in tested])
    for row, p in zip(tested, values, strict=True):
        row["p_holm"] = p
    return [
        {"p_holm": None} | row | {"n_family": len(tested), "grader": GRADER[row["evidence"]]}
        for row in family
    ]


def reproduction_rows(planned: pd.DataFrame) -> list[dict[str, Any]]:
    """Return one row for each published series of which something was measured: was it reproduced?

    Both sides (a is the measured one) are graded by the paper's grader. A structured series is compared cell
    by cell. The published shuffled prompts were not kept: the measured ones are other prompts of the same
    lengths, so such a series is compared unpaired, over the lengths that both sides have.
    """
    family = []
    published = planned[planned["evidence"] == "published"]
    measured = planned[(planned["evidence"] == "measured") & planned["correct_paper"].notna()]
    for named, group in conditions(published, ("model", *QUESTION)):
        mask = np.logical_and.reduce(
            [
                measured[name].isna() if value is None else measured[name] == value
                for name, value in named.items()
            ]
        )
        own = measured[mask & measured["puzzle"].isin(group["puzzle"].unique())]
        sides = [side.assign(is_right=side["correct_paper"].astype("int64")) for side in (own, group)]
        found = compare(*sides, n_draws=1, seed=0)
        if found["n_pairs"] == 0:
            continue
        same_prompts = named["arrangement"] == "structured"
        found |= _agreement(found) if same_prompts else _unpaired(found)
        shown = {
            "label": group["label"].iloc[0],
            "evidence": "published",
            "n_published": len(group),
            "same_prompts": same_prompts,
        }
        family.append(named | shown | found)
    rows = adjusted(family)
    for row in rows:
        row["verdict"] = verdict(
            row["n_compared"], row["p_holm"], row["difference_low"], row["difference_high"]
        )
    return rows


def _agreement(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far paired cells agree, with intervals."""
    both, only_a, only_b, neither = (found[f"n_{name}"] for name in ("both", "only_a", "only_b", "neither"))
    kappa, low, high = cohen_kappa(both, only_a, only_b, neither)
    rule = None
    if low is not None:
        rule = KAPPA_INTERVAL if found["n_puzzles"] >= LEAST_PUZZLES else KAPPA_CONDITIONAL
    return {
        "n_compared": found["n_pairs"],
        "p_fisher": None,
        **share_columns("agreement", both + neither, found["n_pairs"]),
        "agreement_interval": wilson_rule(found["n_pairs"], found["n_puzzles"]),
        "kappa": kappa,
        "kappa_low": low,
        "kappa_high": high,
        "kappa_interval": rule,
    }


def _unpaired(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what takes the place of a paired comparison where both sides had other prompts.

    As many cells on each side, of the same lengths; what pairs would say is null.
    """
    n = found["n_pairs"]
    right = [found["n_both"] + found[f"n_only_{side}"] for side in "ab"]
    low, high = newcombe_interval(right[0], n, right[1], n)
    nothing = ("n_pairs", "n_both", "n_only_a", "n_only_b", "n_neither", "p_mcnemar", "p_puzzles")
    return dict.fromkeys((*nothing, *AGREEMENT)) | {
        "n_compared": n,
        "difference_low": low,
        "difference_high": high,
        "interval": newcombe_rule(n, n, found["n_puzzles"]),
        "test": FISHER,
        "p_fisher": fisher_p(right[0], n, right[1], n),
    }
