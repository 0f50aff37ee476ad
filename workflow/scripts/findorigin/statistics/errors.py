"""Wrong answers: where they point, and the cells on which the two graders disagree."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from findorigin.statistics.cells import CellSet, conditions, n_puzzles
from findorigin.statistics.columns import CONDITION_COLUMNS, Row, columns
from findorigin.statistics.intervals import share_columns, wilson_rule

OFFSET_COLUMNS = CONDITION_COLUMNS | columns(
    "int: line_offset n n_neighbour n_puzzles n_final; estimate: share; str: interval"
)
DISAGREEMENT_COLUMNS = columns(
    "str: cell_id evidence model label; int: n_lines n_tokens; str: status outcome answer;"
    "bool: correct correct_paper; str: declared_part"
)


def offset_rows(cells: CellSet) -> Iterator[Row]:
    """Yield how often a wrongly named listed vertex stands how many lines below the origin's line."""
    for named, group in conditions(cells.asked):
        neighbours = [cell for cell in group if cell["outcome"] == "neighbour"]
        offsets = Counter(cell["line_offset"] for cell in neighbours if cell["line_offset"] is not None)
        for offset, n in sorted(offsets.items()):
            yield {
                **named,
                "line_offset": offset,
                "n": n,
                "n_neighbour": len(neighbours),
                "n_puzzles": n_puzzles(neighbours),
                "n_final": len(group),
                "interval": wilson_rule(len(neighbours), n_puzzles(neighbours)),
                **share_columns("share", n, len(neighbours)),
            }


def disagreement_rows(cells: CellSet) -> Iterator[Row]:
    """Yield the cells that one grader calls right and the other wrong, with what the reply declares."""
    differ = [cell for cell in cells.asked if cell["correct"] != cell["correct_paper"]]
    for cell in sorted(differ, key=lambda cell: cell["cell_id"]):
        details = json.loads(cell["details"] or "{}")
        shown: Row = {**cell, "declared_part": details.get("declared_part")}  # type: ignore[dict-item]
        yield {name: shown[name] for name in DISAGREEMENT_COLUMNS if name != "label"}
