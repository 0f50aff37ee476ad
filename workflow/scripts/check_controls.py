"""Check that the controls which must be right are: a wrong one means a broken prompt or grader.

Reads the grades of those controls (results/grades/oracle.parquet). Writes a text file with a line for each.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.errors import UserError
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

NAMED_CELLS = 5


def control_verdict(grade_rows: Iterable[Mapping[str, Any]]) -> str:
    """Return "oracle: 32 of 32 correct" for the grades of one control.

    Raises UserError with the number of planned cells that are not correct and the first of them, or where
    there is no cell at all.
    """
    rows = list(grade_rows)
    if not rows:
        raise UserError("a control has no planned cell: nothing was checked")
    control = rows[0]["model"]
    wrong = [row for row in rows if row["correct"] is not True]
    if wrong:
        shown = ", ".join(
            f"{row['cell_id']} ({row['outcome'] or 'not answered'})" for row in wrong[:NAMED_CELLS]
        )
        more = ", …" if len(wrong) > NAMED_CELLS else ""
        raise UserError(
            f"control {control}: {len(wrong)} of {len(rows)} cells not correct, "
            f"so a prompt or the grader is broken: {shown}{more}"
        )
    return f"{control}: {len(rows)} of {len(rows)} correct"


def main(grades: Sequence[str], output: str) -> None:
    """Write the verdict on each table of grades."""
    verdicts = [
        control_verdict(read_rows(path, ("model", "cell_id", "outcome", "correct"))) for path in grades
    ]
    Path(output).write_text("".join(f"{verdict}\n" for verdict in verdicts), encoding="utf-8")


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(grades=snakemake.input.grades, output=snakemake.output[0])
