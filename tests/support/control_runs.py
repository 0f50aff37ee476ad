"""Run the controls on one sweep of a task: prompts, replies, grades and the task's two tables."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path
from typing import Any

from findorigin.common.tables import read_rows, write_rows
from findorigin.config.sweeps import Sweep
from findorigin.planning.cells import planned_cells, prompt_tables, sweeps_of_table
from findorigin.planning.requests import locate_prompts
from findorigin.tasks.answering import guess, oracle
from findorigin.tasks.columns import RESPONSES
from generate_prompts import main as generate
from grade import main as grade
from shared_inputs import SHARED
from tabulate_task import main as tabulate
from task_inputs import WORDS

Rows = list[dict[str, Any]]
CONTROLS = ("oracle", "guess", "refuser")


def answer(model: str, task: str, prompt: str) -> tuple[str, str | None]:
    if model == "refuser":
        return "refused", None
    if model == "oracle":
        return "ok", oracle(task, prompt)
    return "ok", guess(task, prompt, int(hashlib.sha256(prompt.encode()).hexdigest(), 16))


def run_controls(folder: Path, sweep: Sweep) -> tuple[dict[str, Rows], Rows, Rows]:
    """Ask the controls one sweep; return their grades by model, and the rows of both tables."""
    files = []
    for file in prompt_tables([sweep]):
        name = file.split("/", 3)[-1].removesuffix(".parquet")
        files.append(str(folder / f"{name}.parquet"))
        source = SHARED / "upstream" / "long_prompts" / f"{sweep.task}_long.txt"
        asked = [part.as_json() for part in sweeps_of_table([sweep], sweep.task, name)]
        generate(sweep.task, asked, str(WORDS), str(source) if source.exists() else None, files[-1])
    texts = {(path, row["prompt_sha256"]): row["prompt"] for path in files for row in read_rows(path)}
    grades, cells, responses = {}, [], []
    for model in CONTROLS:
        planned = planned_cells([sweep], model)
        places = locate_prompts(files, [cell.prompt for cell in planned])
        rows = []
        for cell in planned:
            place = places[cell.prompt]
            status, text = answer(model, sweep.task, texts[place.path, place.prompt_sha256])
            rows.append({**cell.row(), "cell_id": cell.id, "status": status, "text": text})
        responses.append(str(folder / f"{model}_responses.parquet"))
        write_rows(responses[-1], RESPONSES, rows)
        graded = str(folder / f"{model}_grades.parquet")
        cells.append(str(folder / f"{model}_cells.parquet"))
        grade(files, responses[-1], "simulated", [sweep.as_json()], graded, cells[-1])
        grades[model] = list(read_rows(graded))
    replies, outcomes = folder / "replies.csv", folder / "outcomes.csv"
    labels = {model: model.title() for model in CONTROLS}
    tabulate(sweep.task, cells, responses, None, labels, {}, str(replies), str(outcomes))
    tables = []
    for path in (replies, outcomes):
        with path.open(encoding="utf-8", newline="") as lines:
            tables.append(list(csv.DictReader(lines)))
    return grades, *tables
