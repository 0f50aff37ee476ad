"""The tables of statistics: whole, without NaN, in the columns that docs/statistics.md describes."""

from __future__ import annotations

import csv
import re

import pyarrow.parquet as pq
import pytest

import tabulate_source
from findorigin.common.tables import write_rows
from findorigin.statistics.tables import SOURCE_TABLES, TABLES
from statistics_inputs import SECTION, SOURCE_CELLS, cell, falling_cells, missing, published, tabulate

LABELS = {"tiny": "Tiny", "other": "Other", "guess": "Guess", "program": "SIMULATED", "second": "SIMULATED 2"}


def tables_of(run):
    """Make every table of a small run; return the folder of the tables."""
    other = [row | {"correct_paper": not row["correct"]} for row in falling_cells("other")]
    repeated = [row | {"repeat": 2} for row in falling_cells()]
    series = [published(n < 8, model="tiny", n_lines=n) for n in (4, 8, 16, 32)]
    again = [cell(puzzle=0, word_form="paper", n_lines=n, input_tokens=230) for n in (4, 8)]
    more = [*falling_cells(d=-1), *falling_cells(d=0, hops=1), *falling_cells(arrangement="shuffled")]
    cells = [
        *falling_cells(),
        *repeated,
        *other,
        *more,
        *series,
        *again,
        missing(puzzle=9),
        cell(model="guess", evidence="simulated"),
        *falling_cells("program", evidence="simulated"),
        *falling_cells("second", evidence="simulated"),
    ]
    return tabulate(run, cells, LABELS, controls=["guess"])


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return tables_of(tmp_path_factory.mktemp("run"))


def rows_of(tables, name):
    with (tables / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize("name", TABLES)
def test_every_table_has_exactly_its_columns(name, tables):
    with (tables / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        assert next(csv.reader(lines)) == list(TABLES[name].columns)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_has_rows_and_no_nan(name, tables):
    rows = rows_of(tables, name)
    assert rows
    assert not {"nan", "inf", "-inf", "None", "<NA>"} & {value for row in rows for value in row.values()}


@pytest.mark.parametrize("name", TABLES)
def test_every_row_has_a_count(name, tables):
    counts = {column for column in rows_of(tables, name)[0] if column.startswith("n_")}
    assert all(any(row[column] for column in counts) for row in rows_of(tables, name))


def test_every_interval_holds_its_estimate(tables):
    for name, estimate in [
        ("curves", "accuracy"),
        ("area", "area"),
        ("retrieval_gap", "gap"),
        ("comparisons", "difference"),
    ]:
        for row in rows_of(tables, name):
            if row[f"{estimate}_low"]:
                low, value, high = (
                    float(row[column]) for column in (f"{estimate}_low", estimate, f"{estimate}_high")
                )
                assert low <= value <= high


@pytest.mark.parametrize(("name", "value"), [("effective_length", "tokens"), ("area", "area")])
def test_an_interval_has_a_width_and_a_missing_one_a_reason(name, value, tables):
    for row in rows_of(tables, name):
        bounds = [row[column] for column in row if re.fullmatch(r"(area_)?(low|high)", column)]
        if bounds == ["", ""]:
            assert row["reason"] or row["interval"].startswith("none: ")
            continue
        relations = [row.get(f"{end}_relation") for end in ("low", "high")]
        assert bounds[0] != bounds[1] or relations[0] != relations[1]
        assert int(row["n_draws_used"]) >= 0.95 * int(row["n_draws"])


def test_a_rank_needs_an_interval(tables):
    rows = rows_of(tables, "effective_length")
    assert all(bool(row["rank_best"]) == bool(row["low"]) for row in rows)
    assert any(not row["rank_best"] for row in rows)


def test_the_same_cells_give_the_same_bytes(tables, tmp_path):
    again = tables_of(tmp_path)
    for name in TABLES:
        assert (again / f"{name}.csv").read_bytes() == (tables / f"{name}.csv").read_bytes()


def test_controls_are_neither_ranked_nor_compared(tables):
    named = {name for name in TABLES if "guess" in (tables / f"{name}.csv").read_text(encoding="utf-8")}
    assert named == {"accuracy", "accuracy_by_length", "outcomes_by_length"}


def test_a_missing_cell_is_counted_and_not_wrong(tables):
    (row,) = [row for row in rows_of(tables, "accuracy_by_length") if row["n_missing"] == "1"]
    assert (row["n_planned"], row["n_final"], row["accuracy"], row["complete"]) == ("13", "12", "1", "False")


def test_the_reproduction_pairs_what_was_measured(tables):
    (row,) = rows_of(tables, "reproduction")
    assert (row["n_published"], row["n_pairs"], row["n_both"], row["n_only_a"]) == ("4", "2", "1", "1")
    assert row["verdict"] == "cannot tell"


def test_disagreements_of_the_graders_are_listed(tables):
    assert {row["model"] for row in rows_of(tables, "grader_disagreements")} == {"other"}


def test_what_a_reply_declares_comes_from_the_details_of_its_grade(tmp_path):
    row = cell("correct", details='{"declared_part": "the origin is \\"x\\"", "more": 1}') | {
        "correct_paper": False
    }
    (found,) = rows_of(tabulate(tmp_path, [row], LABELS), "grader_disagreements")
    assert found["declared_part"] == 'the origin is "x"'


def test_power_says_what_twenty_puzzles_resolve(tmp_path):
    planned = [missing(puzzle=puzzle, n_lines=n) for puzzle in range(1, 21) for n in (4, 8, 16)]
    (row,) = rows_of(tabulate(tmp_path, planned, LABELS), "power")
    assert (row["n_puzzles"], row["n_lengths"], row["n_cells"]) == ("20", "3", "60")
    assert float(row["paired_over_lengths"]) < float(row["paired_at_one_length"]) < 0.6


def test_the_labels_and_the_ranks_are_added_where_the_sources_are_joined(tables):
    folder = tables.parent / "statistics"
    for name in SOURCE_TABLES:
        alone = pq.read_schema(folder / "measured" / "tiny" / f"{name}.parquet").names
        joined = pq.read_schema(folder / "measured" / f"{name}.parquet").names
        assert joined == list(TABLES[name].columns)
        assert set(joined) - set(alone) <= {"label", "rank_best", "rank_worst", "n_ranked"}


LONG = 2**20


@pytest.fixture(scope="module")
def long_tables(tmp_path_factory):
    """The tables of cells of a million lines and more."""
    cells = [
        row | {"n_lines": LONG * row["n_lines"], "n_tokens": LONG * row["n_tokens"], "target_tokens": LONG}
        for hops, d in ((2, 1), (1, 0))
        for row in falling_cells(hops=hops, d=d)
    ]
    cells = [row | {"input_tokens": row["n_tokens"] + 1} for row in cells]
    return tabulate(tmp_path_factory.mktemp("long"), cells, LABELS)


@pytest.mark.parametrize("name", TABLES)
def test_lengths_and_counts_are_whole_numbers(name, long_tables):
    whole = re.compile(r"(.*_)?(n|n_lines|n_tokens|tokens|tokens_min|length|low|high)|n_.*|difference_.*")
    for row in rows_of(long_tables, name):
        for column in row:
            if TABLES[name].columns[column] in (int, float) and whole.fullmatch(column):
                assert "e+" not in row[column], column
            if TABLES[name].columns[column] is int:
                assert re.fullmatch(r"-?\d*", row[column]), column


def all_of(outcome, cells):
    right = outcome == "correct"
    graded = {"outcome": outcome, "correct": right, "correct_paper": right, "line_offset": None}
    return [row | graded for row in cells]


TWO_MODELS = [*falling_cells(), *falling_cells("other"), *falling_cells(d=-1), *falling_cells(hops=1, d=0)]
PLANS = {
    "no cell": [],
    "one cell": [cell()],
    "one pair": [cell(d=1), cell(d=-1)],
    "one pair of models": [cell(), cell(model="other")],
    "one puzzle": [row for row in TWO_MODELS if row["puzzle"] == 1],
    "one length": [row for row in TWO_MODELS if row["n_lines"] == 4],
    "one model": [row for row in TWO_MODELS if row["model"] == "tiny"],
    "all right": all_of("correct", TWO_MODELS),
    "all wrong": all_of("invented", TWO_MODELS),
    "all missing": [missing(puzzle=row["puzzle"], n_lines=row["n_lines"]) for row in falling_cells()],
    "all without an answer": all_of("no_answer", TWO_MODELS),
    "another task": [
        cell(
            task="unlock_100", arrangement=None, d=None, hops=None, n_lines=None, word_form=None, n_tokens=90
        )
    ],
}
EVIDENCES = ("measured", "simulated", "published")


def as_evidence(cells, evidence):
    known = {} if evidence != "published" else dict.fromkeys(("status", "outcome", "correct"))
    return [row | {"evidence": evidence} | known for row in cells]


@pytest.mark.parametrize("evidence", EVIDENCES)
@pytest.mark.parametrize("plan", PLANS)
def test_every_table_can_be_made_from(plan, evidence, tmp_path):
    cells = [row for row in PLANS[plan] if evidence != "published" or row["correct_paper"] is not None]
    folder = tabulate(tmp_path, as_evidence(cells, evidence), LABELS)
    for name in TABLES:
        for row in rows_of(folder, name):
            assert not {"nan", "inf", "-inf", "None"} & set(row.values()), (name, row)


def test_every_table_can_be_made_from_a_source_without_cells(tmp_path):
    write_rows(tmp_path / "tiny.parquet", SOURCE_CELLS, [])
    outputs = {name: str(tmp_path / f"{name}.parquet") for name in SOURCE_TABLES}
    tabulate_source.main(str(tmp_path / "tiny.parquet"), SECTION, False, outputs)
    for name, path in outputs.items():
        assert pq.read_schema(path).names == list(TABLES[name].source_columns)
        assert pq.read_metadata(path).num_rows == 0


def rule_of(column, row):
    """Return what a row says about the rule of an interval, named by its lower bound."""
    name = column.removesuffix("_low")
    own = "cluster_interval" if name == "accuracy_cluster" else f"{name}_interval"
    return row[own] if own in row else row["interval"]


@pytest.mark.parametrize("name", TABLES)
def test_no_interval_is_without_its_rule(name, tables):
    for row in rows_of(tables, name):
        for column in row:
            if column.endswith("_low") and row[column]:
                assert rule_of(column, row), (column, row)


def test_programs_are_ranked_and_compared_among_themselves(tables):
    ranked = [
        row for row in rows_of(tables, "effective_length") if row["measure"] == "L50" and row["rank_best"]
    ]
    programs = {row["model"] for row in ranked if row["evidence"] == "simulated"}
    assert programs == {"program", "second"}
    assert {row["n_ranked"] for row in ranked if row["model"] in programs} == {"2"}
    for row in rows_of(tables, "comparisons"):
        sides = {row["a"], row["b"]} if row["comparison"] == "models" else {row["model"]}
        assert sides <= programs if row["evidence"] == "simulated" else not sides & programs


def test_the_evidence_of_a_row_says_who_answered(tables):
    programs = {"guess", "program", "second"}
    for name in TABLES:
        for row in rows_of(tables, name):
            if row.get("evidence") in ("measured", "simulated") and row["model"]:
                assert (row["evidence"] == "simulated") == (row["model"] in programs)
