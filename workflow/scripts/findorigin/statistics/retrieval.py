"""Retrieval against reasoning: one hop, which needs finding only, beside two and three at equal lengths.

The lists of different hops have different words, so the cells are not paired; lengths are compared one by
one, and their mean gap counts every length alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from findorigin.statistics.bootstrap import draw_cells, percentile_interval
from findorigin.statistics.evidence import conditions
from findorigin.statistics.unpaired import newcombe_interval, newcombe_rule

SHARED = ("evidence", "model", "label", "task", "variant", "arrangement", "depth", "word_form")


def gap_rows(cells: pd.DataFrame, settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the gap of every series with two or more hops to the one-hop series of its model.

    `cells` are final cells. A row a common length, and one with `length` null for the mean over them. Lengths
    are equal where target_tokens are, or n_lines where no tokens were asked for. A length's interval is
    Newcombe's, for independent cells; the mean's is a bootstrap.
    """
    cells = cells.assign(length=cells["target_tokens"].fillna(cells["n_lines"]).astype("int64"))
    cells["length_unit"] = np.where(cells["target_tokens"].isna(), "n_lines", "target_tokens")
    for named, group in conditions(cells, (*SHARED, "length_unit")):
        retrieval = group[group["hops"] == 1]
        for series, reasoning in conditions(group[group["hops"] > 1], ("hops", "d")):
            common = sorted(set(retrieval["length"]) & set(reasoning["length"]))
            if not common:
                continue
            sides = [side[side["length"].isin(common)] for side in (retrieval, reasoning)]
            for length in common:
                yield (
                    named | series | _length_gap(*(side[side["length"] == length] for side in sides), length)
                )
            yield named | series | _mean_gap(*sides, common, settings)


def _length_gap(retrieval: pd.DataFrame, reasoning: pd.DataFrame, length: int) -> dict[str, Any]:
    counts = [(int(side["is_right"].sum()), len(side)) for side in (retrieval, reasoning)]
    (k1, n1), (k2, n2) = counts
    low, high = newcombe_interval(k1, n1, k2, n2)
    row = _row(retrieval, reasoning, k1 / n1, k2 / n2)
    return row | {
        "length": length,
        "n_lengths": 1,
        "gap": k1 / n1 - k2 / n2,
        "gap_low": low,
        "gap_high": high,
        "interval": newcombe_rule(n1, n2, row["n_puzzles"]),
    }


def _mean_gap(
    retrieval: pd.DataFrame, reasoning: pd.DataFrame, common: list[int], settings: Mapping[str, Any]
) -> dict[str, Any]:
    means, drawn, n_units, rules = [], [], [], set()
    for number, side in enumerate((retrieval, reasoning)):
        ordered = side.sort_values(["length", "puzzle", "repeat"], ignore_index=True)
        places = np.searchsorted(common, ordered["length"].to_numpy())
        draws = draw_cells(
            ordered["puzzle"].to_numpy(dtype=int), settings["draws"], settings["seed"] + number
        )
        right = draws.totals(ordered["is_right"].to_numpy(dtype=float), places, len(common))
        n = draws.totals(np.ones(len(ordered)), places, len(common))
        drawn.append(_mean_of_lengths(right, n))
        means.append(float(ordered.groupby("length")["is_right"].mean().mean()))
        n_units.append(draws.n_units)
        rules.add(draws.rule)
    gap = means[0] - means[1]
    low, high = percentile_interval(drawn[0] - drawn[1], gap, min(n_units), limits=(-1.0, 1.0))
    if low == high:
        low, high, rules = None, None, {"none: all draws are alike"}
    return _row(retrieval, reasoning, *means) | {
        "length": None,
        "n_lengths": len(common),
        "gap": gap,
        "gap_low": low,
        "gap_high": high,
        "interval": "; ".join(sorted(rules)),
    }


def _mean_of_lengths(right: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Return the mean accuracy over the lengths of every draw; a length without cells is left out."""
    asked = n > 0
    shares = right / np.where(asked, n, 1.0)
    lengths = asked.sum(axis=1)
    return np.where(lengths > 0, shares.sum(axis=1) / np.maximum(lengths, 1), np.nan)


def _row(
    retrieval: pd.DataFrame, reasoning: pd.DataFrame, one_hop: float, more_hops: float
) -> dict[str, Any]:
    return {
        "tokens": round(float(pd.concat([retrieval["tokens"], reasoning["tokens"]]).mean())),
        "n_puzzles": int(min(retrieval["puzzle"].nunique(), reasoning["puzzle"].nunique())),
        "n_retrieval": len(retrieval),
        "n_reasoning": len(reasoning),
        "accuracy_retrieval": one_hop,
        "accuracy_reasoning": more_hops,
    }
