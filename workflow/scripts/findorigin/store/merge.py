"""Several journals joined into a new one, each record once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from findorigin.common.errors import UserError
from findorigin.store.index import fingerprint
from findorigin.store.reader import read_lines
from findorigin.store.system import store_error, sync_folder


@dataclass
class Merged:
    """What became of the lines: written, left out as copies, left out as damaged."""

    written: int = 0
    copies: int = 0
    damaged: int = 0


def merge(output: Path, inputs: Sequence[Path]) -> Merged:
    """Write the whole records of `inputs`, in their order, to the new file `output`.

    The first final response of a key wins, so the order of the inputs decides where two runs asked the same.
    Raises UserError if `output` exists or an input can't be read; then there is no output.
    """
    result = Merged()
    seen: set[bytes] = set()
    try:
        file = output.open("xb")
    except FileExistsError:
        raise UserError(
            f"{output}: exists already; name a file that doesn't, nothing is overwritten"
        ) from None
    except OSError as error:
        raise store_error(output, error) from None
    try:
        with file:
            for path in inputs:
                for line in read_lines(path):
                    if line.record is None:
                        result.damaged += 1
                    elif (copy := fingerprint(line.data)) in seen:
                        result.copies += 1
                    else:
                        seen.add(copy)
                        file.write(line.data.strip() + b"\n")
                        result.written += 1
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        output.unlink(missing_ok=True)
        raise store_error(output, error) from None
    except BaseException:
        output.unlink(missing_ok=True)
        raise
    sync_folder(output.parent)
    return result
