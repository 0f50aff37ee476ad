"""Plans of made-up models for the tests of planning and caps."""

from __future__ import annotations

from engine_inputs import model
from findorigin.budget.estimate import Estimate, ModelPlan

PRICES = {"input": 1.0, "output": 2.0}


def plan(slug="small", *, needed=0.0, committed=0.0, missing=1, unavailable=None, problems=(), **entry):
    """Return the plan of a model with ten cells; `needed` None: its cost is unknown."""
    usd = None if needed is None else needed * 0.9
    return ModelPlan(
        model=model(slug, **{"prices": PRICES} | entry),
        planned=10,
        stored=10 - missing,
        estimate=Estimate(1_234_567, 2560, usd, needed),
        committed_usd=committed,
        unavailable=unavailable,
        problems=problems,
    )
