"""What the configuration says about the statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class StatisticsSettings:
    """The section `statistics` of the configuration.

    Prompts of up to `base_tokens` tokens make the base accuracy of L85; with `other_base_tokens` it is made
    again, to see how much it depends on them. `threshold` is the accuracy of the absolute effective length
    (None: there is none). `draws` bootstrap draws start from `seed`.
    """

    base_tokens: int
    other_base_tokens: tuple[int, ...]
    threshold: float | None
    draws: int
    seed: int

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any]) -> StatisticsSettings:
        """Return the settings of a section of the configuration, defaults filled in."""
        return cls(**{**settings, "other_base_tokens": tuple(settings["other_base_tokens"])})
