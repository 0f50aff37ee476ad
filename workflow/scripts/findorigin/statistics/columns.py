"""The columns of the tables of statistics, and those that tell conditions apart."""

from __future__ import annotations

from findorigin.tasks.catalog import FURTHER_AXES

Value = str | int | float | bool | None
Row = dict[str, Value]
# The columns of a table, in their order, with the type of their values; every one may be null.
Kind = type[str] | type[int] | type[float] | type[bool]
Columns = dict[str, Kind]
KINDS: dict[str, Kind] = {"str": str, "int": int, "float": float, "bool": bool}


def columns(text: str) -> Columns:
    """Return the columns that a text like ``int: n_cells n_puzzles; estimate: accuracy; str: rule`` names.

    An estimate is three numbers: `name`, and the ends of its interval, `name`_low and `name`_high.
    """
    found: Columns = {}
    for part in text.split(";"):
        kind, names = part.split(":")
        for name in names.split():
            if kind.strip() == "estimate":
                found |= dict.fromkeys((name, f"{name}_low", f"{name}_high"), float)
            else:
                found[name] = KINDS[kind.strip()]
    return found


# The axes that only some task has, by name.
FURTHER_COLUMNS: Columns = {name: KINDS[kind.__name__] for name, kind in sorted(FURTHER_AXES.items())}
# Cells of one question differ in their length, puzzle and repeat; models are compared on the same questions.
QUESTION_COLUMNS = (
    columns("str: task variant arrangement; int: hops d depth; str: word_form") | FURTHER_COLUMNS
)
# The label is added where the sources are joined.
CONDITION_COLUMNS = columns("str: evidence model label") | QUESTION_COLUMNS
QUESTION = tuple(QUESTION_COLUMNS)
CONDITION = ("evidence", "model", *QUESTION)


def conditions_without(*names: str) -> Columns:
    """Return the columns of a condition but for some."""
    return {name: kind for name, kind in CONDITION_COLUMNS.items() if name not in names}
