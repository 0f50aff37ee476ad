"""A local server that speaks three vendors' wire formats and misbehaves on a script."""

from .client import LocalVendor

__all__ = ["LocalVendor"]
