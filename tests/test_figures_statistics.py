"""The pictures of the statistics: drawn from tables, the same each time, with n and evidence."""

from __future__ import annotations

import jinja2
import pytest

import plot_statistics
from figure_inputs import figures
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
    ],
)
def test_a_picture_says_n_rule_and_evidence(name, said, tables):
    assert said in texts(drawn(name, tables))


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_without_data_says_so(name, tables):
    assert "yet" in texts(drawn(name, tables, models=["nobody"]))


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
