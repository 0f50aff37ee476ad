"""Say in a few lines what was measured, what is published evidence and where the pictures are.

Reads  results/tables/accuracy.csv, results/controls.txt, results/responses/{model}.parquet (who is gone)
Writes results/summary.txt
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from findorigin.scriptlog import log_to
from findorigin.tables import read_rows

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def measured_line(name: str, rows: pd.DataFrame) -> str:
    """Return one line on a model's own responses, both denominators and missing cells included."""
    planned, final, answered, correct = (
        int(rows[name].sum()) for name in ("n_planned", "n_final", "n_answered", "n_correct")
    )
    if final == 0:
        return f"  {name}: nothing measured yet, {planned} cells planned"
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


def summary_text(
    accuracy: pd.DataFrame,
    controls: str,
    unavailable: Mapping[str, str],
    folder: str,
    draws_pictures: bool = True,
) -> str:
    """Return the closing summary: measured models, published evidence, models left out, where to look."""
    measured = accuracy[accuracy["evidence"] == "measured"]
    published = accuracy[accuracy["evidence"] == "published"]
    lines = [""]
    for task, of_task in measured.groupby("task", sort=False):
        lines.append(
            f"Measured by asking, {task} (all its conditions together; accuracy.csv has them apart):"
        )
        lines += [
            measured_line(label, rows)
            for (model, label), rows in of_task.groupby(["model", "label"], sort=True)
            if model not in unavailable or rows["n_final"].sum()
        ]
    lines.append(f"Controls: {controls.strip()}")
    if len(published):
        cells, models = int(published["n_planned"].sum()), published["model"].nunique()
        lines.append(
            f"Published evidence: {cells:,} outcomes of {models} models, read from the paper's figures"
        )
    if unavailable:
        lines.append("Not asked:")
        lines += [f"  {model}: {reason}" for model, reason in sorted(unavailable.items())]
    pictures = f"{folder}/figures/" if draws_pictures else "none asked for"
    lines.append(f"Pictures: {pictures}   Tables: {folder}/tables/   All cells: {folder}/cells.parquet")
    return "\n".join(lines) + "\n"


def main(accuracy: str, controls: str, responses: Sequence[str], draws_pictures: bool, output: str) -> None:
    """Write the summary."""
    table = pd.read_csv(accuracy, keep_default_na=False, na_values={"n_answered": "", "n_correct": ""})
    controls_text = Path(controls).read_text(encoding="utf-8")
    folder = str(Path(output).parent)
    text = summary_text(table, controls_text, unavailable_models(responses), folder, draws_pictures)
    Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            accuracy=snakemake.input.accuracy,
            controls=snakemake.input.controls,
            responses=snakemake.input.responses,
            draws_pictures=snakemake.params.draws_pictures,
            output=snakemake.output[0],
        )
