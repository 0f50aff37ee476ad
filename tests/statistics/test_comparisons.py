"""Which cells are paired, and what is said of published series."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from findorigin.statistics.cells import CellSet, final_cells
from findorigin.statistics.comparisons import (
    CONDITIONAL,
    adjusted,
    arrangement_pairs,
    compare,
    direction_pairs,
    model_pairs,
)
from findorigin.statistics.intervals import FISHER, NEWCOMBE, NEWCOMBE_CONDITIONAL
from findorigin.statistics.paired import MCNEMAR, SIGN_FLIP
from findorigin.statistics.reproduction import rows as reproduction_rows
from findorigin.statistics.retrieval import rows as gap_rows
from statistics_inputs import SETTINGS, cell, falling_cells, published


def series(*right, puzzles=None, repeat=1):
    return [
        {"n_lines": 4, "puzzle": puzzle, "repeat": repeat, "is_right": is_right}
        for puzzle, is_right in zip(puzzles or range(len(right)), right, strict=True)
    ]


def compared(a, b):
    return asdict(compare(a, b, 100, 1))


def of_all(cells):
    """The cells as the comparison of what was measured with what is published gets them."""
    old = [row for row in cells if row["evidence"] == "published"]
    return CellSet([row for row in cells if row["evidence"] != "published"], SETTINGS, old)


def test_cells_are_paired_by_length_puzzle_and_repeat():
    row = compared(series(1, 1, 0, 0), series(1, 0, 1, 1, 0))
    counts = {
        name: row[name] for name in ("n_pairs", "n_both", "n_only_a", "n_only_b", "n_neither", "n_unpaired")
    }
    assert counts == {
        "n_pairs": 4,
        "n_both": 1,
        "n_only_a": 1,
        "n_only_b": 2,
        "n_neither": 0,
        "n_unpaired": 1,
    }
    assert row["difference"] == -0.25
    assert row["p_mcnemar"] == 1.0
    assert (row["p_puzzles"], row["interval"], row["test"]) == (None, CONDITIONAL, MCNEMAR)


def test_nothing_in_common_is_null():
    row = compared(series(1, puzzles=[1]), series(1, puzzles=[2]))
    assert row["n_pairs"] == 0
    unknown = ("accuracy_a", "difference", "difference_low", "p_mcnemar", "test", "interval")
    assert {row[name] for name in unknown} == {None}


def test_a_single_pair_has_no_interval():
    row = compared(series(1), series(0))
    assert (row["difference"], row["difference_low"], row["interval"]) == (1.0, None, None)


def test_with_five_puzzles_the_test_is_over_puzzles_and_its_p_is_adjusted():
    # Every puzzle's three cells fall the same way: 15 pairs, but five puzzles.
    sides = [[row for repeat in (1, 2, 3) for row in series(*[value] * 5, repeat=repeat)] for value in (1, 0)]
    found = compare(*sides, 100, 1)
    assert (found.test, found.p_puzzles) == (SIGN_FLIP, 2 / 2**5)
    assert found.p_mcnemar == pytest.approx(2 / 2**15)
    (shown,) = adjusted([({"evidence": "measured"}, found)])
    assert shown["p_holm"] == 2 / 2**5


def test_draws_without_spread_give_way_to_an_interval_with_a_width():
    row = compared(series(*[1] * 6), series(*[0] * 6))
    assert row["difference_low"] < 1 == row["difference_high"]
    assert "Bonett" in row["interval"]


def test_every_pair_of_models_is_compared_once_and_adjusted_together():
    cells = [*falling_cells("a"), *falling_cells("b"), *falling_cells("c")]
    rows = list(model_pairs(final_cells(cells), SETTINGS))
    assert [(row["a"], row["b"]) for row in rows] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert {(row["n_family"], row["n_pairs"], row["difference"], row["p_holm"]) for row in rows} == {
        (3, 24, 0.0, 1.0)
    }


def test_programs_and_models_are_never_compared_nor_of_one_family():
    models = [*falling_cells("a"), *falling_cells("b"), *falling_cells("a", d=-1)]
    programs = [row | {"model": f"program-{row['model']}", "evidence": "simulated"} for row in models]
    final = final_cells([*models, *programs])
    rows = list(model_pairs(final, SETTINGS))
    assert [(row["evidence"], row["a"], row["b"], row["n_family"]) for row in rows] == [
        ("measured", "a", "b", 1),
        ("simulated", "program-a", "program-b", 1),
    ]
    directions = list(direction_pairs(final, SETTINGS))
    assert [(row["evidence"], row["n_family"]) for row in directions] == [("measured", 1), ("simulated", 1)]


def test_directions_and_arrangements_are_compared_within_a_model():
    cells = [
        *falling_cells(d=1),
        *[row | {"d": -1} for row in falling_cells(d=1)],
        *falling_cells(arrangement="shuffled"),
        *falling_cells(d=0, hops=1),
    ]
    final = final_cells(cells)
    (direction,) = direction_pairs(final, SETTINGS)
    (arrangement,) = arrangement_pairs(final, SETTINGS)
    assert (direction["a"], direction["b"], direction["d"]) == ("d=1", "d=-1", None)
    assert (arrangement["a"], arrangement["b"], arrangement["d"]) == ("structured", "shuffled", 1)
    assert direction["n_pairs"] == arrangement["n_pairs"] == 24


def measured_again(*right, **columns):
    return [
        cell("correct" if value else "invented", puzzle=0, word_form="paper", n_lines=n_lines, **columns)
        for value, n_lines in zip(right, (4, 8, 16, 32), strict=True)
    ]


@pytest.mark.parametrize(
    ("right", "agreement", "verdict"),
    [((1, 1, 0, 0), 1.0, "cannot tell"), ((0, 0, 1, 1), 0.0, "cannot tell")],
)
def test_a_few_cells_cannot_tell_whether_a_series_was_reproduced(right, agreement, verdict):
    old = [
        published(value, n_lines=n)
        for value, n in zip((True, True, False, False), (4, 8, 16, 32), strict=True)
    ]
    (row,) = reproduction_rows(of_all([*old, *measured_again(*right)]))
    assert (row["n_published"], row["n_pairs"]) == (4, 4)
    assert (row["agreement"], row["verdict"]) == (agreement, verdict)
    assert (row["same_prompts"], row["test"], row["p_fisher"]) == (True, MCNEMAR, None)
    assert row["agreement_low"] <= row["agreement"] <= row["agreement_high"]
    # Perfect agreement and none at all both have a standard error of 0.
    assert (row["kappa"], row["kappa_low"], row["kappa_interval"]) == (2 * agreement - 1, None, None)


def test_a_shuffled_series_has_other_prompts_and_is_compared_unpaired():
    shuffled = {"arrangement": "shuffled", "d": 15}
    old = [
        published(value, n_lines=n, **shuffled)
        for value, n in ((True, 4), (True, 8), (False, 16), (False, 64))
    ]
    (row,) = reproduction_rows(of_all([*old, *measured_again(0, 0, 1, 1, **shuffled)]))
    assert (row["same_prompts"], row["test"], row["interval"]) == (False, FISHER, NEWCOMBE_CONDITIONAL)
    assert (row["n_published"], row["n_compared"], row["n_unpaired"]) == (4, 3, 2)
    assert (row["accuracy_a"], row["accuracy_b"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert row["p_fisher"] == row["p_holm"] == pytest.approx(1.0)
    unknown = ("n_pairs", "n_both", "n_only_a", "p_mcnemar", "agreement", "kappa")
    assert {row[name] for name in unknown} == {None}
    assert row["verdict"] == "cannot tell"


def long_series(arrangement, changed):
    """A hundred lengths, half right as published; of the measured answers the first `changed` are wrong."""
    columns = {"arrangement": arrangement, "d": 15}
    old = [published(n % 2 == 0, **columns, n_lines=n) for n in range(1, 101)]
    new = [
        cell(
            "correct" if n % 2 == 0 and n > changed else "invented",
            **columns,
            n_lines=n,
            puzzle=0,
            word_form="paper",
        )
        for n in range(1, 101)
    ]
    return [*old, *new]


@pytest.mark.parametrize(
    ("arrangement", "changed", "verdict"),
    [
        ("structured", 0, "reproduced"),
        ("structured", 40, "not reproduced"),
        # The same shares, but of other prompts: half a hundred cells leave more than ten points open.
        ("shuffled", 0, "cannot tell"),
        ("shuffled", 60, "not reproduced"),
    ],
)
def test_a_measured_model_of_the_paper_has_a_verdict(arrangement, changed, verdict):
    (row,) = reproduction_rows(of_all(long_series(arrangement, changed)))
    assert (row["n_compared"], row["verdict"]) == (100, verdict)


def test_what_a_program_answered_reproduces_nothing():
    old = [published(True, n_lines=n) for n in (4, 8, 16, 32)]
    again = measured_again(1, 1, 1, 1, evidence="simulated")
    assert reproduction_rows(of_all([*old, *again])) == []


def test_a_series_that_nobody_measured_has_no_row():
    assert reproduction_rows(of_all([published(), *falling_cells("other")])) == []


def test_the_gap_is_taken_at_equal_lengths_and_in_the_mean():
    one_hop = [row | {"outcome": "correct", "correct": True} for row in falling_cells(hops=1, d=0)]
    rows = list(gap_rows(CellSet([*one_hop, *falling_cells()], SETTINGS)))
    by_length = {row["length"]: row for row in rows}
    assert list(by_length) == [4, 8, 16, 32, None]
    assert [by_length[n]["gap"] for n in (4, 8, 16, 32)] == pytest.approx([0, 1 / 6, 1 / 2, 5 / 6])
    mean = by_length[None]
    assert mean["gap"] == pytest.approx(3 / 8)
    assert mean["gap_low"] < mean["gap"] < mean["gap_high"]
    assert (mean["n_retrieval"], mean["n_reasoning"], mean["n_lengths"]) == (24, 24, 4)
    assert by_length[4]["gap_low"] < 0 < by_length[4]["gap_high"]
    assert {by_length[n]["interval"] for n in (4, 8, 16, 32)} == {NEWCOMBE}
    few = CellSet([row for row in [*one_hop, *falling_cells()] if row["puzzle"] < 5], SETTINGS)
    assert {row["interval"] for row in gap_rows(few) if row["length"]} == {NEWCOMBE_CONDITIONAL}


def test_a_mean_gap_whose_draws_are_alike_has_no_interval():
    rows = list(gap_rows(CellSet([cell(hops=1, d=0), cell(puzzle=1)], SETTINGS)))
    assert {(row["gap"], row["gap_low"], row["gap_high"]) for row in rows} == {(0.0, None, None)}
