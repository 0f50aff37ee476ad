"""What a call costs in USD, from the registry's prices (per million tokens) and the reported usage."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from findorigin.backends.base import output_limit

LOCAL_BACKENDS = ("control", "llama_cpp", "vllm")
FREE = {"input": 0.0, "output": 0.0}

# Vendors' tokenisers count the benchmark's text differently from cl100k_base, and wrap it in a chat template.
TOKENISER_MARGIN = 1.5
TEMPLATE_TOKENS = 100


def is_loopback(entry: Mapping[str, Any]) -> bool:
    """Return whether the model runs on this machine: its own server, or a base URL on loopback."""
    return entry["backend"] in LOCAL_BACKENDS or _names_loopback(entry["base_url"] or "")


@cache
def _names_loopback(url: str) -> bool:
    host = urlsplit(url).hostname
    if host is None or host == "localhost":
        return host == "localhost"
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def prices_of(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the model's prices: those registered, zero on this machine, otherwise None (unknown).

    A server on loopback that wants a key may be a proxy of a vendor: its price is unknown.
    """
    at_home = is_loopback(entry) and entry["api_key_env"] is None
    return entry["prices"] or (FREE if at_home else None)


def is_free(entry: Mapping[str, Any]) -> bool:
    """Return whether no call of the model can cost anything; unknown prices are not free."""
    prices = prices_of(entry)
    return prices is not None and not any(_rates(prices))


def _rates(prices: Mapping[str, Any]) -> list[float]:
    """Return every rate that a call may be charged at."""
    tiers = (prices, prices.get("long_context") or {})
    return [tier[name] for tier in tiers for name in ("input", "output", "cached_input") if tier.get(name)]


def usd(
    prices: Mapping[str, Any] | None,
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
    if not any(_rates(prices)):
        return 0.0
    if input_tokens is None or output_tokens is None:
        return None
    rate_in, rate_out = prices["input"], prices["output"]
    rate_cached = prices.get("cached_input")
    rate_cached = rate_in if rate_cached is None else rate_cached
    long = prices.get("long_context")
    if long and input_tokens > long["above"]:
        rate_cached = rate_cached * long["input"] / rate_in if rate_in else long["input"]
        rate_in, rate_out = long["input"], long["output"]
    cached = min(cached_tokens or 0, input_tokens)
    cost = ((input_tokens - cached) * rate_in + cached * rate_cached + output_tokens * rate_out) / 1e6
    return cost * (1 - (prices.get("batch_discount") or 0)) if batch else cost


def estimated_usd(entry: Mapping[str, Any], n_tokens: int) -> float | None:
    """Return what a call with a prompt of `n_tokens` (cl100k_base) may cost with a reply of the full length.

    None where the price is unknown or the parameters don't limit the reply.
    """
    return usd(prices_of(entry), input_tokens=n_tokens, output_tokens=output_limit(entry["parameters"]))


def worst_usd(entry: Mapping[str, Any], n_tokens: int) -> float | None:
    """Return a bound on the cost of one call, whatever the vendor's tokeniser makes of the prompt.

    Every token counts at the dearest rate that a prompt of this length may be charged at.
    """
    prices, most = prices_of(entry), int(n_tokens * TOKENISER_MARGIN) + TEMPLATE_TOKENS
    if prices is None:
        return None
    long = prices.get("long_context")
    tiers = [prices, long] if long and most > long["above"] else [prices]
    dearest = {
        "input": max(
            tier[name] for tier in tiers for name in ("input", "cached_input") if tier.get(name) is not None
        ),
        "output": max(tier["output"] for tier in tiers),
    }
    return usd(dearest, input_tokens=most, output_tokens=output_limit(entry["parameters"]))
