"""The pictures of the statistics: drawn from tables, the same each time, with n and evidence."""

from __future__ import annotations

import jinja2
import plot_statistics
import pytest
from findorigin.figures.common.table_rows import chosen, read_table, span
from findorigin.figures.lines import draw_curves, draw_retrieval
from tests.statistics.test_tables import tables_of

from figure_inputs import figures
from findorigin.figures import lines
from findorigin.figures.common import style
from findorigin.figures.common.style import house_style
from findorigin.figures.depths import draw_depths
from findorigin.figures.ranking import draw_ranking
from findorigin.statistics.bootstrap import PUZZLES_DRAWN
from findorigin.statistics.intervals import WILSON, WILSON_CONDITIONAL
from shared_inputs import PROJECT

FIGURES = figures()
TABLES = {
    "curves": ["curves"],
    "retrieval": ["curves", "retrieval_gap"],
    "ranking": ["effective_length"],
    "asymmetry": ["comparisons"],
    "offsets": ["line_offsets"],
    "depths": ["curves"],
}
DRAWN = [name for name, figure in FIGURES.items() if figure["kind"] in TABLES]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return tables_of(tmp_path_factory.mktemp("run"))


def drawn(name, tables, **changes):
    figure = FIGURES[name] | changes
    paths = [str(tables / f"{table}.csv") for table in TABLES[figure["kind"]]]
    with house_style():
        return plot_statistics.draw(figure, paths, ["guess"])


def texts(picture):
    found = picture.findobj(lambda artist: hasattr(artist, "get_text"))
    return "\n".join(str(artist.get_text()) for artist in found)


@pytest.mark.parametrize("name", DRAWN)
def test_drawing_again_gives_the_same_bytes(name, tables, tmp_path):
    figure = FIGURES[name]
    paths = [str(tables / f"{table}.csv") for table in TABLES[figure["kind"]]]
    written = []
    for turn in ("first", "second"):
        files = [tmp_path / turn / f"picture.{form}" for form in ("png", "svg")]
        plot_statistics.main(figure, paths, ["guess"], *files)
        written.append([path.read_bytes() for path in files])
    assert written[0] == written[1]


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
def test_a_picture_says_n_rule_and_evidence(name, said, tables):
    assert said in texts(drawn(name, tables))


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_without_data_says_so(name, tables):
    picture = drawn(name, tables, models=["nobody"])
    assert f"{FIGURES[name]['title']}\nNo data yet: " in texts(picture)
    assert not picture.axes


RANKED = {
    "evidence": "measured",
    "model": "tiny",
    "label": "Tiny",
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
    picture = draw_ranking([RANKED | changes], "L50", "Title")
    lines = picture.axes[0].lines
    assert sum(len(line.get_xdata()) == 2 for line in lines) == n_bars
    assert sum(len(line.get_xdata()) == 1 for line in lines) == n_marks
    assert said in texts(picture)


def test_lengths_are_in_order_with_or_without_a_rank():
    rows = [
        RANKED | {"label": "Middle"},
        RANKED | NO_INTERVAL | {"label": "Longest", "tokens": 1600, "relation": ">"},
        RANKED | NO_INTERVAL | {"label": "Unknown", "tokens": None, "relation": None, "reason": "no cells"},
        RANKED | {"label": "Shorter", "tokens": 500},
    ]
    labels = [text.get_text() for text in draw_ranking(rows, "L50", "Title").axes[0].get_yticklabels()]
    assert [label.split(" ")[0] for label in labels] == ["Longest", "Middle", "Shorter", "Unknown"]


def test_depths_are_drawn_where_there_are_several(tables):
    assert "nothing was asked at several depths" in texts(drawn("measured_depths", tables))


def test_depths_leave_out_lengths_asked_at_one():
    rows = [POINT | {"depth": depth, "target_tokens": 500} for depth in (0, 50)]
    picture = draw_depths([*rows, POINT | {"depth": 100, "target_tokens": 900}], "Title")
    assert [label.get_text() for label in picture.axes[0].get_xticklabels()] == ["500"]
    assert "without interval here: curves.csv has it" in texts(picture)


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
    picture = draw_ranking([RANKED | changes], "L50", "Title")
    legend = [text.get_text() for text in picture.legends[0].get_texts()]
    assert legend == ["estimate", "95 % interval", *entries]
    arrows = [line for line in picture.axes[0].lines if line.get_marker() in ("<", ">")]
    assert sum(line.get_markerfacecolor() == "white" for line in arrows) == n_hollow


POINT = {
    "evidence": "measured",
    "model": "tiny",
    "label": "Tiny",
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
    picture = draw_retrieval([POINT | {"hops": 1}, POINT], [GAP | changes], "Title")
    assert above in picture.axes[0].get_title()
    assert not picture.axes[0].texts
    assert (below in picture.get_supxlabel()) if below else ("Brackets" not in picture.get_supxlabel())


def test_ribbons_of_two_rules_say_which_points_have_which():
    rows = [POINT, POINT | {"tokens": 900, "interval": "95 % bootstrap over puzzles"}]
    note = " ".join(draw_curves(rows, "Title").get_supxlabel().split())
    assert "bootstrap over puzzles (several cells a puzzle, at least 5 puzzles, draws that differ);" in note
    assert "; 95 % Wilson, cells taken as independent (all other points)." in note
    assert "(" not in draw_curves(rows[:1], "Title").get_supxlabel()


def test_the_edges_of_a_ribbon_have_the_dashes_of_its_line():
    picture = draw_curves([POINT | {"d": d, "tokens": tokens} for d in (1, 5) for tokens in (500, 900)], "T")
    lines = picture.axes[0].lines
    assert [line.get_linestyle() for line in lines] == ["-"] * 3 + ["--"] * 3


def test_rows_are_chosen_by_evidence_model_and_distance(tables):
    rows = read_table(tables / "curves.csv")
    entry = FIGURES["measured_curves"]
    assert {row["evidence"] for row in chosen(rows, entry)} == {"measured"}
    assert {row["model"] for row in chosen(rows, entry | {"without": ["tiny"]})} == {"other"}
    assert {row["d"] for row in chosen(rows, entry | {"distances": [-1]})} == {-1}


@pytest.mark.parametrize(("values", "text"), [([10, 10], "10"), ([9, 12, 10], "9–12")])
def test_spans_of_counts(values, text):
    assert span(values) == text


@pytest.mark.parametrize("name", DRAWN)
def test_captions_say_what_is_shown_with_interval_and_evidence(name):
    figure = FIGURES[name]
    template = (PROJECT / "workflow" / "report" / "statistics.rst").read_text(encoding="utf-8")
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    text = " ".join(
        environment.from_string(template).render(snakemake={"params": {"figure": figure}}).split()
    )
    assert text.startswith(figure["title"])
    assert "interval" in text
    assert f"All evidence is {figure['evidence']}" in text


def test_the_rules_that_ribbons_explain_are_those_of_the_tables():
    assert set(lines.RIBBONS) == {PUZZLES_DRAWN, WILSON}
    assert WILSON_CONDITIONAL == WILSON + style.CONDITIONAL
