"""A running job's hard limit in USD: a call is sent only if it fits with all spent and all in flight."""

from __future__ import annotations


class Ledger:
    """What is spent and what the calls in flight may cost at worst, against a limit in USD.

    A call that costs more than its worst case (a tokeniser nobody thought of) raises all later worst cases.
    """

    def __init__(self, limit_usd: float, spent_usd: float = 0.0) -> None:
        self.limit_usd = limit_usd
        self.spent_usd = spent_usd
        self._in_flight_usd = 0.0
        self._factor = 1.0

    def reserve(self, worst_usd: float) -> float | None:
        """Set aside the worst case of a call and return it; None, setting nothing aside, if it doesn't fit.

        A free call always fits: a limit of 0 forbids what costs something.
        """
        reserved = worst_usd * self._factor
        if reserved > 0 and self.spent_usd + self._in_flight_usd + reserved > self.limit_usd:
            return None
        self._in_flight_usd += reserved
        return reserved

    def settle(self, reserved_usd: float, actual_usd: float | None) -> None:
        """Replace what was set aside by the call's cost; one whose cost is unknown counts at its worst."""
        self._in_flight_usd -= reserved_usd
        self.spent_usd += reserved_usd if actual_usd is None else actual_usd
        if actual_usd is not None and actual_usd > reserved_usd > 0:
            self._factor *= actual_usd / reserved_usd

    def line(self, worst_usd: float) -> str:
        """Return why a call with this worst case is not sent."""
        return (
            f"stopped by the budget: ${self.spent_usd:.4f} of this model's ${self.limit_usd:.4f} are spent "
            f"and the next call may cost ${worst_usd * self._factor:.4f}; raise max_cost_usd to go on"
        )
