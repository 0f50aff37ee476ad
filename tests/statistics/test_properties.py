"""What holds for any data: intervals hold their estimates, the order of rows changes nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from findorigin.common.csv_files import write_csv
from findorigin.statistics.accuracy import summarise_cells
from findorigin.statistics.bootstrap import clustered
from findorigin.statistics.cells import final_cells
from findorigin.statistics.curves import curve_of, curve_points
from findorigin.statistics.effective import absolute_length, kept_length, l50
from findorigin.statistics.intervals import wilson_interval, wilson_or_none
from findorigin.statistics.lengths import isotonic_nonincreasing
from findorigin.statistics.logistic import half_length
from findorigin.statistics.paired import holm, mcnemar_exact, paired_difference
from statistics_inputs import LENGTHS, cell

settings.register_profile("statistics", deadline=None, derandomize=True, max_examples=40, database=None)
settings.load_profile("statistics")

# Examples where each takes a tenth of a second or more.
FEW = 12
DRAWS, SEED = 200, 1

counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
discordant = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))


@st.composite
def answers(draw, puzzles=(1, 8), repeats=2):
    """Cells of one condition: some puzzles and lengths, right or wrong at will, some asked twice."""
    n_puzzles = draw(st.integers(*puzzles))
    lengths = draw(st.lists(st.sampled_from(sorted(LENGTHS)), min_size=1, unique=True))
    asked = [
        (n_lines, puzzle, repeat)
        for n_lines in lengths
        for puzzle in range(1, n_puzzles + 1)
        for repeat in range(1, draw(st.integers(1, repeats)) + 1)
    ]
    right = draw(st.lists(st.booleans(), min_size=len(asked), max_size=len(asked)))
    return [
        cell("correct" if is_right else "invented", n_lines=n_lines, puzzle=puzzle, repeat=repeat)
        for is_right, (n_lines, puzzle, repeat) in zip(right, asked, strict=True)
    ]


def shuffled(cells, seed):
    return [cells[place] for place in np.random.default_rng(seed).permutation(len(cells))]


def length_rows(cells):
    curve = curve_of(final_cells(cells))
    drawn = curve.draws(DRAWS, SEED)
    return [kept_length(curve, drawn, 400), absolute_length(curve, drawn, 0.7), l50(curve, drawn)]


@given(counts)
def test_wilsons_interval_holds_the_share_within_0_and_1(count):
    successes, n = count
    low, high = wilson_interval(successes, n)
    assert 0 <= low <= successes / n <= high <= 1
    assert low < high


@given(counts)
def test_wilsons_interval_mirrors_right_and_wrong(count):
    successes, n = count
    low, high = wilson_interval(successes, n)
    assert wilson_interval(n - successes, n) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@given(counts, st.integers(2, 9))
def test_wilsons_interval_narrows_with_n(count, times):
    successes, n = count
    narrow, wide = wilson_interval(times * successes, times * n), wilson_interval(successes, n)
    assert narrow[1] - narrow[0] < wide[1] - wide[0]


@pytest.mark.parametrize("n", range(26))
def test_no_interval_is_nan(n):
    for successes in range(n + 1):
        for bound in wilson_or_none(successes, n):
            assert bound is None or math.isfinite(bound)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6)), min_size=5, max_size=12))
def test_the_interval_over_puzzles_holds_the_share(by_puzzle):
    puzzles = [puzzle for puzzle, (_, n) in enumerate(by_puzzle) for _ in range(n)]
    is_right = [int(place < right) for right, n in by_puzzle for place in range(n)]
    found = clustered(puzzles, is_right, DRAWS, SEED)
    if found["low"] is None:
        assert set(found.values()) == {None}
        assert len({min(right, n) / n for right, n in by_puzzle}) == 1
    else:
        assert 0 <= found["low"] <= np.mean(is_right) <= found["high"] <= 1
        assert found["low"] < found["high"]


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 9)), min_size=1, max_size=12))
def test_isotonic_accuracy_does_not_rise_and_is_idempotent(points):
    accuracy, n = (np.array(part, dtype=float) for part in zip(*points, strict=True))
    fitted = isotonic_nonincreasing(accuracy, n)
    assert (np.diff(fitted) <= 1e-9).all()
    assert isotonic_nonincreasing(fitted, n) == pytest.approx(fitted)


@settings(max_examples=FEW)
@given(answers(), st.integers(0, 999))
def test_the_order_of_rows_changes_nothing(cells, seed):
    others = shuffled(cells, seed)
    first, second = (curve_of(final_cells(rows)) for rows in (cells, others))
    for is_single in (True, False):
        assert curve_points(first, is_single, DRAWS, SEED) == curve_points(second, is_single, DRAWS, SEED)
    assert length_rows(cells) == length_rows(others)
    assert summarise_cells(cells, DRAWS, SEED) == summarise_cells(others, DRAWS, SEED)


@settings(max_examples=FEW)
@given(answers(puzzles=(5, 8)))
def test_the_same_cells_give_the_same_bytes(tmp_path_factory, cells):
    folder = tmp_path_factory.mktemp("bytes")
    for name in ("first", "second"):
        rows = length_rows(cells)
        write_csv(rows, tuple(rows[0]), folder / name)
    assert (folder / "first").read_bytes() == (folder / "second").read_bytes()
    assert b"nan" not in (folder / "first").read_bytes()


@settings(max_examples=FEW)
@given(answers(puzzles=(5, 8)))
def test_the_interval_of_a_length_holds_it_and_has_a_width(cells):
    for row in length_rows(cells):
        assert (row["low"] is None) == (row["high"] is None)
        if row["low"] is None:
            assert row["reason"] or row["interval"].startswith("none: ")
            continue
        inner = [row["tokens"]] if row["tokens"] is not None else [row["between_low"], row["between_high"]]
        assert all(row["low"] <= tokens <= row["high"] for tokens in inner)
        assert (row["low"], row["low_relation"]) != (row["high"], row["high_relation"])


@given(st.floats(10.0, 13.0), st.floats(0.8, 3.0), st.integers(0, 999))
def test_l50_of_a_simulated_curve_is_found(log2_half, slope, seed):
    tokens = 200.0 * 2 ** np.arange(9)
    chance = 1 / (1 + np.exp(slope * (np.log2(tokens) - log2_half)))
    right = np.random.default_rng(seed).binomial(60, chance).astype(float)
    length = half_length(tokens, right, np.full(9, 60.0))
    assume(length.value is not None)
    assert np.log2(length.value) == pytest.approx(log2_half, abs=1.0)


@given(discordant)
def test_paired_results_are_symmetric_when_the_sides_are_swapped(pairs):
    only_a, only_b, same = pairs
    n = only_a + only_b + same
    assume(n > 0)
    difference, low, high = paired_difference(only_a, only_b, n)
    assert paired_difference(only_b, only_a, n) == pytest.approx((-difference, -high, -low))
    assert -1 <= low <= difference <= high <= 1
    assert mcnemar_exact(only_a, only_b) == mcnemar_exact(only_b, only_a)


@settings(max_examples=FEW)
@given(st.lists(st.integers(0, 1000).map(lambda part: part / 1000), min_size=1, max_size=12))
def test_holms_p_is_never_below_the_raw_one(p_values):
    adjusted = holm(p_values)
    assert all(raw <= p <= 1 for raw, p in zip(p_values, adjusted, strict=True))
    ordered = [p for _, p in sorted(zip(p_values, adjusted, strict=True))]
    assert ordered == sorted(ordered)
