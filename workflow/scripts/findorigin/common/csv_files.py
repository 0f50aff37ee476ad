"""CSV tables in which null and the word null stay apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from findorigin.common.files import replacing

# Six digits no longer tell the units of such a float, and would come with an exponent.
WHOLE_FROM = 999_999.5


def csv_line(values: Iterable[Any]) -> str:
    """Return a line: null is empty and unquoted, text always quoted, a float has six significant digits.

    From a million on a float is written as a whole number: no length or count has an exponent. Null is what
    is not equal to itself, too: NaN and pandas' NA.
    """
    return ",".join(map(_field, values)) + "\n"


def write_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], path: str | Path) -> None:
    """Write rows with exactly `columns`, in that order; the file appears only when it is complete."""
    with replacing(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        file.write(csv_line(columns))
        file.writelines(csv_line(row[name] for name in columns) for row in rows)


def _field(value: Any) -> str:  # noqa: ANN401
    if value is None or str(value == value) != "True":
        return ""
    if isinstance(value, str):
        return '"{}"'.format(value.replace('"', '""'))
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if abs(value) >= WHOLE_FROM else f"{value:.6g}"
