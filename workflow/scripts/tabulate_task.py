"""Tabulate the replies to one task without d, side by side with their grades, and the shares of the outcomes.

Reads  results/prompts/{task}/… (several), results/responses/{model}.parquet (several),
       resources/published/tasks.csv where published evidence counts
Writes results/tables/{task}_replies.csv (a planned reply a row, the missing ones too),
       results/tables/{task}_outcomes.csv (a condition and outcome a row, measured and published)
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from findorigin.common.cells import PROMPT_KEY, prompt_key
from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.statistics.task_outcomes import COLUMNS, asked_outcomes, published_outcomes
from findorigin.tasks.loading import grading_of
from findorigin.tasks.replies import grade_task_reply

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

PROMPT_COLUMNS = (*PROMPT_KEY, "n_tokens", "prompt")
REPLY_COLUMNS = (
    "cell_id",
    "evidence",
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


def reply_columns(task: str) -> tuple[str, ...]:
    """Return the columns of the table of replies to a task: its own details stand before the reply."""
    return (*REPLY_COLUMNS, *grading_of(task).DETAILS, "reply")


def graded_replies(
    task: str,
    prompts: Iterable[str],
    responses: Iterable[str],
    labels: Mapping[str, str],
    programs: Collection[str],
) -> Iterator[dict[str, Any]]:
    """Yield a row for each planned reply to the task: `reply_columns`."""
    by_key = {prompt_key(row): row for path in prompts for row in read_rows(path, PROMPT_COLUMNS)}
    for path in responses:
        for row in read_rows(path):
            if row["task"] != task:
                continue
            prompt = by_key[prompt_key(row)]
            grade = grade_task_reply(row["status"], row["text"], prompt["prompt"], row)
            shown = {name: row.get(name) for name in reply_columns(task)}
            shown |= {"label": labels[row["model"]], "n_tokens": prompt["n_tokens"]}
            shown["evidence"] = "simulated" if row["model"] in programs else "measured"
            if grade is not None:
                shown |= {name: getattr(grade, name) for name in ("outcome", "correct", "needs_review")}
                shown |= {"answer": grade.answer, **grade.details}
            yield shown | {"reply": row["text"]}


def main(
    task: str,
    prompts: Sequence[str],
    responses: Sequence[str],
    published: str | None,
    labels: Mapping[str, str],
    programs: Sequence[str],
    slugs: Mapping[str, str],
    replies: str,
    outcomes: str,
) -> None:
    """Write both tables; `labels` maps a model to its label, `slugs` the paper's names to models."""
    rows = list(graded_replies(task, prompts, responses, labels, programs))
    write_csv(rows, reply_columns(task), replies)
    evidence = list(asked_outcomes(rows, grading_of(task).OUTCOMES))
    if published:
        evidence += published_outcomes(published, task, slugs, labels)
    write_csv(evidence, COLUMNS, outcomes)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            task=snakemake.wildcards.task,
            prompts=snakemake.input.prompts,
            responses=snakemake.input.responses,
            published=snakemake.input.get("published"),
            labels=snakemake.params.labels,
            programs=snakemake.params.programs,
            slugs=snakemake.params.slugs,
            replies=snakemake.output.replies,
            outcomes=snakemake.output.outcomes,
        )
