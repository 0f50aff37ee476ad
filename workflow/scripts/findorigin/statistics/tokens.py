"""How the vendors' token counts differ from those of cl100k_base."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from findorigin.statistics.cells import CellSet, Columns, Row, conditions

COLUMNS: Columns = {
    "evidence": str,
    "model": str,
    "label": str,
    "n_cells": int,
    "n_tokens": int,
    "input_tokens": int,
    "ratio": float,
    "ratio_min": float,
    "ratio_lower_quartile": float,
    "ratio_median": float,
    "ratio_upper_quartile": float,
    "ratio_max": float,
    "mean_difference": float,
    "difference_min": int,
    "difference_max": int,
}
OF_RATIO = ("ratio_min", "ratio_lower_quartile", "ratio_median", "ratio_upper_quartile", "ratio_max")


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
