"""What a log of vLLM says at its end: the one line that a user can do something with."""

from __future__ import annotations

import re
from pathlib import Path

TAIL_BYTES = 2**18
LONGEST = 300

# "(EngineCore pid=12) ERROR 11-30 00:28:59 [core.py:700] " before what is said.
_PREFIX = re.compile(
    r"^(\([^)]*\) ?)*((DEBUG|INFO|WARNING|ERROR|CRITICAL) [\d-]+ [\d:.]+ (\[[^\]]*\] ?)?)?(\[[^\]]*\] ?)?"
)
_ERROR = re.compile(r"^([A-Za-z_][\w.]*\.)?\w*(Error|Exception|Interrupt)\b[^:]*: \S|error: ")
# Said by those who only pass an error on.
_SECOND_HAND = re.compile(
    r"Engine core initialization failed|WorkerProc initialization failed|See root cause above"
)


def last_useful_line(log: Path) -> str:
    """Return the last error in a log that is not second-hand, else its last line that says anything."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - TAIL_BYTES))
            text = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return "it wrote no log"
    lines = [_PREFIX.sub("", line).strip() for line in text.splitlines()]
    said = [line for line in lines if line]
    errors = [line for line in said if _ERROR.search(line) and not _SECOND_HAND.search(line)]
    return (errors or said or ["it wrote nothing"])[-1][:LONGEST]
