"""Grade the stored replies of one model: Find the Origin by both graders, other tasks by their own rules.

Reads the prompts (results/prompts/…, several tables) and the replies (results/responses/{model}.parquet).
Writes results/grades/{model}.parquet, a row per planned cell.

Where a history file is named (a path outside the rule's outputs, which Snakemake deletes first), the grades
before are compared with it: what changed is appended to a CSV table, and the history replaced.
"""

import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.cells import CELL_KEY, PROMPT_KEY, prompt_key, sort_value
from findorigin.common.errors import UserError
from findorigin.common.files import replacing
from findorigin.common.log import log_to
from findorigin.common.tables import GRADES, read_rows, write_rows
from findorigin.grading.changes import append_changes, changed_grades
from findorigin.tasks.find_the_origin.grading import grade_reply
from findorigin.tasks.replies import grade_columns, grade_task_reply

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

FIND_THE_ORIGIN = "find_the_origin"
PROMPT_COLUMNS = (*PROMPT_KEY, "prompt", "origin", "destination")
RESPONSE_COLUMNS = (*CELL_KEY, "cell_id", "status", "text")


def grade_responses(
    prompt_rows: Iterable[Mapping[str, Any]], response_rows: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the rows of GRADES for all responses, sorted by their key.

    The prompts are read once and none is kept; they may be more than are asked for, and in any order.
    Raises UserError naming the first responses whose prompt is not among them.
    """
    waiting: dict[tuple, list[Mapping[str, Any]]] = defaultdict(list)
    for response in response_rows:
        waiting[prompt_key(response)].append(response)
    grades = []
    for prompt in prompt_rows:
        for response in waiting.pop(prompt_key(prompt), ()):
            grades.append(_grade_row(response, prompt))
    if waiting:
        lost = sorted(response["cell_id"] for responses in waiting.values() for response in responses)
        raise UserError(f"responses without a prompt in the prompt tables: {len(lost)}, first {lost[:3]}")
    return sorted(grades, key=sort_value)


def _grade_row(response: Mapping[str, Any], prompt: Mapping[str, Any]) -> dict[str, Any]:
    named = {name: response[name] for name in (*CELL_KEY, "cell_id", "status")}
    status, text = response["status"], response["text"]
    if response["task"] != FIND_THE_ORIGIN:
        grade = grade_task_reply(status, text, prompt["prompt"], response)
        return named | grade_columns(grade, response["task"])
    return named | asdict(
        grade_reply(status, text, prompt["prompt"], prompt["origin"], prompt["destination"])
    )


def _prompt_rows(paths: Sequence[str]) -> Iterator[dict[str, Any]]:
    for path in paths:
        yield from read_rows(path, PROMPT_COLUMNS)


def record_changes(grades: list[dict[str, Any]], responses: str, history: str, changes: str) -> None:
    """Append to the table `changes` what differs from the grades in `history` (nothing without a history)."""
    before = list(read_rows(history)) if Path(history).exists() else []
    replies = {row["cell_id"]: row["text"] for row in read_rows(responses, ("cell_id", "text"))}
    rows = changed_grades(before, grades, replies)
    append_changes(changes, rows)
    if rows:
        print(f"{len(rows)} grades changed: see {changes}", file=sys.stderr)


def main(
    prompts: Sequence[str],
    responses: str,
    output: str,
    history: str | None = None,
    changes: str | None = None,
) -> None:
    """Write the grades; with `history` and `changes`, also the table of what changed, and the new history."""
    grades = grade_responses(_prompt_rows(prompts), read_rows(responses, RESPONSE_COLUMNS))
    write_rows(output, GRADES, grades)
    if history is not None and changes is not None:
        record_changes(grades, responses, history, changes)
        keep(output, history)


def keep(grades: str, history: str) -> None:
    """Replace the file `history` with a copy of `grades`, whole or not at all."""
    with replacing(history) as partial:
        shutil.copyfile(grades, partial)


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            prompts=snakemake.input.prompts,
            responses=snakemake.input.responses,
            output=snakemake.output[0],
            history=snakemake.params.history,
            changes=snakemake.params.changes,
        )
