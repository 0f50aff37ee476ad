"""Every kind of picture on the smallest and barest of runs: drawn, or a page that says what is not there."""

from __future__ import annotations

import warnings
from importlib import import_module

import pyarrow.parquet as pq
import pytest

from figure_inputs import measured, picture, words_of
from findorigin.figures.common.data import Data, Rate
from findorigin.figures.common.style import house_style
from findorigin.figures.kinds import KINDS
from statistics_inputs import missing, published, tabulate

GRID = [{"d": 1, "n_lines": {"start": 4, "stop": 12, "step": 8}}]
SETTINGS = {
    "answers": {"grid": GRID},
    "bars_by_model": {"grid": GRID},
    "bars_by_d": {"grid": GRID, "published_as": "Tiny", "paper_figure": 6},
    "task_outcomes": {"task": "caesar_clue"},
}


def grid(outcome="correct", puzzles=(0, 1, 2, 3, 4, 5), lengths=(4, 12, 32), models=("tiny",), make=measured):
    """A cell for every model, hops, direction, arrangement, depth, length and puzzle."""
    conditions = [
        {"hops": 1, "d": 0},
        *({"d": d, "depth": depth} for d in (1, -1) for depth in (0, 50)),
        {"arrangement": "shuffled"},
    ]
    offset = {"line_offset": 2} if outcome == "neighbour" else {}
    return [
        make(
            **({} if make is missing else {"outcome": outcome} | offset),
            **condition,
            **{"model": model, "label": model.title(), "puzzle": puzzle, "n_lines": n_lines},
            **{"n_tokens": 50 * n_lines, "word_form": "paper" if puzzle == 0 else "word"},
        )
        for model in models
        for condition in conditions
        for n_lines in lengths
        for puzzle in puzzles
    ]


CASES = {
    "no cell": [],
    "one cell": [measured()],
    "one wrong cell": [measured("neighbour", line_offset=2)],
    "one published cell": [published()],
    "one published pair": [published(), published(False, d=-1)],
    "one pair": [measured(), measured(d=-1)],
    "one unequal pair": [measured(), measured("middle", d=-1)],
    "one puzzle": grid(puzzles=(0,)),
    "one length": grid(lengths=(4,)),
    "one model": [*grid(lengths=(4, 12)), *grid("neighbour", lengths=(32,))],
    "two models, all right": grid(models=("tiny", "other")),
    "two models, all wrong": grid("neighbour", models=("tiny", "other")),
    "all missing": grid(make=missing),
}


def outcome_rows(cells):
    """The rows of a task's table of outcomes: as many replies as there are cells."""
    n_final, n_correct = (sum(bool(cell[name]) for cell in cells) for name in ("status", "correct"))
    row = {"evidence": "measured", "model": "tiny", "label": "Tiny", "variant": "generated-250"}
    row |= {"depth": 50, "n_tokens_max": 250, "n_planned": len(cells), "n_final": n_final}
    row |= {"interval": None, "published_success": None, "accuracy_low": None, "accuracy_high": None}
    row |= {"accuracy": n_correct / n_final if n_final else None}
    counts = {"identified": n_correct, "unaware": n_final - n_correct, "no_answer": 0}
    return [
        row | {"outcome": name, "n_outcome": n if n_final else None} for name, n in counts.items() if cells
    ]


@pytest.fixture(scope="module")
def data_of(tmp_path_factory):
    """What pictures of the cells of a case are drawn from, made once."""
    made = {}

    def of(case):
        if case not in made:
            cells = CASES[case]
            tables = {"caesar_clue_outcomes": outcome_rows(cells)}
            if cells:
                folder = tabulate(tmp_path_factory.mktemp("run"), cells, {"tiny": "Tiny", "other": "Other"})
                for path in (folder.parent / "statistics" / cells[0]["evidence"]).glob("*.parquet"):
                    tables[path.stem] = pq.read_table(path).to_pylist()
            made[case] = Data(tables, cells, controls=["oracle"])
        return made[case]

    return of


def draw(kind, data, **settings):
    figure = picture(kind, **SETTINGS.get(kind, {}), **settings)
    with warnings.catch_warnings(), house_style():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ResourceWarning)
        drawn = import_module(KINDS[kind].module).draw(figure, data)
        drawn.draw_without_rendering()
    return drawn


def written_outside(drawn):
    """What of the legends and notes of a picture is cut off at its sides."""
    artists = [*drawn.legends, *drawn.texts]
    boxes = {artist: artist.get_window_extent() for artist in artists if artist.get_visible()}
    return [artist for artist, box in boxes.items() if box.x0 < 0 or box.x1 > drawn.bbox.x1]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_on_every_run(kind, case, data_of):
    drawn = draw(kind, data_of(case))
    assert "Title" in words_of(drawn)
    assert not written_outside(drawn)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "bars_by_d"])
def test_without_cells_a_picture_says_so(kind, data_of):
    drawn = draw(kind, data_of("no cell"))
    assert "\nNo data yet: " in words_of(drawn)
    assert not drawn.axes


@pytest.mark.parametrize("kind", ["accuracy", "outcomes"])
def test_what_is_missing_is_counted(kind, data_of):
    # Three lengths of five generated puzzles in each series, and of the paper's.
    words = words_of(draw(kind, data_of("all missing")))
    assert "0 of 15 asked" in words and "0 of 3 asked" in words


@pytest.mark.parametrize("case", ["one pair", "one unequal pair"])
def test_a_single_pair_has_a_bar_and_no_interval(case, data_of):
    drawn = draw("asymmetry", data_of(case))
    assert "n = 1, no interval" in words_of(drawn)
    (bars,) = drawn.axes[0].containers
    assert [bar.get_width() for bar in bars] == [0 if case == "one pair" else 100]


def test_published_bars_are_drawn_without_any_cell():
    rate = Rate(figure=6, d=1, percent=10.25, n_correct=12, n_cells=117)
    assert "10.3%" in words_of(draw("bars_by_d", Data(rates=[rate])))
