"""Say in a few lines what was measured, simulated and published, and where the pictures are.

Reads  results/tables/accuracy.csv, reproduction.csv, results/controls.txt,
       results/responses/{model}.parquet (who is gone)
Writes results/summary.txt
"""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from findorigin.common.cells import EVIDENCES
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


Row = Mapping[str, str]

VERDICTS = ("reproduced", "not reproduced", "cannot tell")
MEASURED = "Measured by asking, {task} (all its conditions together; accuracy.csv has them apart):"
SIMULATED = "Simulated by programs, no models, {task}:"


def read_csv(path: str) -> list[Row]:
    """Return the rows of a table."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def total(rows: Iterable[Row], column: str) -> int:
    """Return the sum of a column of counts; an unknown one (the paper's answered cells) counts nothing."""
    return sum(int(row[column] or 0) for row in rows)


def answered_line(name: str, rows: Sequence[Row]) -> str:
    """Return one line on the responses of a model or program, both denominators and missing cells too."""
    planned, final, answered, correct = (
        total(rows, column) for column in ("n_planned", "n_final", "n_answered", "n_correct")
    )
    if final == 0:
        return f"  {name}: nothing answered yet, {planned} cells planned"
    line = f"  {name}: {correct} of {final} correct ({correct / final:.1%})"
    if answered < final:
        share = f" ({correct / answered:.1%})" if answered else ""
        line += f", {correct} of the {answered} answered{share}"
    if final < planned:
        line += f"; INCOMPLETE, {planned - final} of {planned} cells missing"
    return line


def unavailable_models(responses: Sequence[str]) -> dict[str, str]:
    """Map each model that could not be asked for all of its cells to the reason."""
    return {
        row["model"]: row["finish_reason"]
        for path in responses
        for row in read_rows(path, ("model", "status", "finish_reason"))
        if row["status"] == "unavailable"
    }


def task_lines(rows: Sequence[Row], heading: str, unavailable: Collection[str] = ()) -> Iterator[str]:
    """Yield a heading for each task of these rows, and a line for each model that was asked of it."""
    for task in dict.fromkeys(row["task"] for row in rows):
        yield heading.format(task=task)
        yield from model_lines([row for row in rows if row["task"] == task], unavailable)


def model_lines(rows: Sequence[Row], unavailable: Collection[str] = ()) -> Iterator[str]:
    """Yield a line for each model of these rows, but for those that could not be asked at all."""
    for model, label in sorted({(row["model"], row["label"]) for row in rows}):
        of_model = [row for row in rows if row["model"] == model]
        if model not in unavailable or total(of_model, "n_final"):
            yield answered_line(label, of_model)


def reproduction_line(verdicts: Sequence[str]) -> str:
    """Return how many published series were measured again, and with which verdicts."""
    if not verdicts:
        return "Reproduction: no model of the paper was measured on its puzzle; reproduction.csv is empty"
    counts = [f"{verdicts.count(name)} {name}" for name in VERDICTS]
    return f"Reproduction: {len(verdicts)} published series measured again: {', '.join(counts)}"


def summary_text(
    accuracy: Sequence[Row],
    verdicts: Sequence[str],
    checked: str,
    control_models: Collection[str],
    unavailable: Mapping[str, str],
    folder: str,
    draws_pictures: bool = True,
) -> str:
    """Return the closing summary: models, simulated programs, controls, published evidence, where to look.

    `verdicts` are those of the reproduction, `checked` is what checking the controls said.
    """
    controls = [row for row in accuracy if row["model"] in control_models]
    measured, simulated, published = (
        [row for row in accuracy if row["evidence"] == evidence and row["model"] not in control_models]
        for evidence in EVIDENCES
    )
    lines = [
        "",
        *task_lines(measured, MEASURED, unavailable),
        *task_lines(simulated, SIMULATED),
        f"Controls, programs that check prompts and graders, in all tasks ({checked.strip()}):",
        *model_lines(controls),
    ]
    if published:
        cells, models = total(published, "n_planned"), len({row["model"] for row in published})
        lines.append(
            f"Published evidence: {cells:,} outcomes of {models} models, read from the paper's figures"
        )
        lines.append(reproduction_line(verdicts))
    if unavailable:
        lines.append("Not asked:")
        lines += [f"  {model}: {reason}" for model, reason in sorted(unavailable.items())]
    pictures = f"{folder}/figures/" if draws_pictures else "none asked for"
    lines.append(f"Pictures: {pictures}   Tables: {folder}/tables/   All cells: {folder}/cells.parquet")
    return "\n".join(lines) + "\n"


def main(
    accuracy: str,
    reproduction: str,
    checked: str,
    responses: Sequence[str],
    control_models: Sequence[str],
    draws_pictures: bool,
    output: str,
) -> None:
    """Write the summary."""
    text = summary_text(
        read_csv(accuracy),
        [row["verdict"] for row in read_csv(reproduction)],
        Path(checked).read_text(encoding="utf-8"),
        control_models,
        unavailable_models(responses),
        str(Path(output).parent),
        draws_pictures,
    )
    Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            accuracy=snakemake.input.accuracy,
            reproduction=snakemake.input.reproduction,
            checked=snakemake.input.checked,
            responses=snakemake.input.responses,
            control_models=snakemake.params.control_models,
            draws_pictures=snakemake.params.draws_pictures,
            output=snakemake.output[0],
        )
