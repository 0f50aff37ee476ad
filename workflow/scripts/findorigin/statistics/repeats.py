"""What repeating a question shows: how often the answer flips, and where the variance lies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from findorigin.statistics.shares import share_columns, wilson_rule


def summarise_repeats(cells: pd.DataFrame) -> dict[str, Any]:
    """Return the flip rate and the variance components of the final cells of one condition.

    `cells` has columns n_lines, puzzle, repeat, is_right, answer. A prompt flips if its repeats are not all
    right or all wrong. Variance of the grade: within a prompt (mean square of the repeats about their
    prompt), and between puzzles at the same length (mean square of the prompts about their length, less the
    share of the within one; not below 0). One-way random effects: G. W. Snedecor, W. G. Cochran, "Statistical
    Methods" (1989), chapter 13. Null without at least two prompts of one length with two repeats each.
    """
    by_prompt = cells.groupby(["n_lines", "puzzle"])
    prompts = by_prompt["is_right"].agg(["size", "sum", "mean"]).reset_index()
    repeated = prompts[prompts["size"] >= 2]
    n = len(repeated)
    flipped = int(((repeated["sum"] > 0) & (repeated["sum"] < repeated["size"])).sum())
    answers = by_prompt["answer"].nunique(dropna=False).reset_index(drop=True)
    changed = int((answers[prompts["size"] >= 2] > 1).sum())
    n_puzzles = int(repeated["puzzle"].nunique())
    return {
        "n_prompts": n,
        "n_puzzles": n_puzzles,
        "n_cells": int(repeated["size"].sum()),
        "n_flipped": flipped,
        **share_columns("flip_rate", flipped, n),
        "interval": wilson_rule(n, n_puzzles),
        "n_answer_changed": changed,
    } | variance_components(repeated)


def variance_components(prompts: pd.DataFrame) -> dict[str, float | None]:
    """Return the variances within and between prompts (columns n_lines, size, sum, mean)."""
    nothing = {"variance_within": None, "variance_between": None, "share_between": None}
    lengths = prompts.groupby("n_lines")
    freedom_between = int((lengths.size() - 1).sum())
    freedom_within = int((prompts["size"] - 1).sum())
    if freedom_between < 1 or freedom_within < 1:
        return nothing
    within = float((prompts["sum"] * (1 - prompts["mean"])).sum() / freedom_within)
    between_square, mean_size = 0.0, []
    for _, group in lengths:
        share = group["sum"].sum() / group["size"].sum()
        between_square += float((group["size"] * (group["mean"] - share) ** 2).sum())
        if len(group) > 1:
            total = group["size"].sum()
            mean_size.append((total - (group["size"] ** 2).sum() / total) / (len(group) - 1))
    between = max(0.0, (between_square / freedom_between - within) / float(np.mean(mean_size)))
    total_variance = within + between
    return {
        "variance_within": within,
        "variance_between": between,
        "share_between": between / total_variance if total_variance > 0 else None,
    }
