"""Show what a run would ask of each model, what that may cost and what would stop it, and ask nobody.

Reads the prompts' lengths and digests (results/prompts) and the journals in the store, without a lock.
Prints a table; writes it to results/tables/plan.csv too, as a by-product: the rule declares no output.
"""

import textwrap
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from findorigin.budget.caps import least_limit, refusal_line, spent_by_others
from findorigin.budget.estimate import ModelPlan
from findorigin.common.csv_files import write_csv
from findorigin.common.log import log_to
from findorigin.engine.ready import plan_wanted

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake

WIDTH = 100
NARROWEST = 12
HEADINGS = ("model", "planned", "stored", "missing", "tokens in", "tokens out", "USD", "what would stop it")
COUNTS = ("planned", "stored", "missing")
TOKENS = ("input_tokens", "output_tokens")
COLUMNS = ("model", "label", "backend", *COUNTS, *TOKENS, "usd", "spent_usd", "stops")


def plan_row(plan: ModelPlan, limit_line: str | None) -> dict[str, Any]:
    """Return a model's row of the table; what is unknown, or not asked, is None."""
    estimate = None if plan.unavailable else plan.estimate
    stops = [plan.unavailable] if plan.unavailable else list(plan.problems)
    if limit_line and plan.needed_usd:
        stops.append(limit_line)
    return {
        "model": plan.model.slug,
        "label": plan.model.label,
        "backend": plan.model.backend,
        "planned": plan.planned,
        "stored": plan.stored,
        "missing": plan.missing,
        "input_tokens": estimate and estimate.input_tokens,
        "output_tokens": estimate and estimate.output_tokens,
        "usd": estimate and estimate.usd,
        "spent_usd": plan.committed_usd,
        "stops": "; ".join(stops),
    }


def short_count(number: int | None) -> str:
    """Return a number of tokens in four characters or so: 950, 12.3k, 2.94M."""
    if number is None:
        return "?"
    for unit, name in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{name}" if number < 1000 * unit else f"{number / unit:,.0f}{name}"
    return str(number)


def shown_usd(plan: ModelPlan, usd: float | None) -> str:
    """Return a cost as the table shows it: what can't cost anything is free, what is unknown is `?`."""
    if plan.model.is_free:
        return "free"
    return "?" if usd is None else f"{usd:,.2f}" if usd >= 0.01 or usd == 0 else f"{usd:.4f}"


def cells_of(plan: ModelPlan, row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a row as text, but for what would stop the model. A model that is not asked needs nothing."""
    counts = ["?" if row[name] is None else str(row[name]) for name in COUNTS]
    if plan.unavailable:
        return (plan.model.slug, *counts, "-", "-", "-")
    tokens = [short_count(row[name]) for name in TOKENS]
    return (plan.model.slug, *counts, *tokens, shown_usd(plan, row["usd"]))


def table_text(plans: Sequence[ModelPlan], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the table, at most WIDTH characters wide; long reasons go on below."""
    lines = [HEADINGS[:-1], *(cells_of(plan, row) for plan, row in zip(plans, rows, strict=True))]
    reasons = [HEADINGS[-1], *(row["stops"] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS) - 1)]
    left = sum(widths) + 2 * len(widths)
    text = []
    for line, reason in zip(lines, reasons, strict=True):
        first, *others = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        start = "  ".join([line[0].ljust(len(first)), *others]) + "  "
        wrapped = textwrap.wrap(reason, max(NARROWEST, WIDTH - left), break_on_hyphens=False) or [""]
        text += [f"{start}{wrapped[0]}".rstrip(), *(" " * left + part for part in wrapped[1:])]
    return "\n".join(text)


def closing_lines(
    plans: Sequence[ModelPlan], rows: Sequence[Mapping[str, Any]], others: float, limit: float, refuse: bool
) -> list[str]:
    """Return what holds of all models together: the cost, what is spent, the limit, what is not asked."""
    usd = sum(row["usd"] or 0.0 for row in rows)
    spent = others + sum(plan.committed_usd for plan in plans)
    unknown = [
        plan.model.slug
        for plan in plans
        if plan.estimate and plan.estimate.usd is None and not plan.unavailable
    ]
    without = f", without {', '.join(unknown)}, whose cost is unknown" if unknown else ""
    lines = [
        f"The missing answers may cost ${usd:,.2f} at most{without}; the store has cost ${spent:,.2f} so far."
    ]
    if refusal_line(plans, others, limit):
        lines.append(
            f"max_cost_usd is {limit:g}, so nothing paid is sent; to ask all of this, set it to "
            f"{least_limit(plans, others):.2f} or more, since calls in flight count at their worst."
        )
    gone = [plan.model for plan in plans if plan.unavailable]
    if gone and refuse:
        lines.append("unavailable is error, so nothing paid is sent while a model is asked that is retired.")
    elif gone:
        lines.append(f"Not asked, since retired: {len(gone)} model(s). What the store has of them counts.")
    return lines


def main(
    models: Mapping[str, Mapping[str, Any]],
    store: str,
    max_cost_usd: float,
    unavailable: str,
    csv_path: str,
    today: date | None = None,
) -> None:
    """Print the plan and write it; `models` maps the slug of each to its model, sweeps and prompt_files."""
    plans = [plan_wanted(wanted, store, today or date.today()) for wanted in models.values()]
    others = spent_by_others(store, models)
    refused = refusal_line(plans, others, max_cost_usd)
    limit_line = f"max_cost_usd: set it to {least_limit(plans, others):.2f}" if refused else None
    rows = [plan_row(plan, limit_line) for plan in plans]
    write_csv(rows, COLUMNS, csv_path)
    closing = closing_lines(plans, rows, others, max_cost_usd, unavailable == "error")
    closing.append(f"The same table: {csv_path}")
    print(table_text(plans, rows), "", *(textwrap.fill(line, WIDTH) for line in closing), sep="\n")


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            models=snakemake.params.models,
            store=snakemake.params.store,
            max_cost_usd=snakemake.params.max_cost_usd,
            unavailable=snakemake.params.unavailable,
            csv_path=snakemake.params.csv,
        )
