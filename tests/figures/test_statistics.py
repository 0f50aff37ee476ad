"""The pictures of the statistics: drawn from tables, the same each time, with n and evidence."""

from __future__ import annotations

import pyarrow.parquet as pq
import pytest
from tests.statistics.test_tables import tables_of

from figure_inputs import figures, picture, texts, words_of
from findorigin.figures import asymmetry, curves, depths, offsets, ranking, retrieval
from findorigin.figures.common import lines, style
from findorigin.figures.common.data import Data
from findorigin.figures.common.lines import span
from findorigin.figures.common.style import house_style
from findorigin.figures.kinds import KINDS
from findorigin.statistics.bootstrap import PUZZLES_DRAWN
from findorigin.statistics.intervals import WILSON, WILSON_CONDITIONAL

MODULES = {
    "curves": curves,
    "retrieval": retrieval,
    "ranking": ranking,
    "asymmetry": asymmetry,
    "offsets": offsets,
    "depths": depths,
}
DRAWN = [name for name, figure in figures().items() if figure.kind in MODULES]


@pytest.fixture(scope="module")
def statistics(tmp_path_factory):
    return tables_of(tmp_path_factory.mktemp("run")).parent / "statistics"


def drawn(name, statistics, **changes):
    figure = figures()[name]
    figure = figure.model_copy(update=changes)
    folder = statistics / figure.evidence
    tables = {
        table: pq.read_table(folder / f"{table}.parquet").to_pylist() for table in KINDS[figure.kind].reads
    }
    with house_style():
        return MODULES[figure.kind].draw(figure, Data(tables))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("measured_curves", "Tiny, word list\n(n = 6–12 a point; 1 cells missing)"),
        ("measured_curves", "Tiny, paper list\n(n = 2 a point)"),
        ("measured_retrieval", "Mean gap to one hop, points"),
        ("measured_l50", "tied"),
        ("measured_asymmetry", "n = 24"),
        ("measured_offsets", "answers that name another listed vertex"),
        ("published_curves", "† published outcomes"),
        ("measured_curves", "Length (tokens)"),
        ("simulated_curves", "‡ simulated by a program, no model"),
        ("simulated_asymmetry", "No data yet: nothing was asked at both d and -d"),
        ("measured_asymmetry", "Test: sign-flip test over puzzles."),
        ("published_l85", "unknown: base of"),
        ("published_l50", "no interval: 4 cells; at least 20"),
    ],
)
def test_a_picture_says_n_rule_and_evidence(name, said, statistics):
    assert said in words_of(drawn(name, statistics))


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_without_data_says_so(name, statistics):
    figure = drawn(name, statistics, models=["nobody"])
    assert f"{figures()[name].title}\nNo data yet: " in words_of(figure)
    assert not figure.axes


RANKED = {
    "evidence": "measured",
    "model": "tiny",
    "label": "Tiny",
    "task": "find_the_origin",
    "word_form": "word",
    "measure": "L50",
    "arrangement": "structured",
    "hops": 2,
    "d": 1,
    "depth": 50,
    "grader": "declared",
    "n_cells": 60,
    "n_missing": 0,
    "tokens": 800,
    "relation": "=",
    "between_low": None,
    "between_high": None,
    "low": 400,
    "low_relation": "=",
    "high": 1600,
    "high_relation": "=",
    "base_tokens": None,
    "rank_best": 1,
    "rank_worst": 1,
    "interval": "95 % bootstrap over puzzles",
    "reason": None,
}


def draw_ranking(*rows):
    return ranking.draw(picture("ranking", measure="L50"), Data({"effective_length": list(rows)}))


def draw_curves(*rows):
    return curves.draw(picture("curves"), Data({"curves": list(rows)}))


NO_INTERVAL = dict.fromkeys(("low", "low_relation", "high", "high_relation", "rank_best", "rank_worst")) | {
    "interval": "none: (nearly) all draws are alike"
}


@pytest.mark.parametrize(
    ("changes", "n_bars", "n_marks", "said"),
    [
        pytest.param({}, 1, 1, "Tiny (n = 60)   1", id="an interval: bar, mark and rank"),
        pytest.param(
            NO_INTERVAL | {"relation": ">"},
            0,
            1,
            "Tiny (n = 60)   –",
            id="no interval: a mark, no bar, no rank",
        ),
        pytest.param(NO_INTERVAL, 0, 1, "no interval: (nearly) all draws are alike", id="the reason is said"),
        pytest.param(
            NO_INTERVAL | {"tokens": None, "relation": "between", "between_low": 400, "between_high": 800},
            0,
            0,
            "400–800, no interval",
            id="between two lengths: no mark",
        ),
    ],
)
def test_a_length_without_an_interval_has_no_bar_and_no_rank(changes, n_bars, n_marks, said):
    figure = draw_ranking(RANKED | changes)
    drawn_lines = figure.axes[0].lines
    assert sum(len(line.get_xdata()) == 2 for line in drawn_lines) == n_bars
    assert sum(len(line.get_xdata()) == 1 for line in drawn_lines) == n_marks
    assert said in words_of(figure)


def test_lengths_are_in_order_with_or_without_a_rank():
    rows = [
        RANKED | {"label": "Middle"},
        RANKED | NO_INTERVAL | {"label": "Longest", "tokens": 1600, "relation": ">"},
        RANKED | NO_INTERVAL | {"label": "Unknown", "tokens": None, "relation": None, "reason": "no cells"},
        RANKED | {"label": "Shorter", "tokens": 500},
    ]
    labels = texts(draw_ranking(*rows).axes[0].get_yticklabels())
    assert [label.split(" ")[0] for label in labels] == ["Longest", "Middle", "Shorter", "Unknown"]


def test_depths_are_drawn_where_there_are_several(statistics):
    assert "nothing was asked at several depths" in words_of(drawn("measured_depths", statistics))


def test_depths_leave_out_lengths_asked_at_one():
    rows = [POINT | {"depth": depth, "target_tokens": 500} for depth in (0, 50)]
    rows.append(POINT | {"depth": 100, "target_tokens": 900})
    figure = depths.draw(picture("depths"), Data({"curves": rows}))
    assert texts(figure.axes[0].get_xticklabels()) == ["500"]
    assert "without interval here: curves.csv has it" in words_of(figure)


BETWEEN = {"tokens": None, "relation": "between", "between_low": 700, "between_high": 900}


@pytest.mark.parametrize(
    ("changes", "entries", "n_hollow"),
    [
        pytest.param({}, [], 0, id="a value within the tested lengths"),
        pytest.param(BETWEEN, ["line alone: between two tested lengths, no value"], 0, id="no value"),
        pytest.param(
            {"low_relation": "<"}, ["interval begins below the shortest tested"], 1, id="interval's low end"
        ),
        pytest.param(
            {"relation": ">", "tokens": 1600, "high_relation": ">"},
            ["estimate above the longest tested"],
            0,
            id="estimate at the interval's high end",
        ),
    ],
)
def test_a_ranking_explains_the_marks_it_has_and_no_others(changes, entries, n_hollow):
    figure = draw_ranking(RANKED | changes)
    assert texts(figure.legends[0].get_texts()) == ["estimate", "95 % interval", *entries]
    arrows = [line for line in figure.axes[0].lines if line.get_marker() in ("<", ">")]
    assert sum(line.get_markerfacecolor() == "white" for line in arrows) == n_hollow


POINT = {
    "evidence": "measured",
    "model": "tiny",
    "label": "Tiny",
    "task": "find_the_origin",
    "word_form": "word",
    "arrangement": "structured",
    "hops": 2,
    "d": 1,
    "depth": 50,
    "grader": "declared",
    "counted_by": "vendor",
    "tokens": 500,
    "target_tokens": 500,
    "n_lines_min": 4,
    "n_cells": 10,
    "n_correct": 5,
    "n_missing": 0,
    "accuracy": 0.5,
    "accuracy_low": 0.2,
    "accuracy_high": 0.8,
    "interval": "95 % Wilson, cells taken as independent",
}
GAP = {
    "model": "tiny",
    "task": "find_the_origin",
    "word_form": "word",
    "length": None,
    "hops": 2,
    "d": 1,
    "depth": 50,
    "gap": 0.2,
    "gap_low": 0.1,
    "gap_high": 0.3,
    "interval": "95 % bootstrap over puzzles",
}


@pytest.mark.parametrize(
    ("changes", "above", "below"),
    [
        ({}, "2 hops: 20 [10, 30]", "Brackets of the mean gap: 95 % bootstrap over puzzles."),
        (
            {"gap_low": None, "gap_high": None, "interval": "none: all draws are alike"},
            "2 hops: 20 (no interval: all draws are\nalike)",
            None,
        ),
    ],
)
def test_the_mean_gap_stands_above_its_panel_and_its_rule_below(changes, above, below):
    tables = {"curves": [POINT | {"hops": 1}, POINT], "retrieval_gap": [GAP | changes]}
    figure = retrieval.draw(picture("retrieval"), Data(tables))
    assert above in figure.axes[0].get_title()
    assert not figure.axes[0].texts
    assert (below in figure.get_supxlabel()) if below else ("Brackets" not in figure.get_supxlabel())


def test_ribbons_of_two_rules_say_which_points_have_which():
    rows = [POINT, POINT | {"tokens": 900, "interval": "95 % bootstrap over puzzles"}]
    note = " ".join(draw_curves(*rows).get_supxlabel().split())
    assert "bootstrap over puzzles (several cells a puzzle, at least 5 puzzles, draws that differ);" in note
    assert "; 95 % Wilson, cells taken as independent (all other points)." in note
    assert "(" not in draw_curves(rows[0]).get_supxlabel()


def test_the_edges_of_a_ribbon_have_the_dashes_of_its_line():
    figure = draw_curves(*(POINT | {"d": d, "tokens": tokens} for d in (1, 5) for tokens in (500, 900)))
    assert [line.get_linestyle() for line in figure.axes[0].lines] == ["-"] * 3 + ["--"] * 3


@pytest.mark.parametrize(("values", "text"), [([10, 10], "10"), ([9, 12, 10], "9–12")])
def test_spans_of_counts(values, text):
    assert span(values) == text


def test_the_rules_that_ribbons_explain_are_those_of_the_tables():
    assert set(lines.RIBBONS) == {PUZZLES_DRAWN, WILSON}
    assert WILSON_CONDITIONAL == WILSON + style.CONDITIONAL
