"""Clustered intervals: seeded, by puzzle, independent of the rows' order."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from findorigin.statistics.bootstrap import (
    CELLS_DRAWN,
    PUZZLES_DRAWN,
    clustered,
    draw_cells,
    percentile_interval,
)


def cells(n_puzzles=8, n_lengths=6, seed=2):
    random = np.random.default_rng(seed)
    chance = random.uniform(0.2, 0.9, n_puzzles).repeat(n_lengths)
    return pd.DataFrame(
        {
            "puzzle": np.arange(n_puzzles).repeat(n_lengths),
            "is_right": (random.random(len(chance)) < chance).astype(int),
        }
    )


def test_the_clustered_standard_error_is_that_of_statsmodels():
    frame = cells()
    fitted = sm.OLS(frame["is_right"].to_numpy(float), np.ones(len(frame))).fit(
        cov_type="cluster", cov_kwds={"groups": frame["puzzle"].to_numpy()}
    )
    assert clustered(frame, 2000, 1)["se"] == pytest.approx(fitted.bse[0])


def test_the_interval_holds_the_share_and_is_about_two_standard_errors_wide():
    frame = cells(n_puzzles=40)
    found = clustered(frame, 4000, 1)
    share = frame["is_right"].mean()
    assert found["low"] < share < found["high"]
    assert (found["high"] - found["low"]) / (4 * found["se"]) == pytest.approx(1, abs=0.08)


def test_the_same_seed_gives_the_same_interval_whatever_the_order():
    frame = cells()
    assert clustered(frame, 500, 1) == clustered(frame.sample(frac=1, random_state=4), 500, 1)
    assert clustered(frame, 500, 1) != clustered(frame, 500, 2)


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (cells(n_puzzles=4), "four puzzles"),
        (cells().assign(is_right=1), "all right"),
        (cells().assign(is_right=0), "all wrong"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_interval_where_draws_cannot_vary(frame, reason):
    assert clustered(frame, 500, 1) == {"low": None, "high": None, "se": None}


@pytest.mark.parametrize(("n_puzzles", "rule"), [(4, CELLS_DRAWN), (5, PUZZLES_DRAWN)])
def test_cells_are_drawn_where_puzzles_are_few(n_puzzles, rule):
    draws = draw_cells(np.arange(n_puzzles).repeat(3), 100, 1)
    assert draws.rule == rule
    assert draws.weights.shape == (100, n_puzzles if rule == PUZZLES_DRAWN else n_puzzles * 3)
    assert (draws.weights.sum(axis=1) == draws.weights.shape[1]).all()


def test_totals_of_a_draw_are_those_of_its_puzzles():
    puzzles = [7, 7, 3, 3, 1, 2, 5]
    draws = draw_cells(puzzles, 50, 1)
    values, columns = np.array([1.0, 0, 1, 1, 0, 1, 0]), np.array([0, 1, 0, 1, 0, 0, 1])
    totals = draws.totals(values, columns, 2)
    order = sorted(set(puzzles))
    for weights, found in zip(draws.weights, totals, strict=True):
        expected = [
            sum(
                weights[order.index(p)] * v
                for p, v, c in zip(puzzles, values, columns, strict=True)
                if c == k
            )
            for k in (0, 1)
        ]
        assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    ("values", "estimate", "expected"),
    [
        ([1, 2, 3], None, (1, 3)),
        ([1, 2, 3], 4, (1, 4)),
        ([-np.inf, 5, np.inf], 5, (-np.inf, np.inf)),
        ([np.nan, 5, 5], 5, (5, 5)),
        ([np.nan], 5, (None, None)),
        ([], None, (None, None)),
    ],
)
def test_percentile_interval(values, estimate, expected):
    assert percentile_interval(np.array(values, dtype=float), estimate) == expected
