"""How long to wait before the same question is asked again."""

from __future__ import annotations

import random

FIRST_WAIT_S = 0.5
LONGEST_BACKOFF_S = 60.0


def wait_s(failed_attempts: int, retry_after_s: float | None) -> float:
    """Return the seconds to wait after `failed_attempts` failures: doubling, jittered.

    Never less than what the vendor asked for; the jitter on top keeps workers from returning all at once.
    """
    backoff: float = min(LONGEST_BACKOFF_S, FIRST_WAIT_S * 2 ** (failed_attempts - 1))
    jittered = backoff * random.uniform(0.5, 1.0)
    return jittered if retry_after_s is None else retry_after_s + min(jittered, 1.0)
