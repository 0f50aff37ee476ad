"""Several journals joined into a new one, each record once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from findorigin.common.errors import UserError
from findorigin.store.index import fingerprint
from findorigin.store.reader import read_lines
from findorigin.store.system import store_error, sync_folder


def merge(output: Path, inputs: Sequence[Path]) -> Counter[Literal["written", "copies", "damaged"]]:
    """Write the whole records of `inputs`, in their order, to the new file `output`.

    Returns how many lines were written, left out as copies and left out as damaged.
    The first final response of a key wins, so the order of the inputs decides where two runs asked the same.
    Raises UserError if `output` exists or an input can't be read; then there is no output.
    """
    result: Counter[Literal["written", "copies", "damaged"]] = Counter()
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
                        result["damaged"] += 1
                    elif (copy := fingerprint(line.data)) in seen:
                        result["copies"] += 1
                    else:
                        seen.add(copy)
                        file.write(line.data.strip() + b"\n")
                        result["written"] += 1
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        output.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise store_error(output, error) from None
        raise
    sync_folder(output.parent)
    return result
