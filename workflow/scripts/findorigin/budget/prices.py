"""What a call costs in USD, from the registry's prices (per million tokens) and the reported usage."""

from __future__ import annotations

from findorigin.config.models import AnyModel
from findorigin.config.prices import Prices

# Vendors' tokenisers count the benchmark's text differently from cl100k_base, and wrap it in a chat template.
TOKENISER_MARGIN = 1.5
TEMPLATE_TOKENS = 100


def usd(
    prices: Prices | None,
    *,
    input_tokens: int | None,
    output_tokens: int | None,
    cached_tokens: int | None = None,
    batch: bool = False,
) -> float | None:
    """Return the cost of one call; None where a price or a count is unknown, never 0 for want of knowledge.

    `input_tokens` include the cached ones (charged at `cached_input`, or `input` where that is not given) and
    `output_tokens` the reasoning ones. Above `long_context.above` input tokens all rates are the long ones.
    """
    if prices is None:
        return None
    if not prices.rates:
        return 0.0
    if input_tokens is None or output_tokens is None:
        return None
    rate_in, rate_out = prices.input, prices.output
    rate_cached = rate_in if prices.cached_input is None else prices.cached_input
    long = prices.long_context
    if long and input_tokens > long.above:
        rate_cached = rate_cached * long.input / rate_in if rate_in else long.input
        rate_in, rate_out = long.input, long.output
    cached = min(cached_tokens or 0, input_tokens)
    cost = ((input_tokens - cached) * rate_in + cached * rate_cached + output_tokens * rate_out) / 1e6
    return cost * (1 - (prices.batch_discount or 0)) if batch else cost


def estimated_usd(model: AnyModel, n_tokens: int) -> float | None:
    """Return what a call with a prompt of `n_tokens` (cl100k_base) may cost with a reply of the full length.

    None where the price is unknown or the parameters don't limit the reply.
    """
    return usd(model.known_prices, input_tokens=n_tokens, output_tokens=model.output_limit)


def worst_usd(model: AnyModel, n_tokens: int) -> float | None:
    """Return a bound on the cost of one call, whatever the vendor's tokeniser makes of the prompt.

    Every token counts at the dearest rate that a prompt of this length may be charged at.
    """
    prices, most = model.known_prices, int(n_tokens * TOKENISER_MARGIN) + TEMPLATE_TOKENS
    if prices is None:
        return None
    rates = [(max(prices.input, prices.cached_input or 0.0), prices.output)]
    if prices.long_context and most > prices.long_context.above:
        rates.append((prices.long_context.input, prices.long_context.output))
    dearest = Prices(input=max(rate for rate, _ in rates), output=max(rate for _, rate in rates))
    return usd(dearest, input_tokens=most, output_tokens=model.output_limit)
