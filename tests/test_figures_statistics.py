"""The pictures of the statistics: drawn from tables, the same each time, with n and evidence."""

from __future__ import annotations

import jinja2
import pytest

import plot_statistics
from figure_inputs import figures
from findorigin.figures.ranking import draw_ranking
from findorigin.figures.style import house_style
from findorigin.figures.table_rows import chosen, read_table, span
from shared_inputs import PROJECT
from test_statistics_tables import tables_of

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
        ("simulated_asymmetry", "no data yet"),
        ("measured_asymmetry", "Test: sign-flip test over puzzles."),
        ("published_l85", "unknown: base of"),
        ("published_l50", "no interval: 4 cells; at least 20"),
    ],
)
def test_a_picture_says_n_rule_and_evidence(name, said, tables):
    assert said in texts(drawn(name, tables))


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_without_data_says_so(name, tables):
    assert "yet" in texts(drawn(name, tables, models=["nobody"]))


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
    assert "no series with several depths yet" in texts(drawn("measured_depths", tables))


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
