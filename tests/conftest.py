"""What every test gets: a local vendor if it asks for one, and a home that is its worker's own."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from vendor import LocalVendor
from vendor.client import stop_all


@pytest.fixture(scope="session", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty home for each worker: Snakemake, matplotlib and the hub keep caches and read settings there.

    Nothing of whoever starts the tests is read, and workers don't meet. pip's downloads may be used again.
    """
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_CACHE_DIR", os.environ.get("PIP_CACHE_DIR", str(caches / "pip")))
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "SNAKEMAKE_PROFILE"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _vendor_process() -> Iterator[None]:
    """End with the tests the one process of the local vendor, which the first test that needs it starts."""
    yield
    stop_all()


@pytest.fixture
def vendor(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalVendor]:
    """A local vendor that was asked nothing yet."""
    # Every client loads the world's certificates, half of a short run's time: loopback needs none.
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", lambda *_, **__: None)
    with LocalVendor() as server:
        yield server
