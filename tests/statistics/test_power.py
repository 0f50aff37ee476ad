"""The smallest difference that a plan can resolve."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize

from findorigin.statistics.power import effective_pairs, paired_power, smallest_difference, unpaired_power


def test_the_power_of_paired_questions_is_what_simulation_finds():
    random = np.random.default_rng(8)
    n, difference, discordant = 40, 0.3, 0.4
    table = random.multinomial(
        n, [(discordant + difference) / 2, (discordant - difference) / 2, 0.6], size=4000
    )
    significant = [a + b > 0 and binomtest(int(a), int(a + b)).pvalue < 0.05 for a, b, _ in table]
    assert paired_power(n, difference, discordant) == pytest.approx(np.mean(significant), abs=0.025)


def test_exact_and_approximate_power_meet():
    assert paired_power(200, 0.1, 0.3) == pytest.approx(paired_power(201, 0.1, 0.3), abs=0.05)


def test_the_power_of_unpaired_questions_is_about_that_of_statsmodels():
    expected = NormalIndPower().power(proportion_effectsize(0.8, 0.6), 100, 0.05)
    assert unpaired_power(100, 0.8, 0.6) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize(
    ("n_puzzles", "cells", "correlation", "expected"),
    [(10, 1, 0.1, 10), (10, 6, 0.0, 60), (10, 6, 1.0, 10), (10, 6, 0.1, 40), (0, 6, 0.1, 0), (10, 0, 0.1, 0)],
)
def test_effective_pairs(n_puzzles, cells, correlation, expected):
    assert effective_pairs(n_puzzles, cells, correlation) == expected


def test_few_questions_resolve_nothing_or_only_the_gross():
    assert smallest_difference(0) is None
    assert smallest_difference(5) is None  # five discordant pairs have p = 0.0625
    assert 0.5 < smallest_difference(10) < 1
    assert smallest_difference(10, paired=False) > smallest_difference(40, paired=False)


@pytest.mark.parametrize("paired", [True, False])
def test_more_puzzles_never_resolve_less(paired):
    found = [smallest_difference(n, paired=paired) for n in (20, 40, 80, 160, 320, 640)]
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("n", [20, 100, 500])
def test_pairing_pays_while_few_questions_differ(n):
    assert smallest_difference(n, discordant=0.1) < smallest_difference(n, paired=False)


def test_the_difference_found_has_the_power_asked_for():
    difference = smallest_difference(60, discordant=0.3, power=0.8)
    assert paired_power(60, difference, 0.3) >= 0.8
    assert paired_power(60, difference - 0.001, 0.3) < 0.8


def test_five_puzzles_resolve_nothing_paired_since_no_flip_of_them_is_significant():
    assert smallest_difference(5, cells_per_puzzle=10) is None
    assert smallest_difference(6, cells_per_puzzle=10) is not None
    assert smallest_difference(4, cells_per_puzzle=10) is not None
