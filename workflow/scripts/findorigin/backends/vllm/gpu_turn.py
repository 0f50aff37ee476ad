"""Whose turn it is on this machine's GPUs: jobs that see the same ones load their models one after another.

Snakemake counts GPUs (the resource gpu) but doesn't say which; two jobs started at once would both take the
first. A cluster gives each job its own, and there nothing waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

WAIT_S = 1.0


def lock_file() -> Path:
    """Return the file that stands for the GPUs this job sees, within its allocation if it has one."""
    seen = [os.environ.get(name, "") for name in ("CUDA_VISIBLE_DEVICES", "SLURM_JOB_ID")]
    name = hashlib.sha256("\0".join([str(os.getuid()), *seen]).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"findorigin-gpus-{name}.lock"


@contextlib.asynccontextmanager
async def gpu_turn(label: str) -> AsyncIterator[None]:
    """Hold the GPUs while the block runs; the lock goes with the process, however that ends."""
    with lock_file().open("w") as lock:
        waiting = False
        while not _taken(lock.fileno()):
            if not waiting:
                print(f"{label}: waiting for another job on this machine's GPUs", file=sys.stderr)
                waiting = True
            await asyncio.sleep(WAIT_S)
        yield


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
