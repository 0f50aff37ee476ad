"""What is looked at before anything is sent: weights, key, window, prices, the limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from findorigin.backends.base import api_key
from findorigin.backends.identities import identify
from findorigin.budget.caps import ROUNDING_USD
from findorigin.budget.estimate import ModelPlan, estimate, plan_model, unpriced_line, window_line
from findorigin.common.errors import UserError
from findorigin.config.models import AnyModel, read_model
from findorigin.config.sweeps import Sweep
from findorigin.planning.cells import planned_cells
from findorigin.planning.requests import PlannedRequest
from findorigin.store.reader import read_journal


def plan_wanted(wanted: Mapping[str, Any], store: str | Path, today: date) -> ModelPlan:
    """Return the plan of a model; weights that are not here are what would stop it.

    `wanted`: the model's entry, the sweeps and the prompt files, as rules name them (model, sweeps,
    prompt_files).
    """
    model = read_model(wanted["model"])
    sweeps = [Sweep.from_json(sweep) for sweep in wanted["sweeps"]]
    journal = Path(store) / f"{model.slug}.jsonl"
    try:
        identity = identify(model, journal, offline=True)
    except UserError as error:
        with read_journal(journal) as stored:
            spent_usd = stored.committed_usd()
        planned = len(planned_cells(sweeps, model.slug))
        return ModelPlan(model, planned, None, None, spent_usd, None, (_without_name(error),))
    return plan_model(model, sweeps, wanted["prompt_files"], store, today, identity, key_line(model))


def _without_name(error: UserError) -> str:
    return str(error).partition(": ")[2]


def key_line(model: AnyModel) -> str | None:
    """Return why the key that the model's vendor wants can't be used; None where nothing is wrong."""
    try:
        api_key(model)
    except UserError as error:
        return _without_name(error)
    return None


def check_ready(model: AnyModel, missing: Sequence[PlannedRequest]) -> None:
    """Raise UserError where key, window or prices would stop the questions."""
    for line in (key_line(model), window_line(model, missing), unpriced_line(model, missing)):
        if line is not None:
            raise UserError(f"{model.slug}: {line}")


def check_limit(
    model: AnyModel, missing: Sequence[PlannedRequest], spent_usd: float, limit_usd: float
) -> None:
    """Raise UserError where the missing answers may cost more than `limit_usd` leaves."""
    usd = estimate(model, missing).usd or 0.0
    if usd > 0 and spent_usd + usd > limit_usd + ROUNDING_USD:
        raise UserError(
            f"{model.slug}: {len(missing):,} missing answers may cost ${usd:.4f} and ${spent_usd:.4f} are "
            f"spent, but this model may cost ${limit_usd:.4f} in all; raise max_cost_usd, or delete "
            "results/budget.json, and the limit is shared out again"
        )
