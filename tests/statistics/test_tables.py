"""The tables of statistics: whole, without NaN, in the columns that docs/statistics.md describes."""

from __future__ import annotations

import csv
import re

import pytest

import tabulate_cells
import tabulate_comparisons
import tabulate_errors
import tabulate_lengths
import tabulate_power
from findorigin.common.cells import cell_id
from findorigin.common.tables import PROMPTS, RESPONSES, write_rows
from shared_inputs import PROJECT
from statistics_inputs import SETTINGS, cell, falling_cells, published, write_run

DOCS = (PROJECT / "docs" / "statistics.md").read_text(encoding="utf-8")
LABELS = {"tiny": "Tiny", "other": "Other", "guess": "Guess", "program": "SIMULATED", "second": "SIMULATED 2"}
PROGRAMS = ["guess", "program", "second"]
SWEEP = {
    "arrangement": "structured",
    "d": [1],
    "hops": [2],
    "depth": [50],
    "puzzles": list(range(1, 21)),
    "word_form": "word",
    "n_lines": [4, 8, 16],
    "target_tokens": None,
    "repeats": 1,
    "models": ["tiny"],
}


def tables_of(run):
    """Run every script on a small run; return the folder of the tables."""
    other = [row | {"correct_paper": not row["correct"]} for row in falling_cells("other")]
    repeated = [row | {"repeat": 2} for row in falling_cells()]
    missing = cell("correct", puzzle=9) | {
        "status": None,
        "outcome": None,
        "correct": None,
        "correct_paper": None,
    }
    series = [published(n < 8, model="tiny", label="GPT4o", n_lines=n) for n in (4, 8, 16, 32)]
    again = [cell(puzzle=0, word_form="paper", n_lines=n, input_tokens=230) for n in (4, 8)]
    more = [*falling_cells(d=-1), *falling_cells(d=0, hops=1), *falling_cells(arrangement="shuffled")]
    cells = [
        *falling_cells(),
        *repeated,
        *other,
        *more,
        *series,
        *again,
        missing,
        cell(model="guess", label="Guess", evidence="simulated"),
        *falling_cells("program", evidence="simulated"),
        *falling_cells("second", evidence="simulated"),
    ]
    grades, collected = write_run(run, cells)
    table = {name: str(run / f"{name}.csv") for name in re.findall(r"^### (\w+)\.csv$", DOCS, re.MULTILINE)}
    common = {"grades": grades, "cells": collected, "labels": LABELS, "programs": PROGRAMS}

    def outputs(*names):
        return {name: table[name] for name in names}

    tabulate_cells.main(
        **common,
        settings=SETTINGS,
        **outputs("accuracy", "accuracy_by_length", "outcomes_by_length"),
    )
    common |= {"controls": ["guess"]}
    tabulate_lengths.main(
        **common,
        settings=SETTINGS,
        areas=table["area"],
        **outputs("curves", "effective_length", "base_sensitivity"),
    )
    tabulate_comparisons.main(
        **common, settings=SETTINGS, **outputs("comparisons", "reproduction", "retrieval_gap")
    )
    write_rows(run / "prompts.parquet", PROMPTS, [])
    write_rows(run / "replies.parquet", RESPONSES, responses(cells))
    tabulate_errors.main(
        **common,
        responses=[str(run / "replies.parquet")],
        prompts=[str(run / "prompts.parquet")],
        **outputs("repeats", "line_offsets", "grader_disagreements", "token_estimates"),
    )
    tabulate_power.main([SWEEP], ["tiny"], PROGRAMS, table["power"])
    return run


def responses(cells):
    return [{"cell_id": cell_id(row), "status": row["status"], "text": "x"} for row in cells if row["status"]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return tables_of(tmp_path_factory.mktemp("run"))


def rows_of(tables, name):
    with (tables / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


TABLES = re.findall(r"^### (\w+)\.csv$", DOCS, re.MULTILINE)


@pytest.mark.parametrize("name", TABLES)
def test_the_docs_describe_exactly_the_columns(name, tables):
    section = re.search(rf"^### {name}\.csv$(.*?)(?=^### |\Z)", DOCS, re.MULTILINE | re.DOTALL)[1]
    described = re.findall(r"^\| `(\w+)` \| \S.*\|$", section, re.MULTILINE)
    with (tables / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        assert next(csv.reader(lines)) == described


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
    for name in ("effective_length", "comparisons", "curves", "area"):
        assert "guess" not in (tables / f"{name}.csv").read_text(encoding="utf-8")


def test_a_missing_cell_is_counted_and_not_wrong(tables):
    (row,) = [row for row in rows_of(tables, "accuracy_by_length") if row["n_missing"] == "1"]
    assert (row["n_planned"], row["n_final"], row["accuracy"], row["complete"]) == ("13", "12", "1", "False")


def test_the_reproduction_pairs_what_was_measured(tables):
    (row,) = rows_of(tables, "reproduction")
    assert (row["n_published"], row["n_pairs"], row["n_both"], row["n_only_a"]) == ("4", "2", "1", "1")
    assert row["verdict"] == "cannot tell"


def test_disagreements_of_the_graders_are_listed(tables):
    assert {row["model"] for row in rows_of(tables, "grader_disagreements")} == {"other"}


def test_power_says_what_twenty_puzzles_resolve(tables):
    (row,) = rows_of(tables, "power")
    assert (row["n_puzzles"], row["n_lengths"], row["n_cells"]) == ("20", "3", "60")
    assert float(row["paired_over_lengths"]) < float(row["paired_at_one_length"]) < 0.6


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
