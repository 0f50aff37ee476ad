"""The asynchronous query engine: bounded, adaptive, retrying in one place, stopping cleanly."""
