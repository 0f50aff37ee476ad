"""Tabulate the replies to one task without d, side by side with their grades, and the shares of the outcomes.

Reads  results/prompts/{task}/… (several), results/responses/{model}.parquet (several),
       resources/published/tasks.csv where published evidence counts
Writes results/tables/{task}_replies.csv (a planned reply a row, the missing ones too),
       results/tables/{task}_outcomes.csv (a condition and outcome a row, measured and published)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.csv_text import csv_line
from findorigin.keys import PROMPT_KEY, prompt_key
from findorigin.scriptlog import log_to
from findorigin.statistics.task_outcomes import COLUMNS, measured_outcomes, published_outcomes
from findorigin.tables import read_rows
from findorigin.tasks.loading import grading_of
from findorigin.tasks.replies import grade_task_reply

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

PROMPT_COLUMNS = (*PROMPT_KEY, "n_tokens", "prompt")
REPLY_COLUMNS = (
    "cell_id",
    "model",
    "label",
    "task",
    "variant",
    "depth",
    "puzzle",
    "repeat",
    "n_tokens",
    "status",
    "outcome",
    "correct",
    "needs_review",
    "answer",
)


def graded_replies(
    task: str, prompts: Iterable[str], responses: Iterable[str], labels: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield a row for each planned reply to the task: REPLY_COLUMNS, the task's details, the reply itself."""
    by_key = {prompt_key(row): row for path in prompts for row in read_rows(path, PROMPT_COLUMNS)}
    for path in responses:
        for row in read_rows(path):
            if row["task"] != task:
                continue
            prompt = by_key[prompt_key(row)]
            grade = grade_task_reply(row["status"], row["text"], prompt["prompt"], row)
            shown = {name: row.get(name) for name in REPLY_COLUMNS}
            shown |= {"label": labels[row["model"]], "n_tokens": prompt["n_tokens"]}
            if grade is not None:
                shown |= {name: getattr(grade, name) for name in ("outcome", "correct", "needs_review")}
                shown |= {"answer": grade.answer, **grade.details}
            yield shown | {"reply": row["text"]}


def write_csv(path: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a table with these columns."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        file.write(",".join(columns) + "\n")
        file.writelines(csv_line(row.get(name) for name in columns) for row in rows)


def main(
    task: str,
    prompts: Sequence[str],
    responses: Sequence[str],
    published: str | None,
    labels: Mapping[str, str],
    slugs: Mapping[str, str],
    replies: str,
    outcomes: str,
) -> None:
    """Write both tables; `labels` maps a model to its label, `slugs` the paper's names to models."""
    grading = grading_of(task)
    rows = list(graded_replies(task, prompts, responses, labels))
    write_csv(replies, (*REPLY_COLUMNS, *grading.DETAILS, "reply"), rows)
    evidence = list(measured_outcomes(rows, grading.OUTCOMES))
    if published:
        evidence += published_outcomes(published, task, slugs, labels)
    write_csv(outcomes, COLUMNS, evidence)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            task=snakemake.wildcards.task,
            prompts=snakemake.input.prompts,
            responses=snakemake.input.responses,
            published=snakemake.input.get("published"),
            labels=snakemake.params.labels,
            slugs=snakemake.params.slugs,
            replies=snakemake.output.replies,
            outcomes=snakemake.output.outcomes,
        )
