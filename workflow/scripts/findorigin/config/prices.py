"""What a model's tokens cost."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from findorigin.config.base import Count, Day, Section, Usd


class LongContext(Section):
    """Rates of long requests, USD per million tokens."""

    above: Count
    """Input tokens beyond which these rates hold, for the whole request."""
    input: Usd
    """Per million input tokens."""
    output: Usd
    """Per million output tokens."""


class Prices(Section):
    """USD per million tokens."""

    input: Usd
    """Per million input tokens."""
    output: Usd
    """Per million output tokens, thinking included."""
    cached_input: Usd | None = None
    """Per million input tokens read from the vendor's cache; null counts them as any other."""
    long_context: LongContext | None = None
    """Rates of requests whose input is longer than a threshold; null where there are none."""
    batch_discount: Annotated[float | None, Field(ge=0, le=1)] = None
    """Share taken off by the vendor's batch endpoint (0.5 halves the price); null is unknown."""
    as_of: Day = None
    """Day on which the prices held, as text (YYYY, YYYY-MM or YYYY-MM-DD)."""
    source: str | None = None
    """Where the prices were read."""

    @property
    def rates(self) -> list[float]:
        """Every rate above 0 that a call may be charged at."""
        tiers: list[Prices | LongContext] = [self, *([self.long_context] if self.long_context else [])]
        rates = [rate for tier in tiers for rate in (tier.input, tier.output)]
        return [rate for rate in (*rates, self.cached_input or 0.0) if rate > 0]


FREE = Prices(input=0.0, output=0.0)
