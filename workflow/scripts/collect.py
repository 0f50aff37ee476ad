"""Collect every cell with evidence, measured, simulated or published, into one table.

Reads  results/grades/{model}.parquet, results/responses/{model}.parquet (tokens only),
       results/prompts/… (token counts only), resources/published/cells.csv
Writes results/cells.parquet
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.cells import FINAL_STATUSES, PROMPT_KEY, prompt_key, sort_value
from findorigin.common.log import log_to
from findorigin.common.tables import CELLS, read_rows, write_rows
from findorigin.tasks.find_the_origin.published import read_outcomes

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def prompt_lengths(prompt_files: Sequence[str]) -> dict[tuple, tuple[int, int | None]]:
    """Map every planned prompt to its n_tokens and, where it was asked for, its target_tokens."""
    columns = [*PROMPT_KEY, "n_tokens", "target_tokens"]
    return {
        prompt_key(row): (row["n_tokens"], row["target_tokens"])
        for path in prompt_files
        for row in read_rows(path, columns)
    }


def own_cells(
    grades: str, responses: str, lengths: Mapping[tuple, tuple[int, int | None]], label: str, evidence: str
) -> Iterator[dict[str, Any]]:
    """Yield one model's cells that have a final response, as rows of the cells table."""
    input_tokens = {
        row["cell_id"]: row["input_tokens"] for row in read_rows(responses, ["cell_id", "input_tokens"])
    }
    for grade in read_rows(grades):
        if grade["status"] not in FINAL_STATUSES:
            continue
        n_tokens, target_tokens = lengths[prompt_key(grade)]
        yield grade | {
            "label": label,
            "evidence": evidence,
            "n_tokens": n_tokens,
            "target_tokens": target_tokens,
            "input_tokens": input_tokens[grade["cell_id"]],
        }


def main(
    grades: Sequence[str],
    responses: Sequence[str],
    prompts: Sequence[str],
    published: str | None,
    labels: Mapping[str, str],
    programs: Collection[str],
    slugs: Mapping[str, str],
    output: str,
) -> None:
    """Write the cells table.

    `labels` maps a model to its label, `slugs` the paper's labels to models; what `programs` answered is
    simulated, what others did is measured.
    """
    lengths = prompt_lengths(prompts)
    rows = []
    for grade_file, response_file in zip(grades, responses, strict=True):
        model = Path(grade_file).stem
        evidence = "simulated" if model in programs else "measured"
        rows += own_cells(grade_file, response_file, lengths, labels[model], evidence)
    if published:
        rows += read_outcomes(published, slugs)
    rows.sort(key=lambda row: (sort_value(row), row["evidence"]))
    write_rows(output, CELLS, rows)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            grades=snakemake.input.grades,
            responses=snakemake.input.responses,
            prompts=snakemake.input.prompts,
            published=snakemake.input.get("published"),
            labels=snakemake.params.labels,
            programs=snakemake.params.programs,
            slugs=snakemake.params.slugs,
            output=snakemake.output[0],
        )
