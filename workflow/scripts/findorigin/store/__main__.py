"""The store's own command: python -m findorigin.store stats | verify | merge | export.

Nothing is ever asked or changed: each reads journals (a folder stands for the *.jsonl in it), without a lock,
and merge and export write a new file.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.store.index import Index
from findorigin.store.merge import merge
from findorigin.store.reader import read_lines
from findorigin.store.rows import export


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments`; return 0, or 1 if damage or an error was found."""
    commands = {
        "stats": (_stats, "count responses, cells, USD, unanswered calls and damage", None),
        "verify": (_verify, "check every line; exit 1 if one is damaged", None),
        "merge": (
            _merge,
            "join journals of one model into a new file, each record once",
            "the new file; never overwritten",
        ),
        "export": (_export, "write the final responses as a table", "a name in .parquet or .csv"),
    }
    parser = argparse.ArgumentParser(
        prog="python -m findorigin.store", description="Look after stored replies."
    )
    subparsers = parser.add_subparsers(required=True, metavar=" | ".join(commands))
    for name, (run, purpose, output) in commands.items():
        command = subparsers.add_parser(name, help=purpose, description=purpose)
        command.add_argument("journals", type=Path, nargs="+", help="journals, or folders of them")
        command.set_defaults(run=run, output=None)
        if output:
            command.add_argument("--output", type=Path, required=True, help=output)
    options = parser.parse_args(arguments)
    try:
        return int(options.run(_journals(options.journals), options.output))
    except UserError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1


def _journals(paths: Sequence[Path]) -> list[Path]:
    """Return the files that `paths` stand for; UserError for one that is not there."""
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise UserError(f"{path}: there is no such file or folder")
        found += sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not found:
        raise UserError(f"{', '.join(map(str, paths))}: no journals (*.jsonl) there")
    return found


class _Survey:
    """What one journal holds, in numbers; a record that stands in it twice counts once."""

    def __init__(self, path: Path) -> None:
        self.index = Index()
        self.kinds: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.cells: set[str] = set()
        self.models: set[str] = set()
        self.damaged_lines: list[int] = []
        self.torn = False
        for line in read_lines(path):
            if line.record is None:
                self.torn |= not line.ended
                self.damaged_lines += [line.number] if line.ended else []
            elif self.index.add(line):
                self.kinds[line.record["kind"]] += 1
                if line.record["kind"] == "response":
                    self.statuses[str(line.record.get("status"))] += 1
                    self.cells.add(str(line.record.get("cell_id")))
                    served = line.record.get("served_model") or line.record.get("requested_model")
                    self.models.add(str(served))


def _stats(journals: Sequence[Path], _: None) -> int:
    for path in journals:
        found = _Survey(path)
        unanswered, worst_usd = found.index.unanswered()
        statuses = ", ".join(f"{status} {count}" for status, count in sorted(found.statuses.items()))
        lines = (
            str(path),
            f"responses   {found.kinds['response']} ({statuses or 'none'}) for {len(found.cells)} cells",
            f"models      {', '.join(sorted(found.models)) or 'none'}",
            f"USD         {found.index.usd:.6f}, and {found.index.unpriced} calls without a known price",
            f"errors      {found.kinds['error'] + found.kinds['refusal']}",
            f"unanswered  {unanswered} calls, perhaps paid (USD {worst_usd:.6f} at most, where known)",
            f"damaged     {len(found.damaged_lines)} lines{', and a torn last one' if found.torn else ''}",
        )
        print(*lines, sep="\n  ")
    return 0


def _verify(journals: Sequence[Path], _: None) -> int:
    any_damaged = False
    for path in journals:
        found = _Survey(path)
        line = f"{path}: {found.kinds.total()} records, none damaged"
        if damaged := found.damaged_lines:
            any_damaged = True
            numbers = ", ".join(map(str, damaged[:10])) + (", …" if len(damaged) > 10 else "")
            line = f"{path}: {found.kinds.total()} records, {len(damaged)} damaged (line {numbers})"
        torn = "; its last line is torn: in the writing, or set aside by the next run" if found.torn else ""
        print(f"{line}{torn}")
    return int(any_damaged)


def _merge(journals: Sequence[Path], output: Path) -> int:
    merged = merge(output, journals)
    print(
        f"{output}: {merged['written']} records written; left out: {merged['copies']} copies, "
        f"{merged['damaged']} damaged lines (still in the files they are in)"
    )
    return 0


def _export(journals: Sequence[Path], output: Path) -> int:
    export(journals, output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
