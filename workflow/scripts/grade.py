"""Grade the stored replies of one model, each by the rules of its task.

Reads:  the prompts (results/prompts/…, several tables) and the replies ({run}/responses/{model}.parquet).
Writes: {run}/grades/{model}.parquet and {run}/cells/{evidence}/{model}.parquet, a row per planned cell each;
        a cell has its lengths beside its grade.

Where a history file is named (a path outside the rule's outputs, which Snakemake deletes first), the grades
before are compared with it: what changed is appended to a CSV table, and the history replaced.
"""

import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.cells import CELL_KEY, PROMPT_KEY, Evidence, PromptKey, sort_value
from findorigin.common.errors import UserError
from findorigin.common.files import replacing
from findorigin.common.log import log_to
from findorigin.common.tables import Row, read_rows, write_rows
from findorigin.config.sweeps import Sweep
from findorigin.grading.changes import append_changes, changed_grades
from findorigin.planning.cells import prompts_of
from findorigin.tasks.base import Grade, Prompt
from findorigin.tasks.catalog import FURTHER_AXES
from findorigin.tasks.columns import CELLS, GRADES
from findorigin.tasks.judging import grade_reply, grader_version

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

NAMED = (*CELL_KEY, *FURTHER_AXES, "cell_id", "status", "input_tokens")
GRADE = tuple(field.name for field in fields(Grade))
PROMPT_COLUMNS = (*PROMPT_KEY, *FURTHER_AXES, "n_tokens", "prompt", "answer")


def grade_responses(
    prompt_rows: Iterable[Row],
    response_rows: Iterable[Row],
    evidence: Evidence,
    targets: Mapping[PromptKey, int | None],
) -> list[dict[str, Any]]:
    """Return the rows of CELLS for all responses, sorted by their key: those of GRADES with the lengths.

    The prompts are read once and none is kept; they may be more than are asked for, and in any order.
    `targets` are the lengths in tokens that this model's prompts were asked by: another's may differ.
    Raises UserError naming the first responses whose prompt is not among them.
    """
    waiting: dict[PromptKey, list[Row]] = defaultdict(list)
    for response in response_rows:
        waiting[PromptKey.from_row(response, FURTHER_AXES)].append(response)
    cells = []
    for row in prompt_rows:
        key = PromptKey.from_row(row, FURTHER_AXES)
        for response in waiting.pop(key, ()):
            prompt = Prompt(row["prompt"], row["answer"])
            grade = grade_reply(response["status"], response["text"], prompt, key)
            known = {name: response[name] for name in NAMED} | {"evidence": evidence}
            lengths = {"n_tokens": row["n_tokens"], "target_tokens": targets.get(key)}
            cells.append(known | lengths | grade_columns(grade, key.task))
    if waiting:
        lost = sorted(response["cell_id"] for responses in waiting.values() for response in responses)
        raise UserError(f"responses without a prompt in the prompt tables: {len(lost)}, first {lost[:3]}")
    return sorted(cells, key=sort_value)


def grade_columns(grade: Grade | None, task: str) -> dict[str, Any]:
    """Return the columns of a grade; all but the version are null for a cell without a final reply."""
    version = {"grader_version": grader_version(task)}
    if grade is None:
        return dict.fromkeys(GRADE) | version
    return (
        {name: getattr(grade, name) for name in GRADE}
        | version
        | {
            "correct_paper": grade.correct if grade.correct_paper is None else grade.correct_paper,
            "details": json.dumps(dict(grade.details), ensure_ascii=False) if grade.details else None,
        }
    )


def read_prompts(paths: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of several tables of prompts, one row group at a time."""
    for path in paths:
        yield from read_rows(path, PROMPT_COLUMNS)


def record_changes(grades: Sequence[Row], responses: str, history: str, changes: str) -> None:
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
    evidence: Evidence,
    sweeps: Sequence[Mapping[str, Any]],
    output: str,
    cells: str,
    history: str | None = None,
    changes: str | None = None,
) -> None:
    """Write grades and cells; with `history` and `changes`, also what changed, and the new history.

    `sweeps` are what the model is asked, as JSON.
    """
    asked = prompts_of(Sweep.from_json(sweep) for sweep in sweeps)
    targets = {planned.key: planned.target_tokens for planned in asked}
    answered = read_rows(responses, (*NAMED, "text"))
    rows = grade_responses(read_prompts(prompts), answered, evidence, targets)
    write_rows(output, GRADES, rows)
    write_rows(cells, CELLS, rows)
    if history is not None and changes is not None:
        record_changes(rows, responses, history, changes)
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
            evidence=snakemake.params.evidence,
            sweeps=snakemake.params.sweeps,
            output=snakemake.output.grades,
            cells=snakemake.output.cells,
            history=snakemake.params.history,
            changes=snakemake.params.changes,
        )
