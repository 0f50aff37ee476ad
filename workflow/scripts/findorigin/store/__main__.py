"""The store's own command: python -m findorigin.store stats | verify | merge | export.

Nothing is ever asked or changed: each reads journals (a folder stands for the *.jsonl in it), without a lock,
and merge and export write a new file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.store.export import export
from findorigin.store.merge import merge
from findorigin.store.survey import Survey, describe, survey


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments`; return 0, or 1 if damage or an error was found."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except UserError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m findorigin.store", description="Look after stored replies."
    )
    commands = parser.add_subparsers(required=True, metavar="stats | verify | merge | export")
    _command(commands, "stats", _stats, "count responses, cells, USD, unanswered calls and damage")
    _command(commands, "verify", _verify, "check every line; exit 1 if one is damaged")
    merging = _command(
        commands, "merge", _merge, "join journals of one model into a new file, each record once"
    )
    merging.add_argument("--output", type=Path, required=True, help="the new file; never overwritten")
    exporting = _command(commands, "export", _export, "write the final responses as a table")
    exporting.add_argument("--output", type=Path, required=True, help="a name in .parquet or .csv")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    purpose: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=purpose, description=purpose)
    command.add_argument("journals", type=Path, nargs="+", help="journals, or folders of them")
    command.set_defaults(run=run)
    return command


def _journals(paths: Sequence[Path]) -> list[Path]:
    """Return the files that `paths` stand for; UserError for one that is not there."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.glob("*.jsonl"))
        elif path.exists():
            found.append(path)
        else:
            raise UserError(f"{path}: there is no such file or folder")
    if not found:
        raise UserError(f"{', '.join(map(str, paths))}: no journals (*.jsonl) there")
    return found


def _stats(options: argparse.Namespace) -> int:
    for path in _journals(options.journals):
        print(describe(survey(path)))
    return 0


def _verify(options: argparse.Namespace) -> int:
    damaged = False
    for path in _journals(options.journals):
        found = survey(path)
        damaged = damaged or bool(found.damaged_lines)
        print(_verdict(found))
    return 1 if damaged else 0


def _verdict(found: Survey) -> str:
    note = "; its last line is torn: in the writing, or set aside by the next run" if found.torn else ""
    if not found.damaged_lines:
        return f"{found.path}: {found.records} records, none damaged{note}"
    lines = ", ".join(map(str, found.damaged_lines[:10])) + (", …" if len(found.damaged_lines) > 10 else "")
    return f"{found.path}: {found.records} records, {len(found.damaged_lines)} damaged (line {lines}){note}"


def _merge(options: argparse.Namespace) -> int:
    merged = merge(options.output, _journals(options.journals))
    print(
        f"{options.output}: {merged.written} records written; left out: {merged.copies} copies, "
        f"{merged.damaged} damaged lines (still in the files they are in)"
    )
    return 0


def _export(options: argparse.Namespace) -> int:
    export(_journals(options.journals), options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
