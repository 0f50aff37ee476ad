"""Code that the workflow's scripts share: the benchmark, the store, the engine, the grading, the figures."""
