"""Share max_cost_usd out: a fixed cap per model, so that jobs side by side can't overrun it together.

A cap is cumulative, as the limit is: what a model has cost already, what its missing cells need, and its
share of what the limit leaves beyond that, in proportion to the need. All caps and what the store's other
models have cost add up to the limit at most.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from findorigin.budget.estimate import ModelPlan
from findorigin.common.errors import UserError
from findorigin.store.reader import read_journal

# Sums of many small costs differ in their last digits by the order in which they were added.
ROUNDING_USD = 1e-9


@dataclass(frozen=True)
class Caps:
    """What each model may cost in all, USD; `refusal` says why nothing paid may be sent, or is None."""

    max_cost_usd: float
    refusal: str | None
    usd: Mapping[str, float]


def share_out(
    plans: Sequence[ModelPlan], other_usd: float, max_cost_usd: float, *, refuse_unavailable: bool
) -> Caps:
    """Return the caps of `plans` within `max_cost_usd`.

    `other_usd` is what the store's other models have cost. Where the limit is too low, or a model can't be
    asked any more and that is to be an error, nobody gets more than is spent already, and `refusal` is set.
    """
    committed = other_usd + sum(plan.committed_usd for plan in plans)
    needed = sum(plan.needed_usd for plan in plans)
    refusal = refusal_line(plans, other_usd, max_cost_usd)
    gone = [plan for plan in plans if plan.unavailable]
    if gone and refuse_unavailable:
        refusal = (
            f"nothing paid is sent: {gone[0].model.slug} can't be asked any more ({gone[0].unavailable}) and "
            "unavailable is error; set it to skip, or leave the model out"
        )
    left = 0.0 if refusal or not needed else (max_cost_usd - committed - needed) / needed
    factor = 0.0 if refusal else 1 + left
    return Caps(
        max_cost_usd,
        refusal,
        {plan.model.slug: plan.committed_usd + plan.needed_usd * factor for plan in plans},
    )


def least_limit(plans: Iterable[ModelPlan], other_usd: float) -> float:
    """Return the least max_cost_usd, in whole cents, under which all missing cells can be answered."""
    cents = 100 * (other_usd + sum(plan.committed_usd + plan.needed_usd for plan in plans))
    return math.ceil(cents - ROUNDING_USD) / 100


def refusal_line(plans: Sequence[ModelPlan], other_usd: float, max_cost_usd: float) -> str | None:
    """Return why nothing paid may be sent under this limit, with the limit to set; None where it may."""
    asked = [plan for plan in plans if plan.needed_usd > 0]
    needed = sum(plan.needed_usd for plan in asked)
    committed = other_usd + sum(plan.committed_usd for plan in plans)
    if not asked or committed + needed <= max_cost_usd + ROUNDING_USD:
        return None
    missing = sum(plan.missing or 0 for plan in asked)
    return (
        f"nothing paid is sent: {missing:,} missing answers of {len(asked)} paid model(s) may cost "
        f"${needed:,.4f} and ${committed:,.4f} are spent, more than max_cost_usd {max_cost_usd:g}; set it to "
        f"{least_limit(plans, other_usd):.2f} or more, or ask for less"
    )


def spent_by_others(store: str | Path, models: Iterable[str]) -> float:
    """Return what the models of the store that are not among `models` have cost, USD."""
    own = set(models)
    total = 0.0
    for path in sorted(Path(store).glob("*.jsonl")):
        if path.stem not in own:
            with read_journal(path) as journal:
                total += journal.committed_usd()
    return total


def write_caps(path: str | Path, caps: Caps) -> None:
    """Write the caps as JSON."""
    Path(path).write_text(json.dumps(asdict(caps), indent=2, sort_keys=True) + "\n", encoding="utf-8")


def read_caps(path: str | Path) -> Caps:
    """Return the caps that `write_caps` wrote; UserError if the file is not such a one."""
    try:
        caps = Caps(**json.loads(Path(path).read_text(encoding="utf-8")))
        numbers = [caps.max_cost_usd, *caps.usd.values()]
        valid = all(isinstance(number, int | float) and math.isfinite(number) for number in numbers)
    except (OSError, ValueError, TypeError, AttributeError):
        valid = False
    if not valid:
        raise UserError(f"{path} can't be read as caps; delete it, and it is made again")
    return caps


def cap_of(
    path: str | Path, model: str, committed_usd: float, store: str | Path, max_cost_usd: float
) -> float:
    """Return what `model` may cost in all by the caps at `path`; UserError where nothing may be sent.

    The caps may be those of another limit than the one that holds now, `max_cost_usd`. What the whole store
    has cost is read again: another configuration may have used it since.
    """
    caps = read_caps(path)
    if caps.max_cost_usd != max_cost_usd:
        raise UserError(
            f"{path} shares out max_cost_usd {caps.max_cost_usd:g}, but it is {max_cost_usd:g} now; delete "
            "the file, and it is made again"
        )
    if caps.refusal:
        raise UserError(caps.refusal)
    cap = caps.usd.get(model)
    if cap is None:
        raise UserError(f"{path} has no cap for {model}; delete it, and it is made again")
    rest = max(0.0, cap - committed_usd)
    spent = spent_by_others(store, [model]) + committed_usd
    if spent + rest > max_cost_usd + ROUNDING_USD:
        remedy = f"delete {path}, and it is shared out again"
        if spent >= max_cost_usd:
            remedy = "nothing is left of it: raise it to go on"
        raise UserError(
            f"the store has cost ${spent:,.4f} by now, more than when max_cost_usd {max_cost_usd:g} was "
            f"shared out; {remedy}"
        )
    return cap
