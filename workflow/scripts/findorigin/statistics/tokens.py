"""How the vendors' token counts differ from those of cl100k_base."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from findorigin.statistics.cells import CellSet, conditions
from findorigin.statistics.columns import Row, columns

OF_RATIO = ("ratio_min", "ratio_lower_quartile", "ratio_median", "ratio_upper_quartile", "ratio_max")
COLUMNS = columns(
    f"str: evidence model label; int: n_cells n_tokens input_tokens; float: ratio {' '.join(OF_RATIO)}"
    " mean_difference; int: difference_min difference_max"
)


def rows(cells: CellSet) -> Iterator[Row]:
    """Yield a row for each model whose vendor counts tokens, over the final cells that it counted."""
    for named, group in conditions(cells.asked, ("evidence", "model")):
        counts = [(cell["n_tokens"], n) for cell in group if (n := cell["input_tokens"]) is not None]
        if not counts:
            continue
        estimated, reported = (np.array(values, dtype=np.int64) for values in zip(*counts, strict=True))
        differences = reported - estimated
        quartiles = np.quantile(reported / estimated, [0, 0.25, 0.5, 0.75, 1])
        yield {
            **named,
            "n_cells": len(counts),
            "n_tokens": int(estimated.sum()),
            "input_tokens": int(reported.sum()),
            "ratio": float(reported.sum() / estimated.sum()),
            **dict(zip(OF_RATIO, quartiles.tolist(), strict=True)),
            "mean_difference": float(differences.mean()),
            "difference_min": int(differences.min()),
            "difference_max": int(differences.max()),
        }
