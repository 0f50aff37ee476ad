"""Where the lines of a puzzle's list stand, and which of them a prompt shows.

A list is a row of chains, numbered so that the target chain is 0. Each chain gives `hops` lines (its
steps 0 … hops - 1). The lines are written in blocks of |d| chains: the |d| first steps, then the |d|
second steps, and so on; d < 0 reverses the order of the steps. So consecutive lines of a chain stand
d apart. Block numbers are counted as in the paper's own list, where 999 chains precede the target.
Positions count lines, and may be negative: generated lists have no beginning.
"""

from __future__ import annotations

CHAINS_ABOVE_TARGET = 999


def span(hops: int, d: int) -> int:
    """Return the distance in lines between the first and the last line of a chain."""
    return (hops - 1) * abs(d)


def lines_above(n_lines: int, hops: int, d: int, depth: int) -> int:
    """Return how many of a prompt's lines stand above the topmost line of the target chain.

    The spare lines are shared out by `depth` (per cent, 0 to 100); for hops 2 and depth 50 this is the
    paper's int((n_lines - |d|) / 2).
    """
    spread = span(hops, d)
    return min((n_lines - spread) * depth // 100, n_lines - 1 - spread)


def line_position(chain: int, step: int, hops: int, d: int) -> int:
    """Return the position of a chain's line."""
    width = max(abs(d), 1)
    block, offset = divmod(chain + CHAINS_ABOVE_TARGET, width)
    row = step if d >= 0 else hops - 1 - step
    return (block * hops + row) * width + offset


def line_at(position: int, hops: int, d: int) -> tuple[int, int]:
    """Return the chain and the step of the line at `position`: the inverse of `line_position`."""
    width = max(abs(d), 1)
    block, within = divmod(position, hops * width)
    row, offset = divmod(within, width)
    step = row if d >= 0 else hops - 1 - row
    return block * width + offset - CHAINS_ABOVE_TARGET, step


def window(n_lines: int, hops: int, d: int, depth: int) -> range:
    """Return the positions that a prompt shows, top to bottom."""
    topmost = line_position(0, 0 if d >= 0 else hops - 1, hops, d)
    start = topmost - lines_above(n_lines, hops, d, depth)
    return range(start, start + n_lines)


def chains_touched(n_lines: int, hops: int, d: int, depth: int) -> tuple[int, int]:
    """Return the first and the last chain of the whole blocks that a prompt reaches into."""
    width = max(abs(d), 1)
    shown = window(n_lines, hops, d, depth)
    first_block = shown[0] // (hops * width)
    last_block = shown[-1] // (hops * width)
    return first_block * width - CHAINS_ABOVE_TARGET, (last_block + 1) * width - 1 - CHAINS_ABOVE_TARGET
