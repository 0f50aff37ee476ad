"""Models that llama.cpp serves on this machine."""
