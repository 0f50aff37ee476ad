"""The configuration as typed objects."""
