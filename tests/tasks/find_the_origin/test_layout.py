import itertools

import pytest

from findorigin.tasks.find_the_origin.layout import (
    chains_touched,
    line_at,
    line_position,
    lines_above,
    span,
    window,
)

SHAPES = [(1, 0), (2, 1), (2, -1), (2, 15), (2, -15), (3, 4), (3, -4), (5, 7)]


@pytest.mark.parametrize(("hops", "d"), SHAPES)
def test_consecutive_lines_of_every_chain_stand_d_apart(hops, d):
    for chain in range(-1100, 1100):
        positions = [line_position(chain, step, hops, d) for step in range(hops)]
        assert {b - a for a, b in itertools.pairwise(positions)} <= {d}


@pytest.mark.parametrize(("hops", "d"), SHAPES)
def test_every_position_holds_one_line(hops, d):
    for position in range(-3000, 3000):
        assert line_position(*line_at(position, hops, d), hops, d) == position


def test_hops_1_keeps_the_order_of_the_source():
    assert [line_at(position, 1, 0) for position in (998, 999, 1000)] == [(-1, 0), (0, 0), (1, 0)]


@pytest.mark.parametrize(
    ("n_lines", "d"), [(n_lines, d) for d in (1, 5, 10, 15) for n_lines in (d + 1, d + 2, 100, 101, 944)]
)
def test_two_hops_at_half_depth_give_the_papers_window(n_lines, d):
    assert lines_above(n_lines, 2, d, 50) == lines_above(n_lines, 2, -d, 50) == int((n_lines - d) / 2)


@pytest.mark.parametrize(
    ("n_lines", "hops", "d", "depth", "above"),
    [
        (100, 2, 15, 0, 0),
        (100, 2, 15, 100, 84),
        (100, 2, 15, 25, 21),
        (16, 2, 15, 100, 0),
        (10, 3, 4, 50, 1),
        (9, 3, 4, 100, 0),
        (10, 1, 0, 50, 5),
        (1, 1, 0, 100, 0),
    ],
)
def test_depth_shares_out_the_spare_lines(n_lines, hops, d, depth, above):
    assert lines_above(n_lines, hops, d, depth) == above


@pytest.mark.parametrize(("hops", "d"), SHAPES)
@pytest.mark.parametrize("depth", [0, 37, 50, 100])
def test_a_window_holds_the_whole_target_chain_and_grows_at_its_ends_only(hops, d, depth):
    target = [line_position(0, step, hops, d) for step in range(hops)]
    shorter = None
    for n_lines in range(span(hops, d) + 1, span(hops, d) + 60):
        shown = window(n_lines, hops, d, depth)
        assert len(shown) == n_lines
        assert all(position in shown for position in target)
        assert shorter is None or (shorter[0] in shown and shorter[-1] in shown)
        shorter = shown


@pytest.mark.parametrize(("hops", "d"), SHAPES)
def test_the_chains_touched_are_those_of_the_whole_blocks(hops, d):
    shown = window(200, hops, d, 50)
    numbers = [line_at(position, hops, d)[0] for position in shown]
    first, last = chains_touched(200, hops, d, 50)
    assert first <= min(numbers)
    assert max(numbers) <= last
    assert (last - first + 1) % max(abs(d), 1) == 0
    assert min(numbers) - first < max(abs(d), 1)
    assert last - max(numbers) < max(abs(d), 1)
