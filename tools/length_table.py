"""Print the effective lengths of the published outcomes as the tables of docs/statistics.md.

python tools/length_table.py results/tables/effective_length.csv
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

MEASURES = ("L85", "L50")
CONDITIONS = {
    "d = 1": (1, "structured"),
    "d = 15": (15, "structured"),
    "d = -15": (-15, "structured"),
    "d = 15, shuffled": (15, "shuffled"),
}


def length_table(path: str | Path, measure: str) -> str:
    """Return a table of Markdown: published models by condition, length and interval in tokens."""
    found = pd.read_csv(path)
    found = found[(found["evidence"] == "published") & (found["measure"] == measure)]
    lines = [f"| {measure} | {' | '.join(CONDITIONS)} |", "|---" * (len(CONDITIONS) + 1) + "|"]
    for label, of_model in found.groupby("label", sort=True):
        rows = of_model.set_index(["d", "arrangement"]).to_dict("index")
        cells = [shown(rows[condition]) for condition in CONDITIONS.values()]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return "\n".join(lines)


def shown(row: Mapping[str, object]) -> str:
    """Return a length with its interval; unknown where there is no length, [–] where no interval.

    An asterisk marks a bound from the outermost cells alone.
    """
    if pd.isna(row["relation"]):
        return "unknown"
    low, high = (_bound(row[name], row[f"{name}_relation"]) for name in ("low", "high"))
    mark = " *" if str(row["interval"]).startswith("95 % exact") else ""
    interval = "[–]" if low is None else f"[{low}; {high}]{mark}"
    return f"{_bound(row['tokens'], row['relation']) or ''} {interval}".strip()


def _bound(tokens: object, relation: object) -> str | None:
    if pd.isna(tokens):
        return None
    return f"{'' if relation == '=' else f'{relation} '}{tokens:,.0f}"


if __name__ == "__main__":
    print("\n\n".join(length_table(sys.argv[1], measure) for measure in MEASURES))
