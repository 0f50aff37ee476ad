"""What a journal holds, in numbers, for the user who asks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from findorigin.store.index import Index
from findorigin.store.reader import read_lines


@dataclass
class Survey:
    """The counts of one journal; a record that stands in it twice counts once."""

    path: Path
    index: Index = field(default_factory=Index)
    kinds: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    cells: set[str] = field(default_factory=set)
    models: set[str] = field(default_factory=set)
    damaged_lines: list[int] = field(default_factory=list)
    torn: bool = False

    @property
    def records(self) -> int:
        """How many different records there are, of all kinds."""
        return self.kinds.total()


def survey(path: Path) -> Survey:
    """Read the journal at `path` without a lock; UserError if it can't be read."""
    result = Survey(path)
    for line in read_lines(path):
        if line.record is None:
            if line.ended:
                result.damaged_lines.append(line.number)
            else:
                result.torn = True
            continue
        if not result.index.add(line):
            continue
        record = line.record
        result.kinds[record["kind"]] += 1
        if record["kind"] == "response":
            result.statuses[str(record.get("status"))] += 1
            result.cells.add(str(record.get("cell_id")))
            result.models.add(str(record.get("served_model") or record.get("requested_model")))
    return result


def describe(found: Survey) -> str:
    """Return the survey as a few lines of text."""
    unanswered, worst_usd = found.index.unanswered()
    statuses = ", ".join(f"{status} {count}" for status, count in sorted(found.statuses.items())) or "none"
    return "\n".join(
        [
            str(found.path),
            f"  responses   {found.kinds['response']} ({statuses}) for {len(found.cells)} cells",
            f"  models      {', '.join(sorted(found.models)) or 'none'}",
            f"  USD         {found.index.usd:.6f}, and {found.index.unpriced} calls without a known price",
            f"  errors      {found.kinds['error'] + found.kinds['refusal']}",
            f"  unanswered  {unanswered} calls, perhaps paid (USD {worst_usd:.6f} at most, where known)",
            f"  damaged     {len(found.damaged_lines)} lines{', and a torn last one' if found.torn else ''}",
        ]
    )
