"""Wilson intervals against published values."""

from __future__ import annotations

import pytest

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


def test_no_cells_have_no_interval(recwarn):
    assert wilson_interval(0, 0) == (None, None)
    assert not [warning for warning in recwarn if warning.category is not ResourceWarning]


@pytest.mark.parametrize(
    ("successes", "n", "expected"),
    [(0, 0, (None, None)), (0, 1, (None, None)), (1, 1, (None, None)), (1, 2, wilson_interval(1, 2))],
)
def test_tables_give_no_interval_for_fewer_than_two_cells(successes, n, expected):
    assert wilson_or_none(successes, n) == expected
