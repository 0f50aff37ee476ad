"""Clustered intervals: seeded, by puzzle, independent of the rows' order."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import norm
from scipy.stats import t as student

from findorigin.statistics.bootstrap import (
    CELLS_DRAWN,
    PUZZLES_DRAWN,
    clustered,
    draw_cells,
    interval_or_reason,
    percentile_interval,
)


def cells(n_puzzles=8, n_lengths=6, seed=2):
    random = np.random.default_rng(seed)
    chance = random.uniform(0.2, 0.9, n_puzzles).repeat(n_lengths)
    return np.arange(n_puzzles).repeat(n_lengths).tolist(), (random.random(len(chance)) < chance).tolist()


def test_the_clustered_standard_error_is_that_of_statsmodels():
    puzzles, right = cells()
    fitted = sm.OLS(np.array(right, dtype=float), np.ones(len(right))).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(puzzles)}
    )
    assert clustered(puzzles, right, 2000, 1)["se"] == pytest.approx(fitted.bse[0])


def test_the_interval_holds_the_share_and_is_about_two_standard_errors_wide():
    puzzles, right = cells(n_puzzles=40)
    found = clustered(puzzles, right, 4000, 1)
    share = np.mean(right)
    assert found["low"] < share < found["high"]
    assert (found["high"] - found["low"]) / (4 * found["se"]) == pytest.approx(1, abs=0.08)


def test_the_same_seed_gives_the_same_interval_whatever_the_order():
    puzzles, right = cells()
    order = np.random.default_rng(4).permutation(len(right))
    shuffled = [[values[place] for place in order] for values in (puzzles, right)]
    assert clustered(puzzles, right, 500, 1) == clustered(*shuffled, 500, 1)
    assert clustered(puzzles, right, 500, 1) != clustered(puzzles, right, 500, 2)


@pytest.mark.parametrize(
    ("n_puzzles", "right"),
    [
        pytest.param(4, [1, 0, 0, 0, 1, 1], id="four puzzles"),
        pytest.param(8, [1] * 6, id="all right"),
        pytest.param(8, [0] * 6, id="all wrong"),
        pytest.param(8, [1, 0, 1, 0, 0, 0], id="every puzzle alike"),
        pytest.param(0, [], id="no cell"),
    ],
)
def test_no_interval_where_draws_cannot_vary(n_puzzles, right):
    puzzles = [puzzle for puzzle in range(n_puzzles) for _ in right]
    assert clustered(puzzles, right * n_puzzles, 500, 1) == {"low": None, "high": None, "se": None}


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


def test_totals_of_cells_that_are_lengths_of_their_own_are_those_of_the_matrix():
    draws = draw_cells([7, 7, 3], 50, 1)
    values = np.array([1.0, 0, 1])
    assert (draws.totals(values, np.arange(3), 3) == draws.weights @ np.diag(values)).all()


HALF_TO_HALF = np.linspace(0.25, 0.75, 101)


@pytest.mark.parametrize(
    ("values", "estimate", "n_units", "expected"),
    [
        pytest.param([1, 2, 3], 2, 9, (1, 3), id="outermost draws"),
        pytest.param([1, 2, 3], 4, 9, (1, 4), id="widened to hold the estimate"),
        pytest.param([-np.inf, 5, np.inf], 5, 9, (-np.inf, np.inf), id="infinite ends stay"),
        pytest.param([np.nan, 5, 5], 5, 9, (5, 5), id="unknown draws are left out"),
        pytest.param([np.nan], 5, 9, (None, None), id="no known draw"),
        pytest.param([], 5, 9, (None, None), id="no draw"),
        pytest.param([1, 2, 3], 2, 1, (None, None), id="one unit"),
    ],
)
def test_percentile_interval(values, estimate, n_units, expected):
    assert percentile_interval(np.array(values, dtype=float), estimate, n_units) == expected


@pytest.mark.parametrize(
    ("n_units", "tail"),
    [(5, 0.00096), (10, 0.0086), (20, 0.0159), (100, 0.0231), (10**6, 0.025)],
)
def test_the_percentiles_are_hesterbergs_expanded_ones(n_units, tail):
    values = np.arange(1_000_001) / 1_000_000
    low, high = percentile_interval(values, 0.5, n_units)
    assert (low, 1 - high) == (pytest.approx(tail, rel=0.01), pytest.approx(tail, rel=0.01))


@pytest.mark.parametrize("n_units", [5, 10, 20])
def test_where_draws_are_normal_it_is_the_t_interval_with_their_corrected_spread(n_units):
    values = norm.ppf((np.arange(200_000) + 0.5) / 200_000)
    low, high = percentile_interval(values, 0.0, n_units, limits=(-np.inf, np.inf))
    reach = np.sqrt(n_units / (n_units - 1)) * student.ppf(0.975, n_units - 1)
    assert (low, high) == (pytest.approx(-reach, rel=0.002), pytest.approx(reach, rel=0.002))


def test_it_never_leaves_the_limits():
    assert percentile_interval(HALF_TO_HALF, 0.5, 5, limits=(0.2, 0.7)) == (0.2, 0.7)


def test_few_units_reach_beyond_their_draws_only_where_any_value_is_possible():
    assert percentile_interval(HALF_TO_HALF, 0.5, 5) == (0.25, 0.75)
    low, high = percentile_interval(HALF_TO_HALF, 0.5, 5, limits=(0.0, 1.0))
    assert low < 0.15
    assert high > 0.85


VARYING = np.arange(1000.0)


@pytest.mark.parametrize(
    ("n_cells", "values", "rule", "n_used"),
    [
        pytest.param(20, VARYING, PUZZLES_DRAWN, 1000, id="an interval"),
        pytest.param(19, VARYING, "none: 19 cells; at least 20", 1000, id="too few cells"),
        pytest.param(20, np.ones(1000), "none: (nearly) all draws are alike", 1000, id="draws alike"),
        pytest.param(20, np.full(1000, np.inf), "none: (nearly) all draws are alike", 1000, id="all beyond"),
        pytest.param(
            20,
            np.where(VARYING < 51, np.nan, VARYING),
            "none: only 949 of 1000 draws give a value",
            949,
            id="too many draws without a value",
        ),
        pytest.param(20, np.where(VARYING < 50, np.nan, VARYING), PUZZLES_DRAWN, 950, id="95 % is enough"),
        pytest.param(
            20, np.full(1000, np.nan), "none: only 0 of 1000 draws give a value", 0, id="no draw gives one"
        ),
    ],
)
def test_an_interval_or_the_reason_why_there_is_none(n_cells, values, rule, n_used):
    draws = draw_cells(np.arange(n_cells) % 5, 1000, 1)
    found = interval_or_reason(values, [500.0], draws)
    assert (found.rule, found.n_used) == (rule, n_used)
    assert (found.low is None) == (found.high is None) == rule.startswith("none")


def test_an_interval_holds_all_estimates():
    found = interval_or_reason(VARYING, [-5.0, 2000.0], draw_cells(np.arange(20), 1000, 1))
    assert (found.low, found.high) == (-5, 2000)
