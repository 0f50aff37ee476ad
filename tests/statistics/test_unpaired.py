"""Two shares of independent cells: golden values, and the rule's words."""

from __future__ import annotations

import pytest
from statsmodels.stats.proportion import confint_proportions_2indep

from findorigin.statistics.intervals import (
    NEWCOMBE,
    NEWCOMBE_CONDITIONAL,
    fisher_p,
    newcombe_interval,
    newcombe_rule,
)


def test_newcombes_example():
    # R. G. Newcombe (1998), table II, (a): 56/70 - 48/80, method 10.
    assert newcombe_interval(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_newcombes_interval_is_that_of_statsmodels():
    for counts in ((0, 2, 2, 2), (3, 9, 1, 40), (5, 5, 0, 7), (117, 117, 117, 117)):
        expected = confint_proportions_2indep(*counts, compare="diff", method="newcomb")
        assert newcombe_interval(*counts) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("n1", "n2"), [(0, 5), (1, 5), (5, 1)])
def test_a_side_with_a_single_cell_has_no_interval(n1, n2):
    assert newcombe_interval(0, n1, 0, n2) == (None, None)
    assert newcombe_rule(n1, n2, n_puzzles=5) is None


def test_fewer_than_five_puzzles_are_said():
    assert newcombe_rule(2, 2, n_puzzles=4) == NEWCOMBE_CONDITIONAL
    assert newcombe_rule(2, 2, n_puzzles=5) == NEWCOMBE


def test_fishers_tea():
    assert fisher_p(3, 4, 1, 4) == pytest.approx(0.4857, abs=5e-5)
