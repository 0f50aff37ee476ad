"""Wilson intervals against published values."""

from __future__ import annotations

import pytest
from statsmodels.stats.proportion import proportion_confint

from findorigin.statistics.intervals import wilson_interval, wilson_or_none


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (9, 10, 0.5958, 0.9821),
        (59, 118, 0.4112, 0.5888),
        (118, 118, 0.9685, 1.0),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_interval(successes, n, low, high):
    assert wilson_interval(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_it_is_that_of_statsmodels():
    for n in (1, 2, 7, 118, 10_000):
        for successes in {0, 1, n // 3, n - 1, n}:
            expected = proportion_confint(successes, n, method="wilson")
            assert wilson_interval(successes, n) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("successes", "n", "expected"),
    [(0, 0, (None, None)), (0, 1, (None, None)), (1, 1, (None, None)), (1, 2, wilson_interval(1, 2))],
)
def test_tables_give_no_interval_for_fewer_than_two_cells(successes, n, expected):
    assert wilson_or_none(successes, n) == expected
