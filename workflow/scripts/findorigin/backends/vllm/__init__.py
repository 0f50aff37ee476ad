"""Models that vLLM serves on this machine's GPUs."""
