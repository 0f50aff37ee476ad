"""Inputs and expected values that lie beside the checkout; without them the tests skip."""

from __future__ import annotations

from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
SHARED = PROJECT.parent / "shared"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(),
    reason="the folder ../shared with expected values is not beside this checkout",
)
