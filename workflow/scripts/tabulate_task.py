"""Tabulate the replies to one task of texts, side by side with their grades, and the shares of the outcomes.

Reads:  {run}/cells/{evidence}/{model}.parquet and {run}/responses/{model}.parquet (several of each);
        resources/published/tasks.csv where published evidence counts.
Writes: {run}/tables/{task}_replies.csv (a planned reply a row, the missing ones too) and
        {run}/tables/{task}_outcomes.csv (a condition and outcome a row, measured and published).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from findorigin.common.cells import NO_ANSWER
from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.common.tables import read_rows
from findorigin.statistics.task_outcomes import COLUMNS, GROUP, asked_outcomes, published_outcomes
from findorigin.tasks.catalog import TASKS

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

REPLY_COLUMNS = (
    *("cell_id", *GROUP, "puzzle", "repeat", "n_tokens"),
    *("status", "outcome", "correct", "needs_review", "answer"),
)


def reply_columns(task: str) -> tuple[str, ...]:
    """Return the columns of the table of replies to a task: its own details stand before the reply."""
    return (*REPLY_COLUMNS, *TASKS[task].details, "reply")


def graded_replies(
    task: str, cells: Iterable[str], responses: Iterable[str], labels: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield a row for each planned reply to the task: `reply_columns`."""
    texts = {
        row["cell_id"]: row["text"]
        for path in responses
        for row in read_rows(path, ("cell_id", "task", "text"))
        if row["task"] == task
    }
    for path in cells:
        for row in read_rows(path):
            if row["task"] == task:
                row |= json.loads(row["details"] or "{}")
                row |= {"label": labels[row["model"]], "reply": texts[row["cell_id"]]}
                yield {name: row.get(name) for name in reply_columns(task)}


def main(
    task: str,
    cells: Sequence[str],
    responses: Sequence[str],
    published: str | None,
    labels: Mapping[str, str],
    slugs: Mapping[str, str],
    replies: str,
    outcomes: str,
) -> None:
    """Write both tables; `labels` maps a model to its label, `slugs` the paper's names to models."""
    rows = list(graded_replies(task, cells, responses, labels))
    write_csv(rows, reply_columns(task), replies)
    named = [outcome for outcome in TASKS[task].outcomes if outcome != NO_ANSWER]
    evidence = list(asked_outcomes(rows, named))
    if published:
        evidence += published_outcomes(published, task, slugs, labels)
    write_csv(evidence, COLUMNS, outcomes)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            task=snakemake.wildcards.task,
            cells=snakemake.input.cells,
            responses=snakemake.input.responses,
            published=snakemake.input.get("published"),
            labels=snakemake.params.labels,
            slugs=snakemake.params.slugs,
            replies=snakemake.output.replies,
            outcomes=snakemake.output.outcomes,
        )
