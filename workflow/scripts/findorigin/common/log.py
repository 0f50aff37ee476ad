"""Where a script's messages go: its rule's log, and one line on the terminal when it fails."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from findorigin.common.errors import UserError


@contextlib.contextmanager
def log_to(path: str | Path) -> Iterator[None]:
    """Send stderr to the log at `path`; a UserError ends the script with its one line, no traceback.

    The line goes to the log and to the terminal, so that a user need not open the log to learn what to do.
    """
    terminal = sys.stderr
    with Path(path).open("w", buffering=1, encoding="utf-8") as log:
        sys.stderr = log
        try:
            yield
        except UserError as error:
            for stream in (log, terminal):
                print(f"Error: {error}", file=stream)
            sys.exit(1)
        except Exception:
            traceback.print_exc(file=log)
            raise
        finally:
            sys.stderr = terminal
