"""Paired comparisons: golden values, and the rule of the verdict."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests

from findorigin.statistics.paired import (
    cohen_kappa,
    holm,
    mcnemar_exact,
    paired_difference,
    sign_flip,
    verdict,
)


@pytest.mark.parametrize(
    ("only_a", "only_b", "p"), [(8, 2, 0.1094), (2, 8, 0.1094), (5, 0, 0.0625), (0, 0, 1.0), (3, 3, 1.0)]
)
def test_mcnemar(only_a, only_b, p):
    assert mcnemar_exact(only_a, only_b) == pytest.approx(p, abs=5e-5)


def test_mcnemar_is_that_of_statsmodels():
    for only_a in range(12):
        for only_b in range(12):
            if only_a + only_b:
                expected = mcnemar([[4, only_a], [only_b, 4]], exact=True).pvalue
                assert mcnemar_exact(only_a, only_b) == pytest.approx(min(1.0, expected))


@pytest.mark.parametrize("table", [(20, 5, 10, 15), (1, 0, 0, 1), (0, 3, 4, 0), (7, 1, 2, 30)])
def test_kappa_is_that_of_statsmodels(table):
    both, only_a, only_b, neither = table
    kappa, low, high = cohen_kappa(*table)
    expected = cohens_kappa([[both, only_a], [only_b, neither]])
    assert kappa == pytest.approx(expected.kappa)
    if low is not None:
        assert (low, high) == pytest.approx((max(-1, expected.kappa_low), min(1, expected.kappa_upp)))


@pytest.mark.parametrize("table", [(1, 0, 0, 1), (30, 0, 0, 30), (0, 3, 3, 0)])
def test_kappa_has_no_interval_where_its_standard_error_is_nought(table):
    assert cohen_kappa(*table)[1:] == (None, None)


@pytest.mark.parametrize("table", [(0, 0, 0, 0), (9, 0, 0, 0), (0, 0, 0, 9)])
def test_kappa_is_unknown_where_chance_agrees_always(table, recwarn):
    assert cohen_kappa(*table) == (None, None, None)
    assert not [warning for warning in recwarn if warning.category is not ResourceWarning]


def test_the_interval_of_a_paired_difference_holds_it_and_has_a_width():
    assert paired_difference(0, 0, 0) == (None, None, None)
    for n in (1, 5, 40):
        for only_a in range(n + 1):
            for only_b in range(n + 1 - only_a):
                difference, low, high = paired_difference(only_a, only_b, n)
                assert -1 <= low <= difference <= high <= 1
                assert low < high


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([1, 1, 1, 1, 1], 2 / 32),
        ([0, 0, 0, 0, 0], 1.0),
        ([2, -2], 1.0),
        ([3, 1, 1, 1, 1, 1], 2 / 64),
        ([1] * 20, 1 / 10_000),
    ],
)
def test_sign_flip(differences, p):
    assert sign_flip(differences, seed=1) == pytest.approx(p)
    assert sign_flip(differences[::-1], seed=1) == sign_flip(differences, seed=1)


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [([], []), ([0.04], [0.04]), ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]), ([0.5, 0.9], [1.0, 1.0])],
)
def test_holm(p_values, adjusted):
    assert holm(p_values) == pytest.approx(adjusted)


def test_holm_is_that_of_statsmodels():
    p_values = np.random.default_rng(3).random(40) ** 4
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


@pytest.mark.parametrize(
    ("p", "low", "high", "expected"),
    [
        (1.0, -0.05, 0.05, "reproduced"),
        (0.03, -0.09, -0.01, "not reproduced"),
        (0.6, -0.02, 0.12, "cannot tell"),
        (1.0, -0.3, 0.3, "cannot tell"),
        (1.0, None, None, "cannot tell"),
        (None, None, None, "cannot tell"),
    ],
)
def test_verdict(p, low, high, expected):
    assert verdict(p, low, high) == expected
