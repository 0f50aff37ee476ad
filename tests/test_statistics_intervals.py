"""Wilson intervals against published values."""

from __future__ import annotations

import pytest

from findorigin.statistics.intervals import wilson_interval


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
