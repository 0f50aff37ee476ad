"""Lines of CSV in which null and the word null stay apart."""

from __future__ import annotations

from collections.abc import Iterable


def csv_line(values: Iterable[str | float | None]) -> str:
    """Return a line: null is empty and unquoted, text always quoted, a float has six digits."""
    return ",".join(map(_field, values)) + "\n"


def _field(value: str | float | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return '"{}"'.format(value.replace('"', '""'))
    return f"{value:.6f}" if isinstance(value, float) else str(value)
