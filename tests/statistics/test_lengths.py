"""Effective length: the published examples of others, and what holds for any curve."""

from __future__ import annotations

import numpy as np
import pytest

from findorigin.statistics.lengths import (
    KEPT_SHARE,
    area,
    base_accuracy,
    isotonic_nonincreasing,
    longest_kept,
    longest_kept_drawn,
)

K = np.array([1, 2, 4, 8, 16, 32]) * 1000


def kept(tokens, accuracy, threshold):
    n = np.ones(len(accuracy))
    length = longest_kept(np.array(tokens), np.array(accuracy, dtype=float), n, threshold)
    return length.relation, length.value


@pytest.mark.parametrize(
    ("tokens", "accuracy", "threshold", "expected"),
    [
        pytest.param(
            K, [98.1, 98.0, 95.7, 89.2, 81.6, 69.7], KEPT_SHARE * 99.3, ("=", 8000), id="NoLiMa, GPT-4o"
        ),
        pytest.param(
            [1000], [68.6], KEPT_SHARE * 84.7, ("<", 1000), id="NoLiMa, Gemini 1.5 Flash: below the shortest"
        ),
        pytest.param(
            [4000, 8000, 16000, 32000, 64000, 128000],
            [96.6, 96.3, 95.2, 93.2, 87.0, 81.2],
            85.6,
            ("=", 64000),
            id="RULER, GPT-4-1106: absolute threshold",
        ),
        pytest.param(K, [90, 90, 90, 90, 90, 90], 85, (">", 32000), id="never lost: above the longest"),
        pytest.param(K, [90, 80, 90, 50, 40, 30], 85, ("=", 4000), id="a dip is smoothed: 85 and 85"),
        pytest.param(K, [85, 84.99, 0, 0, 0, 0], 85, ("=", 1000), id="the threshold itself is kept"),
        pytest.param([166], [100], 85, (">", 166), id="one length"),
        pytest.param([], [], 85, (None, None), id="nothing measured"),
    ],
)
def test_longest_kept(tokens, accuracy, threshold, expected):
    assert kept(tokens, accuracy, threshold) == expected


@pytest.mark.parametrize(
    ("accuracy", "n", "expected"),
    [
        ([100, 80, 90, 60, 50, 40], [1] * 6, [100, 85, 85, 60, 50, 40]),
        ([0, 100], [3, 1], [25, 25]),
        ([50], [7], [50]),
    ],
)
def test_isotonic_accuracy(accuracy, n, expected):
    fitted = isotonic_nonincreasing(np.array(accuracy, dtype=float), np.array(n, dtype=float))
    assert fitted == pytest.approx(expected)


def test_isotonic_accuracy_falls_and_is_idempotent():
    random = np.random.default_rng(3)
    for _ in range(50):
        n = random.integers(1, 9, size=12).astype(float)
        accuracy = random.random(12)
        fitted = isotonic_nonincreasing(accuracy, n)
        assert (np.diff(fitted) <= 1e-12).all()
        assert isotonic_nonincreasing(fitted, n) == pytest.approx(fitted)
        assert (fitted * n).sum() == pytest.approx((accuracy * n).sum())


@pytest.mark.parametrize(
    ("base_tokens", "accuracy", "n", "reason"),
    [
        (300, 0.75, 20, None),
        (200, None, 4, "base of 4 cells up to 200 tokens; at least 10"),
        (100, None, 0, "base of 0 cells up to 100 tokens; at least 10"),
    ],
)
def test_base_is_pooled_from_at_least_ten_cells(base_tokens, accuracy, n, reason):
    tokens, right, cells = np.array([150, 250, 500]), np.array([4.0, 11.0, 0.0]), np.array([4.0, 16.0, 9.0])
    base = base_accuracy(tokens, right, cells, base_tokens)
    assert (base.accuracy, base.n, base.reason) == (accuracy, n, reason)


def test_a_base_of_zero_has_nothing_to_keep():
    base = base_accuracy(np.array([100]), np.array([0.0]), np.array([12.0]), 100)
    assert (base.accuracy, base.reason) == (0.0, "none of the 12 base cells is correct")


def test_draws_give_what_a_regression_of_each_gives():
    random = np.random.default_rng(5)
    tokens = np.array([100.0, 200, 400, 800, 1600])
    n = random.integers(0, 4, size=(400, 5)).astype(float)
    right = np.minimum(n, random.integers(0, 4, size=(400, 5)))
    thresholds = random.choice([0.25, 0.5, 0.85, 1.0], size=400)
    drawn = longest_kept_drawn(tokens, right, n, thresholds)
    for row in range(400):
        asked = n[row] > 0
        if not asked.any():
            assert np.isnan(drawn[row])
            continue
        length = longest_kept(
            tokens[asked], right[row][asked] / n[row][asked], n[row][asked], thresholds[row]
        )
        expected = {"<": -np.inf, ">": np.inf, "=": length.value}[length.relation]
        assert drawn[row] == expected


def test_a_draw_without_a_base_counts_as_unknown():
    drawn = longest_kept_drawn(np.array([1.0]), np.array([[1.0]]), np.array([[1.0]]), np.array([np.nan]))
    assert np.isnan(drawn).all()


@pytest.mark.parametrize(
    ("accuracy", "low", "high", "expected"),
    [
        ([1, 1, 1], 100, 400, 1.0),
        ([1, 0.5, 0], 100, 400, 0.5),
        ([1, 0, 0], 100, 400, 0.25),
        ([1, 0, 0], 100, 200, 0.5),
        ([1, 0.5, 0], 200, 400, 0.25),
    ],
)
def test_area_is_the_mean_accuracy_over_log_length(accuracy, low, high, expected):
    (found,) = area(np.array([100, 200, 400]), np.array([accuracy], dtype=float), low, high)
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(("low", "high"), [(50, 400), (100, 800), (400, 400)])
def test_there_is_no_area_beyond_the_tested_lengths(low, high):
    with pytest.raises(ValueError, match="no range"):
        area(np.array([100, 200, 400]), np.ones((1, 3)), low, high)


def test_area_of_draws_is_one_value_a_draw():
    tokens = np.array([100, 400])
    assert area(tokens, np.array([[1.0, 0.0], [1.0, 1.0]]), 100, 400) == pytest.approx([0.5, 1.0])
