"""The closing summary: what was measured, what is published, what is missing, what was not asked."""

from __future__ import annotations

import pytest

from summarise import main, summary_text

NOTHING = {"n_planned": 0, "n_final": 0, "n_answered": 0, "n_correct": ""}


def accuracy(*rows):
    """Return rows as they are read from a file."""
    common = {"evidence": "measured", "task": "find_the_origin", "label": "A model", "model": "a-model"}
    return [{name: str(value) for name, value in (common | NOTHING | row).items()} for row in rows]


def summary(*rows, verdicts=(), unavailable=None):
    controls = "oracle: 4 of 4 correct\n", ["oracle", "guess"]
    return summary_text(accuracy(*rows), list(verdicts), *controls, unavailable or {}, "results")


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        pytest.param(
            {"n_planned": 10, "n_final": 10, "n_answered": 10, "n_correct": 6},
            "  A model: 6 of 10 correct (60.0%)\n",
            id="all answered",
        ),
        pytest.param(
            {"n_planned": 10, "n_final": 10, "n_answered": 8, "n_correct": 6},
            "  A model: 6 of 10 correct (60.0%), 6 of the 8 answered (75.0%)\n",
            id="some cut or refused",
        ),
        pytest.param(
            {"n_planned": 10, "n_final": 5, "n_answered": 5, "n_correct": 5},
            "  A model: 5 of 5 correct (100.0%); INCOMPLETE, 5 of 10 cells missing\n",
            id="some missing",
        ),
        pytest.param(
            {"n_planned": 10},
            "  A model: nothing answered yet, 10 cells planned\n",
            id="nothing final",
        ),
        pytest.param(
            {"n_planned": 2, "n_final": 2},
            "  A model: 0 of 2 correct (0.0%), 0 of the 0 answered\n",
            id="nothing answered",
        ),
    ],
)
def test_a_measured_models_line(counts, line):
    assert line in summary(counts)


def test_tasks_are_told_apart():
    text = summary({"n_planned": 1}, {"n_planned": 2, "task": "caesar_clue"})
    assert "A model: nothing answered yet, 1 cells" in text.split("Measured by asking, find_the_origin")[1]
    assert "A model: nothing answered yet, 2 cells" in text.split("Measured by asking, caesar_clue")[1]


def test_models_programs_and_controls_are_listed_apart():
    program = {"evidence": "simulated", "model": "simulated", "label": "A program", "n_planned": 1}
    control = {"evidence": "simulated", "model": "guess", "label": "Guess", "n_planned": 3}
    text = summary({"n_planned": 2}, program, control)
    measured, rest = text.split("Simulated by programs, no models, find_the_origin:")
    simulated, controls = rest.split(
        "Controls, programs that check prompts and graders, in all tasks (oracle: 4 of 4 correct):"
    )
    assert "A model: nothing answered yet, 2" in measured
    assert simulated == "\n  A program: nothing answered yet, 1 cells planned\n"
    assert "  Guess: nothing answered yet, 3 cells planned" in controls


@pytest.mark.parametrize(
    ("verdicts", "line"),
    [
        ([], "no model of the paper was measured on its puzzle"),
        (
            ["cannot tell", "reproduced", "cannot tell"],
            "3 published series measured again: 1 reproduced, 0 not reproduced, 2 cannot tell",
        ),
    ],
    ids=["nothing measured again", "three series"],
)
def test_the_reproduction_is_said(verdicts, line):
    assert line in summary({"evidence": "published", "n_planned": 6580}, verdicts=verdicts)
    assert "Reproduction" not in summary({}, verdicts=verdicts)


def test_published_evidence_is_counted_apart():
    text = summary({"evidence": "published", "n_planned": 6580})
    assert "Published evidence: 6,580 outcomes of 1 models" in text
    assert "Measured" not in text


def test_a_model_that_could_not_be_asked_is_said_with_the_reason_and_has_no_score():
    text = summary({"n_planned": 10}, unavailable={"a-model": "retired on 2026-10-23"})
    assert "Not asked:\n  a-model: retired on 2026-10-23" in text
    assert "A model:" not in text


def test_the_summary_names_no_folder_of_pictures_where_none_were_asked_for():
    text = summary_text(accuracy({}), [], "", [], {}, "results", draws_pictures=False)
    assert "Pictures: none asked for" in text


def test_the_summary_says_where_to_look():
    assert "Pictures: results/figures/   Tables: results/tables/" in summary({})


def test_it_is_written_from_the_tables(tmp_path):
    header = "evidence,model,label,task,n_planned,n_final,n_answered,n_correct"
    rows = [
        'measured,b,"A model, the second",find_the_origin,2,2,2,1',
        "measured,a,First,find_the_origin,3,0,0,0",
        "published,c,GPT,find_the_origin,470,470,,",
    ]
    (tmp_path / "accuracy.csv").write_text("\n".join([header, *rows]) + "\n")
    (tmp_path / "reproduction.csv").write_text("model,verdict\nc,reproduced\n")
    (tmp_path / "controls.txt").write_text("oracle: 4 of 4 correct\n")
    files = (str(tmp_path / name) for name in ("accuracy.csv", "reproduction.csv", "controls.txt"))
    main(*files, [], ["oracle"], True, str(tmp_path / "summary.txt"))
    lines = (tmp_path / "summary.txt").read_text().splitlines()
    assert lines[2:4] == [
        "  First: nothing answered yet, 3 cells planned",
        "  A model, the second: 1 of 2 correct (50.0%)",
    ]
    assert "Published evidence: 470 outcomes of 1 models, read from the paper's figures" in lines
    assert "1 published series measured again: 1 reproduced" in lines[-2]
