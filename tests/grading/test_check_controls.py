from __future__ import annotations

import pytest

from check_controls import control_verdict, main
from findorigin.common.errors import UserError
from findorigin.common.tables import write_rows
from findorigin.tasks.columns import GRADES


def grades(*outcomes):
    return [
        {
            "model": "oracle",
            "cell_id": f"oracle/lines{number}",
            "outcome": outcome,
            "correct": None if outcome is None else outcome == "correct",
        }
        for number, outcome in enumerate(outcomes)
    ]


def test_all_correct():
    assert control_verdict(grades("correct", "correct")) == "oracle: 2 of 2 correct"


@pytest.mark.parametrize("outcome", ["middle", "no_answer", None])
def test_any_other_cell_is_named(outcome):
    with pytest.raises(
        UserError, match=r"oracle: 1 of 2 cells not correct.*oracle/lines1 \((middle|no_|not )"
    ):
        control_verdict(grades("correct", outcome))


def test_only_the_first_cells_are_named():
    with pytest.raises(UserError, match="oracle: 9 of 9 cells") as error:
        control_verdict(grades(*["invented"] * 9))
    assert str(error.value).count("oracle/lines") == 5
    assert "\n" not in str(error.value)


def test_nothing_checked_is_no_success():
    with pytest.raises(UserError, match="no planned cell"):
        control_verdict([])


def test_files(tmp_path):
    write_rows(tmp_path / "oracle.parquet", GRADES, grades("correct"))
    main([str(tmp_path / "oracle.parquet")], str(tmp_path / "controls.txt"))
    assert (tmp_path / "controls.txt").read_text() == "oracle: 1 of 1 correct\n"
